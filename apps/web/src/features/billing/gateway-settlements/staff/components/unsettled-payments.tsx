import { listUnsettledPayments, type SettlementGateway } from '@portal/contract/billing/gateway-settlements';
import { useState } from 'react';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { DataAsOf } from '../../../../../shared/ui/async/data-as-of.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useUnsettledPayments } from '../api/settlements.ts';

type Props = { gateway: SettlementGateway };

/** The payments that should be in a settlement by now, behind a button. */
export function UnsettledPayments({ gateway }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="small soft">
        Paid here, and in no settlement. Ask {gateway.name} for them when the next one does not have them either.
      </p>
      <div>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Show them
        </Button>
      </div>
      {isOpen && (
        <Dialog open onClose={() => setOpen(false)} title={`${gateway.name}: not settled yet`}>
          <UnsettledList gateway={gateway} />
        </Dialog>
      )}
    </>
  );
}

function UnsettledList({ gateway: { gateway, unsettled } }: Props) {
  const payments = useUnsettledPayments(gateway);
  return (
    <AsyncBoundary
      query={payments}
      failure="We could not load the payments"
      skeleton={<Skeleton className="mt-4 h-40 w-full" />}
    >
      {(loaded) => (
        <div className="mt-4">
          <DataAsOf label="As of" path={listUnsettledPayments.path} />
          <ul className="border-line border-t">
            {loaded.map(({ reference, amount, paidAt, days }) => (
              <li
                key={reference}
                className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2"
              >
                <span className="min-w-0">
                  <PageLink
                    className="link inline-flex min-h-11 items-center break-all"
                    to={`/admin/payments/${encodeURIComponent(reference)}`}
                  >
                    {reference}
                  </PageLink>
                  <span className="small muted block">
                    Paid {formatMoment(paidAt)}, {days} days ago
                  </span>
                </span>
                <span className="semi">{formatExactNaira(amount)}</span>
              </li>
            ))}
          </ul>
          {unsettled && unsettled.count > loaded.length && (
            <p className="small soft mt-3">
              The oldest {loaded.length} of {unsettled.count}.
            </p>
          )}
        </div>
      )}
    </AsyncBoundary>
  );
}
