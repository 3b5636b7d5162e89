import type { Mail } from '@portal/kernel/messaging/mail';
import type { EndpointRow } from './webhook-endpoint.repository.ts';

const BECAUSE = {
  gone: 'Its server answered 410 Gone, which means that it wants no more of them.',
  failing: 'For three days no delivery has succeeded.',
} as const;

/** Tells a member of staff that an endpoint was switched off, and what to do. */
export function offMail(
  endpoint: EndpointRow,
  reason: keyof typeof BECAUSE,
  staff: { readonly id: number; readonly email: string },
  { origin, now }: { readonly origin: string; readonly now: Date },
): Mail {
  return {
    category: 'account',
    messageKey: `webhook-off:${endpoint.id}:${now.getTime()}:${staff.id}`,
    recipient: staff.email,
    subject: `Webhooks to ${new URL(endpoint.url).host} are switched off`,
    parts: [
      `${BECAUSE[reason]} The program at this address is not told of events until somebody switches it on again; events of that time are not kept for it.`,
      { facts: [{ label: 'Address', value: endpoint.url }] },
      { button: { label: 'Open the webhook endpoint', href: `${origin}/admin/webhooks/${endpoint.id}` } },
    ],
  };
}
