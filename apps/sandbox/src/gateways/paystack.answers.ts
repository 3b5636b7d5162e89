import type { Ledger } from '../ledger.ts';
import type { Mandate } from '../mandate.ts';
import type { Mandates } from '../mandates.ts';
import type { Order } from '../order.ts';
import type { Settlements } from '../settlements.ts';
import type { VirtualAccounts } from '../virtual-accounts/virtual-accounts.ts';
import { numberOf, type VendorAnswer, type VendorCall } from './vendor-route.ts';

export interface PaystackDependencies {
  readonly ledger: Ledger;
  readonly settlements: Settlements;
  readonly mandates: Mandates;
  readonly mandateUrl: (mandate: Mandate) => string;
  readonly accounts: VirtualAccounts;
  readonly secretKey: string;
  readonly checkoutUrl: (order: Order) => string;
}

/** A page of a list, the numbers that it counts from the query. */
export function pageOf(found: readonly object[], query: VendorCall['query'], message: string): VendorAnswer {
  const perPage = Math.min(Math.max(Math.trunc(numberOf(query.perPage)) || 50, 1), 100);
  const page = Math.max(Math.trunc(numberOf(query.page)) || 1, 1);
  const skipped = (page - 1) * perPage;
  return {
    status: 200,
    body: {
      status: true,
      message,
      data: found.slice(skipped, skipped + perPage),
      meta: { total: found.length, skipped, perPage, page, pageCount: Math.ceil(found.length / perPage) },
    },
  };
}

export function done(message: string, data: object): VendorAnswer {
  return { status: 200, body: { status: true, message, data } };
}

/** Paystack's error body, also for a body that is not JSON. */
export function refusal(status: number, message: string, code: string): VendorAnswer {
  const meta = { nextStep: 'Check the request against the API reference' };
  return {
    status,
    body: { status: false, message, meta, type: status >= 500 ? 'api_error' : 'validation_error', code },
  };
}
