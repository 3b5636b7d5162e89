import type { DeliveryKind, Instance } from '@portal/contract/console/operations';
import { CircleAlert, CircleCheck, CirclePause, CircleX, Clock, TriangleAlert } from 'lucide-react';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';
import type { JobStatus } from './job-status.ts';

export const jobStatuses: Record<JobStatus, StatusLook> = {
  succeeded: { label: 'Succeeded', kind: 'ok', icon: CircleCheck },
  failed: { label: 'Failing', kind: 'bad', icon: TriangleAlert },
  held: { label: 'Clock is wrong', kind: 'warn', icon: Clock },
  unknown: { label: 'Not run yet', kind: 'mute' },
};

export const instanceStates: Record<Instance['state'], StatusLook> = {
  running: { label: 'Running', kind: 'ok', icon: CircleCheck },
  stopped: { label: 'Stopped', kind: 'mute', icon: CirclePause },
  gone: { label: 'Gone', kind: 'bad', icon: CircleX },
};

export const deliveryStates: Record<string, StatusLook> = {
  failed: { label: 'Failed', kind: 'bad', icon: CircleX },
  retrying: { label: 'Retrying', kind: 'warn', icon: CircleAlert },
};

export const DELIVERY_KINDS: Readonly<Record<DeliveryKind, { readonly name: string; readonly none: string }>> = {
  webhook: { name: 'Webhooks', none: 'Every webhook about a payment was processed, or waits for its first attempt.' },
  email: { name: 'Emails', none: 'Every email was taken by the mail server, or waits for its first attempt.' },
  sms: { name: 'Texts', none: 'Every text was taken by the SMS provider, or waits for its first attempt.' },
  push: { name: 'Pushes', none: 'Every push was taken by the browser’s service, or waits for its first attempt.' },
};

/** The kind in an address; webhooks where it names none. */
export function deliveryKindOf(word: string | null): DeliveryKind {
  return word !== null && Object.hasOwn(DELIVERY_KINDS, word) ? (word as DeliveryKind) : 'webhook';
}

const QUEUES = new Map(
  Object.entries({
    webhooks: 'Webhooks to process',
    'pending-payments': 'Pending payments to check',
    refunds: 'Refunds to check',
    'card-charges': 'Card charges',
    renewals: 'Renewals',
    'prepaid-periods': 'Prepaid months to start',
    messages: 'Messages to send',
    'radius-actions': 'RADIUS actions',
    chats: 'Chats waiting for an agent',
    'outage-credits': 'Outage credits',
  }),
);

export function queueLabel(name: string): string {
  return QUEUES.get(name) ?? name;
}
