import { collectingGateway, type PaymentStatus, paymentStatus } from '@portal/contract/billing/payments/payments';
import type { listStaffPayments } from '@portal/contract/billing/payments/staff-payments';
import { paidOutGateway } from '@portal/contract/billing/payments/staff-payouts';
import type { z } from 'zod/mini';

type Query = z.input<(typeof listStaffPayments)['query']>;

/** The views above the list: one for each kind of payment that waits for staff. */
export type PaymentView = 'all' | 'review' | 'approval' | 'dispute';

/**
 * Which payments are listed; an empty string is no limit. Days are those of Lagos, both included.
 */
export type PaymentFilter = {
  readonly view: PaymentView;
  readonly status: PaymentStatus | '';
  readonly gateway: string;
  readonly from: string;
  readonly to: string;
  readonly customer: string;
};

export const EVERYTHING: PaymentFilter = { view: 'all', status: '', gateway: '', from: '', to: '', customer: '' };

/** Monnify is both: it collects, and what goes back of its money is paid out by staff. */
export const GATEWAYS: readonly string[] = [
  ...new Set<string>([...collectingGateway.options, 'credit', ...paidOutGateway.options]),
];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function ifMatches(value: string | null, pattern: RegExp): string {
  return value !== null && pattern.test(value) ? value : '';
}

/** The filter in an address's query; invalid values are ignored. */
export function choiceOf(params: URLSearchParams): PaymentFilter {
  const view = params.get('view');
  const status = paymentStatus.safeParse(params.get('status'));
  const gateway = params.get('gateway') ?? '';
  return {
    view: view === 'review' || view === 'approval' || view === 'dispute' ? view : 'all',
    status: status.success ? status.data : '',
    gateway: GATEWAYS.includes(gateway) ? gateway : '',
    from: ifMatches(params.get('from'), DAY),
    to: ifMatches(params.get('to'), DAY),
    customer: ifMatches(params.get('customer'), /^[1-9]\d{0,8}$/),
  };
}

/** The address of a choice, as short as it can be. */
export function addressOf(choice: PaymentFilter): string {
  const { view, ...limits } = choice;
  const given = Object.entries({ view: view === 'all' ? '' : view, ...limits }).filter(([, value]) => value !== '');
  const query = new URLSearchParams(given).toString();
  return query ? `/admin/payments?${query}` : '/admin/payments';
}

/** The query parameters of a filter. */
export function queryOf({ view, status, gateway, from, to, customer }: PaymentFilter): Query {
  const wanted = view === 'review' ? 'review' : status;
  return {
    ...(wanted && { status: wanted }),
    ...(view === 'approval' && { refund: 'awaiting-approval' as const }),
    ...(view === 'dispute' && { dispute: 'open' as const }),
    ...(gateway && { gateway: gateway as Query['gateway'] }),
    ...(from && { from }),
    ...(to && { to }),
    ...(customer && { customer: Number(customer) }),
  };
}

/** Whether anything but the view limits the list. */
export function isLimited({ view: _view, ...limits }: PaymentFilter): boolean {
  return Object.values(limits).some((limit) => limit !== '');
}
