import type { WebhookDelivery, WebhookEndpoint } from '@portal/contract/console/webhook-endpoints';
import { webhookEventTypes } from '@portal/contract/console/webhook-events';
import { CircleAlert, CircleCheck, CirclePause, CircleX, Clock, TriangleAlert } from 'lucide-react';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

export const endpointStates: Record<string, StatusLook> = {
  on: { label: 'On', kind: 'ok', icon: CircleCheck },
  failing: { label: 'Failing', kind: 'warn', icon: TriangleAlert },
  off: { label: 'Off', kind: 'mute', icon: CirclePause },
  'switched-off': { label: 'Switched off', kind: 'bad', icon: CircleX },
};

/** The state of an endpoint in `endpointStates`; `switched-off` by the portal, not by staff. */
export function endpointState({ isOn, offReason, failingSince }: WebhookEndpoint): string {
  if (!isOn) return offReason === 'staff' ? 'off' : 'switched-off';
  return failingSince === null ? 'on' : 'failing';
}

/** Why an endpoint is off, or what is wrong with it; null where nothing is. */
export function endpointProblem({ isOn, offReason, failingSince }: WebhookEndpoint): string | null {
  if (!isOn && offReason === 'gone') return 'Its server answered 410 Gone: it wants no more webhooks.';
  if (!isOn && offReason === 'failing') return 'No delivery succeeded for three days.';
  if (!isOn) return 'It is told of nothing while it is off.';
  return failingSince === null ? null : 'The latest deliveries have failed. They are tried again for three days.';
}

export const deliveryStates: Record<string, StatusLook> = {
  waiting: { label: 'Waiting', kind: 'info', icon: Clock },
  retrying: { label: 'Retrying', kind: 'warn', icon: CircleAlert },
  delivered: { label: 'Delivered', kind: 'ok', icon: CircleCheck },
  failed: { label: 'Failed', kind: 'bad', icon: CircleX },
};

/** The state of a delivery in `deliveryStates`. */
export function deliveryState({ state, lastStatus, lastError }: WebhookDelivery): string {
  if (state !== 'pending') return state;
  return lastStatus === null && lastError === null ? 'waiting' : 'retrying';
}

const REASONS = new Map(
  Object.entries({
    ECONNREFUSED: 'Nobody listens at this address',
    ECONNRESET: 'The connection was cut',
    ENOTFOUND: 'There is no such host',
    EAI_AGAIN: 'The host’s name could not be looked up',
    CERT_HAS_EXPIRED: 'The certificate has expired',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is not signed by an authority',
    ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host',
  }),
);

/** The outcome of an attempt: 'HTTP 503', or why there was no answer. */
export function outcomeLabel(status: number | null, error: string | null): string {
  if (status !== null) return `HTTP ${status}`;
  if (error === null) return 'Not tried yet';
  const reason = REASONS.get(error) ?? error;
  return reason.slice(0, 1).toUpperCase() + reason.slice(1);
}

const GROUPS = ['customer', 'line', 'session', 'invoice', 'payment', 'voucher', 'ticket', 'incident'] as const;
const GROUP_NAMES: Readonly<Record<(typeof GROUPS)[number], string>> = {
  customer: 'Customers',
  line: 'Lines',
  session: 'Sessions',
  invoice: 'Invoices',
  payment: 'Payments',
  voucher: 'Vouchers',
  ticket: 'Tickets',
  incident: 'Incidents',
};

/** The events to choose from, by what they are about. */
export const eventGroups = GROUPS.map((group) => ({
  name: GROUP_NAMES[group],
  events: webhookEventTypes.filter((type) => type.startsWith(`${group}.`)),
}));

/** 'All 21 events', or their names. */
export function eventsLabel(events: readonly string[]): string {
  return events.length === webhookEventTypes.length ? `All ${events.length} events` : events.join(', ');
}
