import type { AttentionKind, receivableAges } from '@portal/contract/console/overview';
import { CircleAlert, Clock, type LucideIcon, Send, TriangleAlert } from 'lucide-react';
import { formatNaira } from '../../../../shared/format/naira.ts';
import type { BadgeKind } from '../../../../shared/ui/feedback/badge.tsx';

type AttentionLook = {
  /** For one, and for several. */
  readonly names: readonly [one: string, several: string];
  readonly badge: { readonly label: string; readonly kind: BadgeKind; readonly icon: LucideIcon };
  /** What the time says. */
  readonly since: string;
  readonly to: string;
};

const urgent = { label: 'Urgent', kind: 'bad', icon: TriangleAlert } as const;
const review = { label: 'Review', kind: 'warn', icon: Clock } as const;
const retry = { label: 'Retry', kind: 'mute', icon: Send } as const;

export const attentionLooks: Readonly<Record<AttentionKind, AttentionLook>> = {
  'incidents-open': {
    names: ['Open incident', 'Open incidents'],
    badge: { label: 'Incident', kind: 'bad', icon: TriangleAlert },
    since: 'Since',
    to: '/admin/network',
  },
  'chats-waiting': {
    names: ['Chat waiting', 'Chats waiting'],
    badge: urgent,
    since: 'The oldest since',
    to: '/admin/inbox',
  },
  'identity-approvals': {
    names: ['Waits for a second person', 'Wait for a second person'],
    badge: urgent,
    since: 'The oldest since',
    to: '/admin/customers',
  },
  'call-backs-due': {
    names: ['Customer waits for a call', 'Customers wait for a call'],
    badge: { label: 'Call', kind: 'warn', icon: Clock },
    since: 'The oldest was due',
    to: '/admin/collections?call-backs',
  },
  'tickets-overdue': {
    names: ['Ticket over its SLA', 'Tickets over their SLA'],
    badge: { label: 'Overdue', kind: 'bad', icon: CircleAlert },
    since: 'The oldest was due',
    to: '/admin/tickets?view=overdue',
  },
  'logins-shared': {
    names: ['Login that may be shared', 'Logins that may be shared'],
    badge: review,
    since: 'The oldest since',
    to: '/admin/network/shared-logins',
  },
  'payments-review': {
    names: ['Payment to review', 'Payments to review'],
    badge: review,
    since: 'The oldest of',
    to: '/admin/payments?view=review',
  },
  'money-unmatched': {
    names: ['Transfer without a customer', 'Transfers without a customer'],
    badge: { label: 'Match', kind: 'warn', icon: Clock },
    since: 'The oldest since',
    to: '/admin/unmatched-money',
  },
  'e-invoices-refused': {
    names: ['Document refused by the tax authority', 'Documents refused by the tax authority'],
    badge: { label: 'Mend', kind: 'bad', icon: CircleAlert },
    since: 'The oldest since',
    to: '/admin/accounting/e-invoices?state=refused',
  },
  'e-invoices-late': {
    names: ['Document not registered for 18 hours', 'Documents not registered for 18 hours'],
    badge: { label: 'Late', kind: 'bad', icon: Clock },
    since: 'The oldest since',
    to: '/admin/accounting/e-invoices?state=waiting',
  },
  'refunds-approval': {
    names: ['Refund to approve', 'Refunds to approve'],
    badge: review,
    since: 'The oldest of',
    to: '/admin/payments?view=approval',
  },
  'refunds-to-pay-out': {
    names: ['Refund to pay out for more than a day', 'Refunds to pay out for more than a day'],
    badge: { label: 'Pay out', kind: 'warn', icon: Clock },
    since: 'The oldest since',
    to: '/admin/counter',
  },
  'settlement-findings': {
    names: ['Finding in what a gateway paid out', 'Findings in what gateways paid out'],
    badge: review,
    since: 'The oldest of',
    to: '/admin/accounting/settlements?view=findings',
  },
  'bank-lines-waiting': {
    names: ['Line of the bank waits', 'Lines of the bank wait'],
    badge: { label: 'Match', kind: 'warn', icon: Clock },
    since: 'The oldest of',
    to: '/admin/accounting/bank',
  },
  'webhooks-failed': {
    names: ['Gateway webhook failed', 'Gateway webhooks failed'],
    badge: retry,
    since: 'Since',
    to: '/admin/operations',
  },
  'messages-failed': {
    names: ['Message not delivered', 'Messages not delivered'],
    badge: retry,
    since: 'Since',
    to: '/admin/operations',
  },
  'endpoints-failing': {
    names: ['Webhook endpoint failing', 'Webhook endpoints failing'],
    badge: retry,
    since: 'Since',
    to: '/admin/webhooks',
  },
  'grievances-overdue': {
    names: ['Grievance not answered in time', 'Grievances not answered in time'],
    badge: { label: 'Overdue', kind: 'bad', icon: CircleAlert },
    since: 'The oldest was due',
    to: '/admin/grievances',
  },
  'incident-duties-due': {
    names: ['Duty of a security incident', 'Duties of security incidents'],
    badge: urgent,
    since: 'Earliest due',
    to: '/admin/security-incidents',
  },
};

export const ageLabels: Readonly<Record<(typeof receivableAges)[number], string>> = {
  'not-due': 'Not yet due',
  '1-30': '1 to 30 days',
  '31-60': '31 to 60 days',
  'over-60': 'Over 60 days',
};

const MAGNITUDES = [
  [1e12, 'tn'],
  [1e9, 'bn'],
  [1e6, 'm'],
] as const;

/** '₦58.4 m' from a million on, '₦1.2 bn' from a billion on, else '₦4,702'. */
export function formatRoughNaira(naira: number): string {
  const [one, name] = MAGNITUDES.find(([least]) => naira >= least) ?? [];
  return one === undefined ? formatNaira(naira) : `₦${(naira / one).toFixed(1)} ${name}`;
}

/** '2.4 TB', '310 GB', '3.1 GB'. */
export function formatTraffic(gigabytes: number): string {
  return gigabytes >= 1000 ? `${(gigabytes / 1000).toFixed(1)} TB` : `${gigabytes.toFixed(gigabytes < 10 ? 1 : 0)} GB`;
}

/** '1.2 Gbps', '640 Mbps'. */
export function formatRate(mbps: number): string {
  return mbps >= 1000 ? `${(mbps / 1000).toFixed(1)} Gbps` : `${mbps} Mbps`;
}
