import type { Found, FoundGroup, FoundKind } from '@portal/contract/console/search';
import { formatMoment } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { formatPhone } from '../../../../shared/format/phone.ts';
import { paymentStatuses, subscriptionStatuses } from '../../../../shared/ui/feedback/status-badge.tsx';
import { ticketStatuses } from '../../../support/tickets/ticket-labels.ts';

const HEADINGS: Readonly<Record<FoundKind, string>> = {
  customer: 'Customers',
  line: 'Lines',
  payment: 'Payments',
  invoice: 'Invoices',
  'credit-note': 'Credit notes',
  receipt: 'Receipts',
  ticket: 'Tickets',
};

export function headingOf({ kind, similar }: FoundGroup): string {
  return similar ? 'Customers spelled nearly like it' : HEADINGS[kind];
}

/** The page that shows it: of a line and a document that of the customer. */
export function pageOf(kind: FoundKind, { id, customer }: Found): string {
  if (kind === 'payment') return `/admin/payments/${id}`;
  if (kind === 'ticket') return `/admin/tickets/${id}`;
  return `/admin/customers/${customer.id}`;
}

const STATUSES: Partial<Record<FoundKind, Readonly<Record<string, { readonly label: string }>>>> = {
  customer: { ...subscriptionStatuses, disabled: { label: 'Disabled' }, merged: { label: 'Merged' } },
  payment: paymentStatuses,
  ticket: ticketStatuses,
  invoice: { open: { label: 'Open' }, paid: { label: 'Paid' }, void: { label: 'Void' } },
  line: { open: { label: 'Access open' }, closed: { label: 'Access closed' } },
};

/** Its state in a word; undefined where it has none. */
export function statusOf(kind: FoundKind, { status }: Found): string | undefined {
  return status === null ? undefined : STATUSES[kind]?.[status]?.label;
}

/** What tells it from others like it. */
export function detailOf(kind: FoundKind, { notes, customer, amount, at }: Found): string {
  const when = at && (kind === 'line' ? `last online from ${formatMoment(at)}` : formatMoment(at));
  if (kind === 'customer') return notes.map((note) => (note.startsWith('+') ? formatPhone(note) : note)).join(', ');
  return [customer.name, ...notes, amount !== null && formatExactNaira(amount), when].filter(Boolean).join(', ');
}
