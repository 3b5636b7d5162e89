import type { SettlementItem } from '@portal/contract/billing/gateway-settlements';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useSettlementItems } from '../api/settlements.ts';

const KINDS: Readonly<Record<SettlementItem['kind'], string>> = {
  payment: 'Payment',
  refund: 'Refund, taken off',
  chargeback: 'Chargeback, taken off',
};

/** The payments in a settlement, and what was taken off it. */
export function SettlementItems({ id, isBooked }: { id: string; isBooked: boolean }) {
  const items = useSettlementItems(id);
  return (
    <AsyncBoundary
      query={items}
      failure="We could not load what is in it"
      skeleton={<Skeleton className="h-40 w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <EmptyState title={isBooked ? 'It has no payments' : 'Not known yet'}>
            {!isBooked && 'Its payments are read once it is paid out.'}
          </EmptyState>
        ) : (
          <>
            <ul className="border-ink border-t">
              {loaded.map((item) => (
                <ItemRow key={item.id} item={item} />
              ))}
            </ul>
            <ShowMore query={items} />
          </>
        )
      }
    </AsyncBoundary>
  );
}

function ItemRow({ item: { kind, reference, vendorReference, isOurs, amount, fee } }: { item: SettlementItem }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-line border-b py-2 md:grid-cols-[minmax(0,1fr)_180px_110px_130px]">
      <div className="min-w-0">
        {isOurs ? (
          <PageLink
            className="link inline-flex min-h-11 items-center break-all"
            to={`/admin/payments/${encodeURIComponent(reference)}`}
          >
            {reference}
          </PageLink>
        ) : (
          <p className="break-all py-2.5">{reference}</p>
        )}
        <p className="small muted break-all">
          {vendorReference === reference ? '' : vendorReference}
          {!isOurs && (vendorReference === reference ? 'Not booked as ours' : ', not booked as ours')}
        </p>
      </div>
      <p className="small soft max-md:order-last">{KINDS[kind]}</p>
      <p className="small soft text-right max-md:order-last">{fee > 0 && `Fee ${formatExactNaira(fee)}`}</p>
      <p className="semi text-right">{formatExactNaira(kind === 'payment' ? amount : -amount)}</p>
    </li>
  );
}
