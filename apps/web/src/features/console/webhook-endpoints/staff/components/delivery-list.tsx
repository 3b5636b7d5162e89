import type {
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookEndpoint,
} from '@portal/contract/console/webhook-endpoints';
import { retryWebhookDeliveries, retryWebhookDelivery } from '@portal/contract/console/webhook-endpoints';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { formatMoment, formatTimeOrMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { LinkTabs } from '../../../../../shared/ui/navigation/link-tabs.tsx';
import { useSendAgain, useSendFailedAgain, useWebhookDeliveries } from '../api/webhook-deliveries.ts';
import { deliveryState, deliveryStates, outcomeLabel } from '../webhook-labels.ts';
import { DeliveryDetail } from './delivery-detail.tsx';

const VIEWS = { all: 'All', pending: 'Waiting', failed: 'Failed', delivered: 'Delivered' } as const;
type View = keyof typeof VIEWS;

function viewOf(word: string | null): View {
  return word !== null && Object.hasOwn(VIEWS, word) ? (word as View) : 'all';
}

export type DeliveryListProps = {
  endpoint: WebhookEndpoint;
  /** The state in the address. */
  view: string | null;
};

/** What an endpoint was told, in one state or in any; each opens, and can be sent again. */
export function DeliveryList({ endpoint, view: word }: DeliveryListProps) {
  const view = viewOf(word);
  const state: WebhookDeliveryState | null = view === 'all' ? null : view;
  const deliveries = useWebhookDeliveries(endpoint.id, state);
  const address = `/admin/webhooks/${encodeURIComponent(endpoint.id)}`;
  return (
    <section aria-labelledby="deliveries-title" className="min-w-0">
      <h2 className="h3 mb-2" id="deliveries-title">
        Deliveries
      </h2>
      <LinkTabs
        label="Which deliveries"
        current={view}
        views={(Object.keys(VIEWS) as View[]).map((id) => ({
          id,
          to: id === 'all' ? address : `${address}?deliveries=${id}`,
          label: VIEWS[id],
        }))}
      />
      <div className="mt-5">
        <AsyncBoundary
          query={deliveries}
          failure="We could not load the deliveries"
          skeleton={<Skeleton className="h-60 w-full" />}
        >
          {(loaded) =>
            loaded.length === 0 ? (
              <EmptyState title={view === 'all' ? 'Nothing sent yet' : 'None in this state'}>
                Deliveries are kept for 30 days at least.
              </EmptyState>
            ) : (
              <>
                {view === 'failed' && endpoint.isOn && (
                  <Allowed to={retryWebhookDeliveries}>
                    <SendFailed endpointId={endpoint.id} oldest={loaded.at(-1)} />
                  </Allowed>
                )}
                <ul className="border-ink border-t">
                  {loaded.map((delivery) => (
                    <Row key={delivery.id} endpoint={endpoint} delivery={delivery} />
                  ))}
                </ul>
                <ShowMore query={deliveries} />
              </>
            )
          }
        </AsyncBoundary>
      </div>
    </section>
  );
}

/** Sends again what is listed, and what has failed since the oldest of it. */
function SendFailed({ endpointId, oldest }: { endpointId: string; oldest: WebhookDelivery | undefined }) {
  const sending = useSendFailedAgain(endpointId);
  const send = useMutateOnce(sending);
  if (!oldest) return null;
  const again = () =>
    send(oldest.createdAt, {
      onSuccess: ({ message }) => toast({ title: 'Failed deliveries', description: message }),
      onError: (error) => toast({ title: 'Not sent again', description: messageOf(error), variant: 'destructive' }),
    });
  return (
    <Button variant="secondary" className="mb-4" busy={sending.isPending} onClick={again}>
      Send all again since {formatMoment(oldest.createdAt)}
    </Button>
  );
}

function Row({ endpoint, delivery }: { endpoint: WebhookEndpoint; delivery: WebhookDelivery }) {
  const [isOpen, setIsOpen] = useState(false);
  const sending = useSendAgain(endpoint.id);
  const send = useMutateOnce(sending);
  const { id, event, attempts, lastStatus, lastError, createdAt, nextAttemptAt } = delivery;
  const title = `${event}, ${formatMoment(createdAt)}`;
  const again = () =>
    send(id, {
      onSuccess: ({ message }) => toast({ title: event, description: message }),
      onError: (error) => toast({ title: 'Not sent again', description: messageOf(error), variant: 'destructive' }),
    });
  return (
    <li className="border-line border-b py-3">
      <div className="grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="semi wrap-anywhere min-w-0">{event}</span>
            <StatusBadge status={deliveryState(delivery)} statuses={deliveryStates} />
          </p>
          <p className="muted small wrap-anywhere">
            <time dateTime={createdAt}>{formatMoment(createdAt)}</time>, {outcomeLabel(lastStatus, lastError)}
            {attempts > 1 && `, ${attempts} attempts`}
            {endpoint.isOn && nextAttemptAt && attempts > 0 && `, next ${formatTimeOrMoment(nextAttemptAt)}`}
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-2">
          <Button
            variant="quiet"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'}: ${title}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'}
          </Button>
          <Allowed to={retryWebhookDelivery}>
            {endpoint.isOn && (
              <Button variant="secondary" busy={sending.isPending} aria-label={`Send again: ${title}`} onClick={again}>
                {!sending.isPending && <RotateCw className="icon-small" />}
                Send again
              </Button>
            )}
          </Allowed>
        </div>
      </div>
      {isOpen && <DeliveryDetail endpointId={endpoint.id} delivery={id} />}
    </li>
  );
}
