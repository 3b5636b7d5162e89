import type { MailRemainder as Remainder } from '@portal/contract/support/tickets';
import { ChevronDown } from 'lucide-react';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { formatFileSize } from '../../../../shared/format/file-size.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';

/** What a text that came by mail has beside its own words; nothing for one that was written in the portal. */
export function MailRemainder({ mail }: { mail: Remainder | null | undefined }) {
  const t = useText();
  if (!mail) return null;
  const { quoted, omitted, tooLargeBytes } = mail;
  return (
    <>
      {tooLargeBytes !== null && (
        <Alert kind="warn" className="mt-3">
          {t('This mail of {size} was too large to be read. Only its subject is here.', {
            size: formatFileSize(tooLargeBytes),
          })}
        </Alert>
      )}
      {omitted.length > 0 && (
        <ul className="small soft mt-3 grid gap-1" aria-label={t('Files that were not taken')}>
          {omitted.map(({ name, reason }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names may repeat.
            <li key={at} className="wrap-anywhere">
              {t('Not taken: {file}.', { file: bidiIsolate(name) })} {reasonIn(t, reason)}
            </li>
          ))}
        </ul>
      )}
      {quoted !== null && (
        <details className="group mt-2">
          <summary className="link small inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 [&::-webkit-details-marker]:hidden">
            <ChevronDown className="icon-small transition-transform group-open:rotate-180" />
            {t('Quoted text')}
          </summary>
          <p className="soft small max-w-xl whitespace-pre-line break-words border-line-strong border-l-2 pl-4">
            {quoted}
          </p>
        </details>
      )}
    </>
  );
}

function reasonIn(t: Translate, reason: Remainder['omitted'][number]['reason']): string {
  switch (reason) {
    case 'kind':
      return t('Only PNG, JPEG, WebP and PDF files are accepted.');
    case 'size':
      return t('It is larger than 5 MB.');
    case 'count':
      return t('A message can have five files.');
    case 'room':
      return t('There is no more room for files.');
    case 'harmful':
      return t('The virus scanner found something in it.');
  }
}
