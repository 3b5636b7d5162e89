import { type ReactNode, useId } from 'react';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';

type CustomerSectionProps = {
  title: string;
  /** The text of an empty section. */
  empty?: string | false;
  /** What staff may do, beside the title. */
  action?: ReactNode;
  children: ReactNode;
};

/** One subject of a customer's page. */
export function CustomerSection({ title, empty = false, action, children }: CustomerSectionProps) {
  const headingId = useId();
  return (
    <Panel className="min-w-0">
      <section aria-labelledby={headingId}>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 className="h3" id={headingId}>
            {title}
          </h2>
          {action}
        </div>
        {empty ? <p className="small muted">{empty}</p> : children}
      </section>
    </Panel>
  );
}
