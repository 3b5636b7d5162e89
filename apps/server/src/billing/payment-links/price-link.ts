import { type Kobo, toKobo } from '@portal/kernel/money';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { priceCredit } from '../credit/price-credit.ts';
import type { Priced } from '../payments/product.port.ts';
import { quotePayment } from '../pricing/quote-payment.ts';
import { findNextPeriodNumber } from '../subscriptions/last-subscription.repository.ts';
import type { PaymentLinkRow } from './payment-link.repository.ts';

type Pricing = Pick<BillingDependencies, 'products' | 'addedVat'>;
type Priceable = Pick<PaymentLinkRow, 'kind' | 'userId' | 'lineId' | 'amount' | 'chargeId' | 'planId' | 'periodNumber'>;

/** What a link can be for has been paid otherwise, or is not sold any more. */
const GONE: ReadonlySet<string> = new Set(['charge.paid', 'charge.not-found', 'plan.not-found']);

async function price(deps: Pricing, tx: Transaction, link: Priceable, now: Date): Promise<Priced> {
  const { userId, lineId, chargeId } = link;
  if (link.kind === 'sum') return priceCredit(tx, { lineId, amountKobo: link.amount });
  const planId = link.planId ?? '';
  const wish = { planId, purpose: 'period' as const, chargeId, userId, lineId, now };
  return deps.products[link.kind === 'charge' ? 'charge' : 'period'].quote(deps, tx, wish);
}

/**
 * What a link costs now, priced as its customer's own payment would be; null where nothing is left
 * to pay of it.
 */
export async function priceLink(deps: Pricing, tx: Transaction, link: Priceable, now: Date): Promise<Priced | null> {
  try {
    const priced = await price(deps, tx, link, now);
    const isOtherMonth = link.kind === 'month' && priced.periodNumber !== link.periodNumber;
    return isOtherMonth || priced.quote.totalKobo === 0 ? null : priced;
  } catch (error) {
    if (error instanceof ApiError && GONE.has(error.code)) return null;
    throw error;
  }
}

/** The same sum, without a plan being chosen by somebody who only looks; zero where nothing is left. */
export async function findLinkAmount(
  deps: Pricing,
  queryable: Queryable,
  link: PaymentLinkRow,
  now: Date,
): Promise<Kobo> {
  if (link.kind !== 'month') {
    const priced = await queryable.transaction((tx) => priceLink(deps, tx, link, now));
    return priced?.quote.totalKobo ?? toKobo(0);
  }
  const { userId, lineId, planId } = link;
  if ((await findNextPeriodNumber(queryable, lineId)) !== link.periodNumber) return toKobo(0);
  try {
    return (await quotePayment(deps, queryable, { userId, lineId, planId: planId ?? '' })).totalKobo;
  } catch (error) {
    if (error instanceof ApiError && GONE.has(error.code)) return toKobo(0);
    throw error;
  }
}
