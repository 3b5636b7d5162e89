import type { PaymentQuote } from '@portal/contract/billing/payments/payments';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { VatRules } from '../../platform/settings/vat-rules.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';
import type { PlanQuote } from '../payments/product.port.ts';
import { hasFirstMonthDiscount } from '../referrals/has-first-month-discount.ts';
import { findPlanForSale, type PlanForSale } from './find-plan-for-sale.ts';
import { computeQuote } from './quote.policy.ts';

type Settings = Pick<VatRules, 'addedVat'>;

/** The plan that this customer can pay for. Throws plan.not-found. */
export async function requirePlan(
  queryable: Queryable,
  order: { readonly lineId: number; readonly planId: string },
): Promise<PlanForSale> {
  const plan = await findPlanForSale(queryable, order);
  if (!plan) throw new ApiError('plan.not-found');
  return plan;
}

/** What this customer owes for one month of a plan. */
export async function quotePlan(
  { addedVat }: Settings,
  queryable: Queryable,
  userId: number,
  plan: PlanForSale,
  autoPay = false,
): Promise<PlanQuote> {
  const firstMonth = await hasFirstMonthDiscount(queryable, userId);
  const creditKobo = await findCredit(queryable, userId);
  // The auto-pay saving is for renewals that are charged automatically, not for manual payments.
  const quote = computeQuote({
    planName: plan.name,
    priceKobo: plan.priceKobo,
    firstMonth,
    autoPay,
    addons: plan.addons,
    addedVat: addedVat(plan.issuedVatRate),
    creditKobo,
  });
  return { ...quote, plan };
}

/**
 * What this customer would pay now for a plan, also for their own when it is retired: from the
 * catalogue, their referral and their credit, never from what a client sent. Reserves nothing.
 * Throws plan.not-found.
 */
export async function quotePayment(
  settings: Settings,
  queryable: Queryable,
  order: { readonly userId: number; readonly lineId: number; readonly planId: string },
): Promise<PlanQuote> {
  return quotePlan(settings, queryable, order.userId, await requirePlan(queryable, order));
}

/** The quote in the API's answer, in naira. */
export function presentQuote(quote: PlanQuote): PaymentQuote {
  return {
    // Empty for a charge of an account without a plan: pages of the previous release need a text.
    plan: { id: quote.plan.id ?? '', name: quote.plan.name },
    lines: quote.lines.map(({ label, amountKobo }) => ({ label, amount: nairaFromKobo(amountKobo) })),
    total: nairaFromKobo(quote.totalKobo),
    currency: 'NGN',
  };
}

/** The quote in the payment row, unaffected by later changes of plan and price. */
export function snapshotOf(quote: PlanQuote): PaymentRow['quote'] {
  const lines = quote.lines.map(({ label, amountKobo }) => ({ label, amountKobo }));
  const { vatRate } = quote;
  const addonIds = quote.plan.addons?.map(({ id }) => id) ?? [];
  return {
    planName: quote.plan.name,
    monthlyFeeKobo: quote.plan.priceKobo,
    lines,
    ...(vatRate !== undefined && { vatRate }),
    ...(addonIds.length > 0 && { addonIds }),
  };
}
