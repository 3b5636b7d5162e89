import { type DataExport, downloadExport } from '@portal/contract/identity/privacy';
import { Download, FileText } from 'lucide-react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useRequestExport } from '../api/request-export.ts';

const LINK = 'link inline-flex min-h-11 items-center gap-1.5';

const addressOf = (id: string, file: string) => downloadExport.path.replace(':id', id).replace(':file', file);

/** Asks for a copy of everything, and downloads it while it is there. */
export function ExportPanel({ latest }: { latest: DataExport | null }) {
  const t = useText();
  const requesting = useRequestExport();
  const request = useMutateOnce(requesting);
  const isMaking = latest?.status === 'waiting' || latest?.status === 'running';
  return (
    <section aria-labelledby="export-heading" className="grid justify-items-start gap-4 border-ink border-t pt-5">
      <div>
        <h2 className="h3" id="export-heading">
          {t('A copy of your data')}
        </h2>
        <p className="soft mt-1">
          {t(
            'Everything we hold about you, as a page to read and as a file for programs. We make one a day and keep it for 7 days.',
          )}
        </p>
      </div>
      {isMaking && (
        <Alert kind="info">{t('We are making your copy. A notice and an email tell you when it is ready.')}</Alert>
      )}
      {latest?.status === 'failed' && (
        <Alert kind="bad">{t('Your copy could not be made. Please ask for it again.')}</Alert>
      )}
      {latest?.status === 'done' && latest.expiresAt && (
        <ReadyCopy id={latest.id} requestedAt={latest.requestedAt} expiresAt={latest.expiresAt} />
      )}
      <Button
        variant="secondary"
        disabled={isMaking}
        busy={requesting.isPending}
        busyLabel={t('Asking...')}
        onClick={() =>
          request(undefined, {
            onSuccess: ({ message }) => toast({ title: t('Copy asked for'), description: t(message) }),
            onError: (failure) =>
              toast({ title: t('No new copy'), description: t(messageOf(failure)), variant: 'destructive' }),
          })
        }
      >
        {t('Make my copy')}
      </Button>
    </section>
  );
}

function ReadyCopy({ id, requestedAt, expiresAt }: { id: string; requestedAt: string; expiresAt: string }) {
  const t = useText();
  return (
    <div>
      <p>
        {t('Your copy of {date} is here until {until}.', {
          date: formatMoment(requestedAt),
          until: formatMoment(expiresAt),
        })}
      </p>
      <p className="flex flex-wrap gap-x-6">
        <a className={LINK} href={addressOf(id, 'page.html')} download>
          <FileText className="icon-small" />
          {t('Download the page')}
        </a>
        <a className={LINK} href={addressOf(id, 'data.json')} download>
          <Download className="icon-small" />
          {t('Download the file (JSON)')}
        </a>
      </p>
    </div>
  );
}
