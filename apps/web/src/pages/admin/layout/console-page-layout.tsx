import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageLink } from '../../../shared/ui/navigation/page-link.tsx';

export type ConsolePageLayoutProps = {
  /** Left out where the content brings the heading of the page. */
  title?: string;
  lead?: string;
  /** The list that the page belongs to. */
  back?: { readonly to: string; readonly label: string };
  children: ReactNode;
};

/** Width, heading and back link of a page of the console. */
export function ConsolePageLayout({ title, lead, back, children }: ConsolePageLayoutProps) {
  return (
    <div className="wrap py-6 lg:py-8">
      {back && (
        <PageLink className="soft mb-2 inline-flex min-h-11 items-center gap-2 font-medium hover:text-ink" to={back.to}>
          <ArrowLeft className="icon-small" />
          {back.label}
        </PageLink>
      )}
      {title && <h1 className="h2">{title}</h1>}
      {lead && <p className="soft mt-1.5 max-w-[46em]">{lead}</p>}
      {children}
    </div>
  );
}
