import { ArrowLeft, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../button/button.tsx';
import { PageLink } from '../navigation/page-link.tsx';
import { Panel } from './panel.tsx';
import './printed-sheet.css';

export type PrintedSheetProps = {
  /** The label of the back link, in the reader's language. */
  back: { readonly to: string; readonly label: string };
  children: ReactNode;
};

/**
 * A printable document, with a back link and a print button above it. Prints as one sheet without
 * the page around it.
 */
export function PrintedSheet({ back, children }: PrintedSheetProps) {
  const t = useText();
  return (
    <>
      <div className="no-print mb-6 flex flex-wrap items-center justify-between gap-3">
        <PageLink className="arrow-link" to={back.to}>
          <ArrowLeft />
          {back.label}
        </PageLink>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer />
          {t('Print')}
        </Button>
      </div>
      <Panel className="printed-sheet grid gap-8 p-6! md:p-10! print:p-0!">{children}</Panel>
    </>
  );
}
