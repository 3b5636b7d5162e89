import type { ReactNode } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Alert } from '../../../shared/ui/feedback/alert.tsx';
import { TickList } from '../../../shared/ui/layout/tick-list.tsx';

export type DemoSectionProps = {
  title: string;
  /** Which parts are real and which are not. */
  note: string;
  /** What to look at. */
  points: readonly string[];
  children: ReactNode;
};

/** A demonstration with notes beside it. */
export function DemoSection({ title, note, points, children }: DemoSectionProps) {
  const t = useText();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_400px] lg:gap-16">
      <div className="grid gap-5">
        <h3 className="h2">{t(title)}</h3>
        <Alert kind="info">{t(note)}</Alert>
        <div className="soft max-w-[34em]">
          <TickList items={points.map((point) => t(point))} />
        </div>
      </div>
      {children}
    </div>
  );
}
