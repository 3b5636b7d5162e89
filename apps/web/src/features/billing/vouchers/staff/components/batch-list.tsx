import type { VoucherBatch } from '@portal/contract/billing/staff-vouchers';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDate, formatDay } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useVoucherBatches } from '../api/voucher-batches.ts';
import { batchLooks, batchName } from '../batch-labels.ts';

/** Batches of vouchers, newest first; all, or those of one agent. Each leads to its page. */
export function BatchList({ agentId }: { agentId?: number }) {
  const batches = useVoucherBatches(agentId);
  return (
    <AsyncBoundary
      query={batches}
      failure="We could not load the batches"
      skeleton={<Skeleton className="h-72 w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <EmptyState title="No vouchers yet">
            {agentId === undefined
              ? 'Make a batch, print it, and sell the cards yourself or through agents.'
              : 'This agent has bought none.'}
          </EmptyState>
        ) : (
          <>
            <ul className="border-ink border-t">
              {loaded.map((batch) => (
                <BatchRow key={batch.number} batch={batch} isNamed={agentId === undefined} />
              ))}
            </ul>
            <ShowMore query={batches} />
          </>
        )
      }
    </AsyncBoundary>
  );
}

function BatchRow({ batch, isNamed }: { batch: VoucherBatch; isNamed: boolean }) {
  const { number, kind, count, amount, total, used, status, agent, createdAt, until } = batch;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1.5 border-line border-b py-3.5 hover:bg-sheet md:grid-cols-[minmax(0,1fr)_180px_150px]">
      <div className="min-w-0">
        <PageLink className="semi after:absolute after:inset-0 hover:underline" to={`/admin/vouchers/${number}`}>
          {batchName(number)}
        </PageLink>
        <p className="small soft wrap-anywhere">
          {kind === 'imported' ? `${count} codes of an earlier system` : `${count} of ${formatExactNaira(amount)}`}
          {isNamed && agent && `, ${bidiIsolate(agent.name)}`}
        </p>
        <p className="small muted">
          {formatDate(createdAt)}, valid to {formatDay(`${until}T12:00:00Z`)}
        </p>
      </div>
      <p className="max-md:order-last">
        <StatusBadge status={status} statuses={batchLooks} />
      </p>
      <div className="self-start text-right md:self-center">
        <p className="semi">{formatExactNaira(total)}</p>
        <p className="small soft">
          {used} of {count} used
        </p>
      </div>
    </li>
  );
}
