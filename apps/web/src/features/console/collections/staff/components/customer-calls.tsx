import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatTimeOrMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { CallBackList } from '../../../call-backs/staff/components/call-back-list.tsx';
import { useCollectionCalls } from '../api/collections.ts';
import { outcomeNames } from '../collection-labels.ts';

/** The last call about what a customer owes, and the calls that are arranged with them. */
export function CustomerCalls({ customer: { id } }: { customer: { readonly id: number } }) {
  const calls = useCollectionCalls(id);
  return (
    <div className="grid gap-3">
      <AsyncBoundary
        query={calls}
        failure="We could not load the calls"
        skeleton={<Skeleton className="h-12 w-full" />}
      >
        {([last]) =>
          last ? (
            <p className="break-words">
              <span className="semi">{outcomeNames[last.outcome]}</span>
              <span className="soft">
                , {formatTimeOrMoment(last.at)}
                {last.by && `, ${bidiIsolate(last.by)}`}
                {last.note && `: ${bidiIsolate(last.note)}`}
              </span>
            </p>
          ) : (
            <p className="small muted">Nobody has called about what is owed.</p>
          )
        }
      </AsyncBoundary>
      <CallBackList customerId={id} empty="No call is arranged." />
    </div>
  );
}
