import { type EInvoiceList, retryEInvoices, testEInvoicing } from '@portal/contract/billing/e-invoices';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { ConfirmDialog } from '../../../../../shared/staff/confirm-dialog.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Panel } from '../../../../../shared/ui/layout/panel.tsx';
import { useRetryEInvoice, useTestEInvoicing } from '../api/e-invoices.ts';

const count = (many: number) => many.toLocaleString('en-NG');

/** How the queue stands: through whom, how much waits and since when, and whether our keys are taken. */
export function EInvoiceQueue({ queue }: { queue: EInvoiceList }) {
  const { provider, waiting, refused, oldestAt, keysRefused } = queue;
  const open = waiting + refused;
  const facts = [
    { label: 'Waiting', value: count(waiting) },
    { label: 'Refused', value: count(refused) },
    { label: 'The oldest since', value: oldestAt ? formatMoment(oldestAt) : 'None' },
    { label: 'Provider', value: provider ?? '' },
  ];
  return (
    <Panel className="grid gap-5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="small soft">{label}</dt>
            <dd className="h4 wrap-anywhere mt-0.5">{value}</dd>
          </div>
        ))}
      </dl>
      {keysRefused && (
        <Alert kind="bad">
          The provider rejects our keys, so nothing is registered. Put the present ones into EINVOICE_API_KEY and
          EINVOICE_API_SECRET and restart the portal: what waits is then sent by itself.
        </Alert>
      )}
      <div className="flex flex-wrap items-start gap-2.5">
        {open > 0 && (
          <Allowed to={retryEInvoices}>
            <RetryAll open={open} />
          </Allowed>
        )}
        <Allowed to={testEInvoicing}>
          <TestProvider />
        </Allowed>
      </div>
    </Panel>
  );
}

function RetryAll({ open }: { open: number }) {
  const [asking, setAsking] = useState(false);
  const retrying = useRetryEInvoice();
  const retry = useMutateOnce(retrying);
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        <RotateCw className="icon-small" />
        Retry all {count(open)}
      </Button>
      {asking && (
        <ConfirmDialog
          title="Retry all"
          confirm="Send them now"
          busy={retrying.isPending}
          error={retrying.error}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            retry(null, {
              onSuccess: ({ message }) => {
                toast({ title: 'E-invoices', description: message });
                setAsking(false);
              },
            })
          }
        >
          Refused documents are made anew from what is stored now, and everything that waits is sent at once. Nothing is
          registered twice: each keeps its number.
        </ConfirmDialog>
      )}
    </>
  );
}

function TestProvider() {
  const testing = useTestEInvoicing();
  const test = useMutateOnce(testing);
  const { data, error, isPending } = testing;
  return (
    <>
      <Button variant="secondary" busy={isPending} busyLabel="Asking..." onClick={() => test()}>
        Test the provider
      </Button>
      {!isPending && data && (
        <Alert kind={data.works ? 'ok' : 'bad'} className="basis-full">
          {data.message}
        </Alert>
      )}
      {!isPending && error && (
        <Alert kind="bad" className="basis-full">
          {messageOf(error)}
        </Alert>
      )}
    </>
  );
}
