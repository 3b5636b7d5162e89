import type { WebhookEndpoint } from '@portal/contract/console/webhook-endpoints';
import { changeWebhookEndpoint } from '@portal/contract/console/webhook-endpoints';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { useNow } from '../../../../../shared/ui/hooks/use-now.ts';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { endpointProblem, endpointState, endpointStates, eventsLabel } from '../webhook-labels.ts';
import { DeliveryList } from './delivery-list.tsx';
import { EndpointActions, type EndpointActionsProps } from './endpoint-actions.tsx';

const MINUTE_MS = 60_000;

export type EndpointViewProps = EndpointActionsProps & { view: string | null };

/** One endpoint: its state, its settings, what it was told. */
export function EndpointView({ endpoint, view, onDeleted }: EndpointViewProps) {
  const { url, description } = endpoint;
  const problem = endpointProblem(endpoint);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="h2 wrap-anywhere min-w-0">{description || new URL(url).host}</h1>
        <StatusBadge status={endpointState(endpoint)} statuses={endpointStates} />
      </div>
      {problem && <p className="soft mt-1.5">{problem}</p>}
      <div className="mt-6 grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_380px]">
        <div className="order-2 min-w-0 lg:order-1">
          <DeliveryList endpoint={endpoint} view={view} />
        </div>
        <div className="order-1 grid min-w-0 grid-cols-1 gap-6 lg:order-2">
          <Allowed to={changeWebhookEndpoint}>
            <EndpointActions endpoint={endpoint} onDeleted={onDeleted} />
          </Allowed>
          <Settings endpoint={endpoint} />
        </div>
      </div>
    </>
  );
}

function Settings({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { url, events, createdBy, createdAt, failingSince, previousSecretUntil } = endpoint;
  const now = useNow(MINUTE_MS);
  const isTurning = previousSecretUntil !== null && Date.parse(previousSecretUntil) > now.getTime();
  return (
    <DescriptionList
      className="border-line border-y py-4"
      facts={[
        { label: 'Address', value: <span className="wrap-anywhere">{url}</span> },
        { label: 'Events', value: <span className="wrap-anywhere">{eventsLabel(events)}</span> },
        { label: 'Created', value: `${formatMoment(createdAt)} by ${bidiIsolate(createdBy.name)}` },
        ...(failingSince ? [{ label: 'Failing since', value: formatMoment(failingSince) }] : []),
        ...(isTurning ? [{ label: 'Old secret', value: `Valid until ${formatMoment(previousSecretUntil)}` }] : []),
      ]}
    />
  );
}
