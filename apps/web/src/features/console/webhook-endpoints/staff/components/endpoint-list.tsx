import {
  createWebhookEndpoint,
  MOST_WEBHOOK_ENDPOINTS,
  type WebhookEndpoint,
} from '@portal/contract/console/webhook-endpoints';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useWebhookEndpoints } from '../api/webhook-endpoints.ts';
import { endpointProblem, endpointState, endpointStates, eventsLabel } from '../webhook-labels.ts';
import { NewEndpointDialog } from './endpoint-dialog.tsx';
import { EndpointSecret } from './endpoint-secret.tsx';

type Open = { readonly kind: 'new' } | { readonly kind: 'secret'; readonly secret: string } | null;

/** The operator's programs that are told what happens, with their states, and "New endpoint". */
export function EndpointList() {
  const endpoints = useWebhookEndpoints();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const isFull = (endpoints.data?.length ?? 0) >= MOST_WEBHOOK_ENDPOINTS;
  return (
    <div className="mt-6 max-w-4xl">
      {isFull ? (
        <p className="soft">There are {MOST_WEBHOOK_ENDPOINTS} endpoints. Delete one before you create another.</p>
      ) : (
        <Allowed to={createWebhookEndpoint}>
          <Button onClick={() => setOpen({ kind: 'new' })}>
            <Plus />
            New endpoint
          </Button>
        </Allowed>
      )}
      <div className="mt-6">
        <AsyncBoundary
          query={endpoints}
          failure="We could not load the webhook endpoints"
          skeleton={<Skeleton className="h-60 w-full" />}
        >
          {(loaded) =>
            loaded.length === 0 ? (
              <EmptyState title="No program is told of anything yet">
                Create an endpoint for your accounting, monitoring or app: it gets each payment, ticket or incident as
                it happens.
              </EmptyState>
            ) : (
              <ul className="border-ink border-t">
                {loaded.map((endpoint) => (
                  <Row key={endpoint.id} endpoint={endpoint} />
                ))}
              </ul>
            )
          }
        </AsyncBoundary>
      </div>
      {open?.kind === 'new' && (
        <NewEndpointDialog onClose={close} onCreated={(secret) => setOpen({ kind: 'secret', secret })} />
      )}
      {open?.kind === 'secret' && <EndpointSecret secret={open.secret} isRotated={false} onClose={close} />}
    </div>
  );
}

function Row({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, url, description, events, lastDelivery } = endpoint;
  const problem = endpointProblem(endpoint);
  return (
    <li className="grid grid-cols-1 gap-x-8 gap-y-1 border-line border-b py-3.5 sm:grid-cols-[minmax(0,1fr)_240px]">
      <div className="min-w-0">
        <PageLink
          className="link semi wrap-anywhere inline-flex min-h-11 items-center"
          to={`/admin/webhooks/${encodeURIComponent(id)}`}
        >
          {description || url}
        </PageLink>
        {description && <p className="small wrap-anywhere">{url}</p>}
        <p className="muted small wrap-anywhere">{eventsLabel(events)}</p>
      </div>
      <div className="grid min-w-0 content-start gap-1 sm:pt-2.5">
        <p>
          <StatusBadge status={endpointState(endpoint)} statuses={endpointStates} />
        </p>
        {problem && <p className="soft small">{problem}</p>}
        <p className="muted small wrap-anywhere">
          {lastDelivery ? (
            <>
              Last: {lastDelivery.event}, <time dateTime={lastDelivery.at}>{formatMoment(lastDelivery.at)}</time>
            </>
          ) : (
            'Nothing sent yet'
          )}
        </p>
      </div>
    </li>
  );
}
