import { Download, FileText } from 'lucide-react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { documentAddress } from '../invoice-status.ts';

const LINK = 'link -my-3 inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap';

/** The two forms of an invoice or a credit note: a page in a tab of its own, and a PDF to keep. */
export function DocumentLinks({ number }: { number: string }) {
  const t = useText();
  return (
    <span className="flex flex-wrap gap-x-4">
      <a
        className={LINK}
        href={documentAddress(number, 'page')}
        target="_blank"
        rel="noreferrer"
        aria-label={t('View {number} in a new tab', { number })}
      >
        <FileText className="icon-small" />
        {t('View')}
      </a>
      <a
        className={LINK}
        href={documentAddress(number, 'pdf')}
        download
        aria-label={t('{number} as a PDF', { number })}
      >
        <Download className="icon-small" />
        {t('PDF')}
      </a>
    </span>
  );
}
