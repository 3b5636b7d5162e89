import type { DeliveryKind, FailedDelivery } from '@portal/contract/console/operations';
import { retryDeliveries } from '@portal/contract/console/operations';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { LinkTabs } from '../../../../../shared/ui/navigation/link-tabs.tsx';
import { useDeliveryCounts, useFailedDeliveries, useRetry } from '../api/deliveries.ts';
import { DELIVERY_KINDS } from '../operations-labels.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { RetryAllDialog } from './retry-all-dialog.tsx';
import { SectionHead } from './section-head.tsx';

export type DeliveryListProps = {
  kind: DeliveryKind;
  /** The address of another kind. */
  addressOf: (kind: DeliveryKind) => string;
};

/** What could not be delivered or processed in the last 30 days, of one kind, with "Retry". */
export function DeliveryList({ kind, addressOf }: DeliveryListProps) {
  const deliveries = useFailedDeliveries(kind);
  const counts = useDeliveryCounts().data;
  const kinds = Object.keys(DELIVERY_KINDS) as DeliveryKind[];
  return (
    <section aria-labelledby="deliveries-title">
      <SectionHead id="deliveries-title" title="Failed deliveries" query={deliveries} />
      <LinkTabs
        label="Which deliveries"
        current={kind}
        views={kinds.map((id) => ({
          id,
          to: addressOf(id),
          label: DELIVERY_KINDS[id].name,
          mark: counts && <Badge kind={counts[id].total > 0 ? 'warn' : 'mute'}>{counts[id].total}</Badge>,
        }))}
      />
      <div className="mt-5">
        <AsyncBoundary
          query={deliveries}
          failure="We could not load the failed deliveries"
          skeleton={<Skeleton className="h-[9.25rem] w-full" />}
        >
          {(loaded) =>
            loaded.length === 0 ? (
              <EmptyState title="Nothing failed in the last 30 days">{DELIVERY_KINDS[kind].none}</EmptyState>
            ) : (
              <>
                <Deliveries key={kind} kind={kind} deliveries={loaded} retryable={counts?.[kind].retryable ?? 0} />
                <ShowMore query={deliveries} />
              </>
            )
          }
        </AsyncBoundary>
      </div>
    </section>
  );
}

type DeliveriesProps = { kind: DeliveryKind; deliveries: readonly FailedDelivery[]; retryable: number };

function Deliveries({ kind, deliveries, retryable }: DeliveriesProps) {
  const [asking, setAsking] = useState(false);
  const retrying = useRetry(kind);
  const retry = useMutateOnce(retrying);
  const { name } = DELIVERY_KINDS[kind];
  return (
    <>
      {retryable > 1 && (
        <Allowed to={retryDeliveries}>
          <Button variant="secondary" className="mb-4" onClick={() => setAsking(true)}>
            Retry all {retryable.toLocaleString('en-NG')}
          </Button>
        </Allowed>
      )}
      <ul className="border-ink border-t">
        {deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            kind={kind}
            delivery={delivery}
            busy={retrying.isPending && retrying.variables === delivery.id}
            onRetry={() =>
              retry(delivery.id, {
                onSuccess: ({ message }) => toast({ title: name, description: message }),
                onError: (error) =>
                  toast({ title: 'Not retried', description: messageOf(error), variant: 'destructive' }),
              })
            }
          />
        ))}
      </ul>
      {asking && <RetryAllDialog kind={kind} count={retryable} onClose={() => setAsking(false)} />}
    </>
  );
}
