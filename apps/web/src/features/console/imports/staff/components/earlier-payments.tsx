import type { EarlierPayment } from '@portal/contract/console/earlier-payments';
import { listEarlierPayments } from '@portal/contract/console/earlier-payments';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { formatDay, formatMoment } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';

/** The length of the answer. */
const MOST = 20;

/**
 * What a customer paid in an earlier system, for reading: nothing is shown for whom nothing was
 * imported.
 */
export function EarlierPayments({ customerId }: { customerId: number }) {
  const payments = useQuery({
    queryKey: [listEarlierPayments.path, customerId],
    queryFn: () => callEndpoint(listEarlierPayments, { params: { id: customerId } }),
  });
  return (
    <AsyncBoundary query={payments} failure="We could not load the payments of the earlier system" skeleton={null}>
      {(loaded) => loaded.length > 0 && <List payments={loaded} />}
    </AsyncBoundary>
  );
}

function List({ payments }: { payments: readonly EarlierPayment[] }) {
  return (
    <section aria-labelledby="earlier-payments" className="border-line border-b py-6 last:border-b-0">
      <h2 className="h4" id="earlier-payments">
        Paid in the earlier system
      </h2>
      <p className="small muted mb-2">
        Imported for reading. It is no money of this portal: no figure counts it, and it cannot be refunded here.
      </p>
      <ul>
        {payments.map(({ id, number, amount, paidAt, method, planName, paidUntil, description }) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-line border-t py-3 first:border-t-0"
          >
            <div className="min-w-0">
              <p className="wrap-anywhere">{planName ?? description ?? 'Payment'}</p>
              <p className="small muted wrap-anywhere">
                {[
                  formatMoment(paidAt),
                  method,
                  number,
                  paidUntil && `until ${formatDay(paidUntil)}`,
                  planName && description,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </div>
            <p className="semi text-right">{formatExactNaira(amount)}</p>
          </li>
        ))}
      </ul>
      {payments.length === MOST && (
        <p className="small muted mt-2">The last {MOST}: earlier-payments.csv at Exports has all.</p>
      )}
    </section>
  );
}
