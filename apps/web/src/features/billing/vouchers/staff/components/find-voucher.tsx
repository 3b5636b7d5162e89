import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../../../shared/api/api-error.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDay, formatMoment } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { ErrorState } from '../../../../../shared/ui/async/error-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useVoucher } from '../api/voucher-batches.ts';
import { voucherLooks, wayName } from '../batch-labels.ts';

/** A voucher by the number that is printed beside its PIN: what it is worth, and what became of it. */
export function FindVoucher() {
  const [typed, setTyped] = useState('');
  const [serial, setSerial] = useState('');
  function find(event: FormEvent) {
    event.preventDefault();
    setSerial(typed.trim());
  }
  return (
    <>
      <form className="flex max-w-md flex-wrap items-end gap-3" onSubmit={find} aria-label="Find a voucher">
        <div className="min-w-0 flex-1">
          <Field
            label="Serial number"
            placeholder="0007-00042"
            autoComplete="off"
            maxLength={40}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <Button type="submit" variant="secondary">
          Find
        </Button>
      </form>
      {serial && <Found serial={serial} />}
    </>
  );
}

function Found({ serial }: { serial: string }) {
  const { data, error, isPending, refetch, isFetching } = useVoucher(serial);
  if (error instanceof ApiError && error.status === 404) return <p className="mt-4">No voucher has this number.</p>;
  if (error) {
    return (
      <ErrorState title="We could not look it up" error={error} onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  if (isPending) return <Skeleton className="mt-4 h-32 w-full max-w-md" />;
  const { payment, usedAt, stoppedAt, stopReason } = data;
  return (
    <div className="mt-4 max-w-md" aria-live="polite">
      <DescriptionList
        className="border-line border-y py-4"
        facts={[
          { label: 'Voucher', value: data.serial },
          { label: 'State', value: <StatusBadge status={data.status} statuses={voucherLooks} /> },
          { label: 'Value', value: formatExactNaira(data.amount) },
          { label: 'Valid to', value: formatDay(`${data.until}T12:00:00Z`) },
          ...(usedAt ? [{ label: 'Used', value: `${formatMoment(usedAt)}, ${wayName(data.via)}` }] : []),
          ...(payment
            ? [
                {
                  label: 'For',
                  value: (
                    <PageLink className="link" to={`/admin/payments/${payment.reference}`}>
                      {bidiIsolate(payment.customer.name)}
                    </PageLink>
                  ),
                },
              ]
            : []),
          ...(stoppedAt ? [{ label: 'Stopped', value: `${formatMoment(stoppedAt)}: ${stopReason ?? ''}` }] : []),
          {
            label: 'Batch',
            value: (
              <PageLink className="link" to={`/admin/vouchers/${data.batch}`}>
                {data.batch}
              </PageLink>
            ),
          },
        ]}
      />
    </div>
  );
}
