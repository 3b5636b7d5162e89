import type { Ledger } from '../ledger.ts';
import type { Order } from '../order.ts';
import type { Settlements } from '../settlements.ts';
import type { VirtualAccounts } from '../virtual-accounts/virtual-accounts.ts';
import { numberOf, type VendorAnswer, type VendorCall } from './vendor-route.ts';

const PER_PAGE = 20;

export interface FlutterwaveDependencies {
  readonly ledger: Ledger;
  readonly settlements: Settlements;
  readonly accounts: VirtualAccounts;
  readonly secretKey: string;
  readonly checkoutUrl: (order: Order) => string;
}

export function pageOf(found: readonly object[], query: VendorCall['query'], message: string): VendorAnswer {
  const page = Math.max(Math.trunc(numberOf(query.page)) || 1, 1);
  const pageInfo = { total: found.length, current_page: page, total_pages: Math.ceil(found.length / PER_PAGE) };
  const data = found.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  return { status: 200, body: { status: 'success', message, meta: { page_info: pageInfo }, data } };
}

export function done(message: string, data: object): VendorAnswer {
  return { status: 200, body: { status: 'success', message, data } };
}

/** Flutterwave's error body, also for a body that is not JSON. */
export function refusal(status: number, message: string): VendorAnswer {
  return { status, body: { status: 'error', message, data: null } };
}
