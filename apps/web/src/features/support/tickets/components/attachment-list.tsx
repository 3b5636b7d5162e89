import type { TicketAttachment } from '@portal/contract/support/tickets';
import { Download, FileText, Image } from 'lucide-react';
import { formatFileSize } from '../../../../shared/format/file-size.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';

export type AttachmentListProps = {
  attachments: readonly TicketAttachment[];
  /** The address of the download. */
  hrefOf: (id: string) => string;
};

/** The files of one text, each to download; nothing where there are none. */
export function AttachmentList({ attachments, hrefOf }: AttachmentListProps) {
  const t = useText();
  if (attachments.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-2" aria-label={t('Attachments')}>
      {attachments.map(({ id, name, mediaType, sizeBytes }) => {
        const KindIcon = mediaType === 'application/pdf' ? FileText : Image;
        return (
          <li key={id} className="max-w-full">
            <a
              className="flex min-h-11 items-center gap-2.5 rounded-control border border-line-strong bg-sheet px-3 py-2 hover:border-ink"
              href={hrefOf(id)}
              download={name}
            >
              <KindIcon className="text-ink-2" />
              <span className="min-w-0 break-all">
                <span className="sr-only">{t('Download')} </span>
                {name}
              </span>
              <span className="muted small whitespace-nowrap">{formatFileSize(sizeBytes)}</span>
              <Download className="icon-small text-ink-2" />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
