import type { AddressPool, GivenAddress } from '@portal/contract/network/addresses';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { usePoolAddresses } from '../api/addresses.ts';

/** Whose the addresses of a pool are and were. */
export function PoolAddressesDialog({ pool, onClose }: { pool: AddressPool; onClose: () => void }) {
  const given = usePoolAddresses(pool.id);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Addresses of ${bidiIsolate(pool.name)}`}
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <AsyncBoundary
        query={given}
        failure="We could not load the addresses"
        skeleton={<Skeleton className="mt-4 h-60 w-full" />}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState title="No address given yet">Give a line one on the page of its customer.</EmptyState>
          ) : (
            <>
              <ul className="mt-4 border-ink border-t">
                {loaded.map((each) => (
                  <Row key={each.id} given={each} />
                ))}
              </ul>
              <ShowMore query={given} />
            </>
          )
        }
      </AsyncBoundary>
    </Dialog>
  );
}

function Row({ given: { address, customer, from, until, freeFrom } }: { given: GivenAddress }) {
  return (
    <li className="grid gap-0.5 border-line border-b py-3">
      <p className="semi wrap-anywhere">{address}</p>
      <p className="small wrap-anywhere">
        <PageLink className="link" to={`/admin/customers/${customer.id}`}>
          {bidiIsolate(customer.name)}
        </PageLink>
        <span className="soft">
          , {until === null ? `since ${formatMoment(from)}` : `${formatMoment(from)} to ${formatMoment(until)}`}
        </span>
      </p>
      {freeFrom !== null && new Date(freeFrom) > now() && (
        <p className="muted small">Free on {formatMoment(freeFrom)}</p>
      )}
    </li>
  );
}
