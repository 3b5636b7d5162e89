import { type countStaffTickets, type listStaffTickets, ticketTag } from '@portal/contract/support/staff-tickets';
import { type TicketCategory, ticketCategory } from '@portal/contract/support/tickets';
import type { z } from 'zod/mini';

type Query = z.input<(typeof listStaffTickets)['query']>;
type Counts = z.output<(typeof countStaffTickets)['answer']>;

type View = { readonly id: string; readonly label: string; readonly query: Query; readonly count?: keyof Counts };

/**
 * The views of staff, the first is the default. `count` is the key of its number in the server's
 * counts.
 */
export const ticketViews = [
  { id: 'waiting', label: 'Waiting', query: { status: 'waiting' }, count: 'waiting' },
  { id: 'mine', label: 'Mine', query: { status: 'waiting', assigned: 'me' }, count: 'mine' },
  { id: 'unassigned', label: 'Unassigned', query: { status: 'waiting', assigned: 'nobody' }, count: 'unassigned' },
  { id: 'overdue', label: 'Overdue', query: { status: 'waiting', overdue: 'true' }, count: 'overdue' },
  { id: 'unconfirmed', label: 'Unconfirmed', query: { status: 'waiting', unconfirmed: 'true' } },
  { id: 'resolved', label: 'Resolved', query: { status: 'resolved' } },
  { id: 'closed', label: 'Closed', query: { status: 'closed' } },
] as const satisfies readonly View[];

export type TicketView = (typeof ticketViews)[number]['id'];

/** Which tickets are listed; `category`, `tag` and `customer` null for all. */
export type TicketChoice = {
  readonly view: TicketView;
  readonly category: TicketCategory | null;
  readonly tag: string | null;
  readonly customer: number | null;
};

/**
 * The filter in an address's query; missing or invalid values are the first view, every category,
 * all customers.
 */
export function choiceOf(params: URLSearchParams): TicketChoice {
  const view = ticketViews.find(({ id }) => id === params.get('view'))?.id ?? 'waiting';
  const category = ticketCategory.safeParse(params.get('category'));
  const customer = /^[1-9]\d{0,8}$/.test(params.get('customer') ?? '') ? Number(params.get('customer')) : null;
  const tag = ticketTag.safeParse(params.get('tag'));
  return { view, category: category.success ? category.data : null, tag: tag.success ? tag.data : null, customer };
}

/** The address of a choice, as short as it can be. */
export function addressOf({ view, category, tag, customer }: TicketChoice): string {
  const params = new URLSearchParams({
    ...(view !== 'waiting' && { view }),
    ...(category && { category }),
    ...(tag && { tag }),
    ...(customer && { customer: String(customer) }),
  });
  return `${params}` === '' ? '/admin/tickets' : `/admin/tickets?${params}`;
}

/** The query parameters of a filter. */
export function queryOf({ view, category, tag, customer }: TicketChoice): Query {
  const { query } = ticketViews.find(({ id }) => id === view) ?? ticketViews[0];
  return { ...query, ...(category && { category }), ...(tag && { tag }), ...(customer && { customer }) };
}
