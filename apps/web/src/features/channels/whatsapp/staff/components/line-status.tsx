import type { WhatsAppView } from '@portal/contract/channels/whatsapp';
import { readTemplates } from '@portal/contract/channels/whatsapp';
import { RotateCw } from 'lucide-react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { useReadTemplates } from '../api/whatsapp.ts';
import { sendLabels } from '../template-labels.ts';

const QUALITY: Readonly<Record<string, string>> = { GREEN: 'High', YELLOW: 'Medium', RED: 'Low' };

/** The line, who wants notices by it, and what became of the messages of the last 30 days. */
export function LineStatus({ view }: { view: WhatsAppView }) {
  const { line, consents, lastDays, parkedEvents, hasTemplates } = view;
  return (
    <div className="grid grid-cols-1 gap-5">
      {line.stopped && (
        <Alert kind="bad">
          <span className="semi">
            WhatsApp accepts nothing from this line since {formatMoment(line.stopped.since)}.
          </span>{' '}
          It says: {line.stopped.reason} Notices go as texts meanwhile.
        </Alert>
      )}
      {!hasTemplates && (
        <Alert kind="info">
          WHATSAPP_BUSINESS_ACCOUNT_ID is not set, so that templates can be neither read nor submitted, and no notice
          goes by WhatsApp.
        </Alert>
      )}
      {parkedEvents > 0 && (
        <Alert kind="warn">
          {parkedEvents === 1 ? 'One report' : `${parkedEvents} reports`} of WhatsApp could not be understood. Nothing
          of them is lost; the log of the portal says more.
        </Alert>
      )}
      <div className="grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-2">
        <section aria-labelledby="line-heading">
          <h2 className="h3 mb-2" id="line-heading">
            Line
          </h2>
          <DescriptionList
            facts={[
              { label: 'Number', value: line.displayNumber ?? 'Not read yet' },
              { label: 'Shown as', value: line.verifiedName ?? 'Not read yet' },
              { label: 'Quality', value: line.quality ? (QUALITY[line.quality] ?? line.quality) : 'Not read yet' },
              { label: 'Last read', value: line.checkedAt ? formatMoment(line.checkedAt) : 'Never' },
              { label: 'Want notices here', value: String(consents.given) },
              { label: 'Have ended that', value: String(consents.withdrawn) },
            ]}
          />
          <Allowed to={readTemplates}>
            <ReadButton />
          </Allowed>
        </section>
        <section aria-labelledby="sent-heading">
          <h2 className="h3 mb-2" id="sent-heading">
            Messages of the last 30 days
          </h2>
          {lastDays.states.length === 0 ? (
            <p className="soft">None was sent.</p>
          ) : (
            <DescriptionList
              facts={[
                ...lastDays.states.map(({ state, sends }) => ({ label: sendLabels[state], value: String(sends) })),
                { label: 'Notices sent as texts instead', value: String(lastDays.asText) },
              ]}
            />
          )}
        </section>
      </div>
    </div>
  );
}

function ReadButton() {
  const reading = useReadTemplates();
  const read = useMutateOnce(reading);
  const say = () =>
    read(undefined, {
      onSuccess: ({ message }) => toast({ title: 'Asked WhatsApp', description: message }),
      onError: (failure) => toast({ title: 'Not read', description: messageOf(failure), variant: 'destructive' }),
    });
  return (
    <Button variant="secondary" className="mt-4" busy={reading.isPending} busyLabel="Reading..." onClick={say}>
      <RotateCw className="icon-small" />
      Read from WhatsApp now
    </Button>
  );
}
