import type { PaymentQuote } from '@portal/contract/billing/payments';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import { computeQuote, type Quote, upgradePrice } from '../payments/payment.policy.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';
import type { PaymentDependencies, PlanForSale } from '../payments/payment-dependencies.ts';

/** What a payment is to buy: the next month, or a dearer plan for the rest of the one under way. */
export type Purpose = 'period' | 'upgrade';

/** What a customer wants to pay for. With `bundleId` it is extra data for the month under way, and the plan says nothing. */
export type Wish = { readonly planId: string; readonly purpose: Purpose; readonly bundleId?: string | null };

/** A quote with what it is for. */
export type Priced = {
  readonly quote: PlanQuote;
  readonly subscriptionId: string;
  readonly periodNumber: number;
  /** The plan that an upgrade leaves; null for a month. */
  readonly upgradeFromPlanId: string | null;
  readonly bundleId: string | null;
};

/** A quote with the plan it is for. */
export type PlanQuote = Quote & { readonly plan: PlanForSale };

async function requirePlan(
  deps: Pick<PaymentDependencies, 'findPlanFor'>,
  queryable: Queryable,
  order: { readonly userId: number; readonly planId: string },
): Promise<PlanForSale> {
  const plan = await deps.findPlanFor(queryable, order);
  if (!plan) throw new ApiError('plan.not-found');
  return plan;
}

async function quotePlan(
  deps: Pick<PaymentDependencies, 'hasFirstMonthDiscount' | 'addsVat'>,
  queryable: Queryable,
  userId: number,
  plan: PlanForSale,
  autoPay = false,
): Promise<PlanQuote> {
  const firstMonth = await deps.hasFirstMonthDiscount(queryable, userId);
  const creditKobo = await findCredit(queryable, userId);
  // The auto-pay saving is for renewals that are charged automatically; who pays by hand does not get it.
  const quote = computeQuote({
    planName: plan.name,
    priceKobo: plan.priceKobo,
    firstMonth,
    autoPay,
    addsVat: deps.addsVat,
    creditKobo,
  });
  return { ...quote, plan };
}

/**
 * What this customer would pay now for a plan, also for their own when it is retired: from the catalogue, their referral and their credit, never from what a client sent. Reserves nothing.
 * Throws ApiError plan.not-found.
 */
export async function quotePayment(
  deps: Pick<PaymentDependencies, 'findPlanFor' | 'hasFirstMonthDiscount' | 'addsVat'>,
  queryable: Queryable,
  order: { readonly userId: number; readonly planId: string },
): Promise<PlanQuote> {
  return quotePlan(deps, queryable, order.userId, await requirePlan(deps, queryable, order));
}

/**
 * The quote with the period that it is for. Holds the line until the transaction ends, so that no settlement comes between number and price: the first month's
 * discount is never given for the second. Throws ApiError plan.not-found.
 */
export async function quoteNextPeriod(
  deps: Pick<PaymentDependencies, 'findPlanFor' | 'hasFirstMonthDiscount' | 'addsVat' | 'ensureSubscription'>,
  tx: Transaction,
  order: { readonly userId: number; readonly planId: string; readonly autoPay?: boolean; readonly now: Date },
): Promise<{ readonly quote: PlanQuote; readonly subscriptionId: string; readonly periodNumber: number }> {
  const plan = await requirePlan(deps, tx, order);
  const line = await deps.ensureSubscription(tx, { userId: order.userId, plan, now: order.now });
  const quote = await quotePlan(deps, tx, order.userId, plan, order.autoPay);
  return { quote, subscriptionId: line.subscriptionId, periodNumber: line.nextPeriodNumber };
}

/**
 * What a dearer plan costs for the rest of the month under way, by the day, with its line held until the transaction ends. Refuses with plan.not-found,
 * subscription.none, subscription.not-running, subscription.same-plan, subscription.paid-ahead, subscription.not-dearer.
 */
export async function quoteUpgrade(
  deps: Pick<PaymentDependencies, 'findPlanFor' | 'addsVat' | 'findUpgrade'>,
  tx: Transaction,
  order: { readonly userId: number; readonly planId: string; readonly now: Date },
): Promise<Priced> {
  const plan = await requirePlan(deps, tx, order);
  const month = await deps.findUpgrade(tx, { ...order, planId: plan.id });
  const { fromPlanName, remainingDays, totalDays, subscriptionId, periodNumber, fromPlanId } = month;
  const priceKobo = upgradePrice({ fromKobo: month.feeKobo, toKobo: plan.priceKobo, remainingDays, totalDays });
  if (priceKobo <= 0) throw new ApiError('subscription.not-dearer');
  const quote = computeQuote({
    planName: plan.name,
    item: `${plan.name} instead of ${fromPlanName}, ${remainingDays} of ${totalDays} days`,
    ...{ priceKobo, firstMonth: false, autoPay: false, addsVat: deps.addsVat },
    creditKobo: await findCredit(tx, order.userId),
  });
  return {
    ...{ quote: { ...quote, plan }, subscriptionId, periodNumber },
    ...{ upgradeFromPlanId: fromPlanId, bundleId: null },
  };
}

/**
 * What extra data for the month under way cost, with the line held until the transaction ends. Refuses with bundle.not-found, bundle.unlimited,
 * subscription.not-running.
 */
export async function quoteBundle(
  deps: Pick<PaymentDependencies, 'findBundleForSale' | 'addsVat'>,
  tx: Transaction,
  order: { readonly userId: number; readonly bundleId: string; readonly now: Date },
): Promise<Priced> {
  const { plan, bundle, subscriptionId, periodNumber } = await deps.findBundleForSale(tx, order);
  const quote = computeQuote({
    planName: plan.name,
    item: `${bundle.name}: ${bundle.gigabytes} GB of extra data`,
    ...{ priceKobo: bundle.priceKobo, firstMonth: false, autoPay: false, addsVat: deps.addsVat },
    creditKobo: await findCredit(tx, order.userId),
  });
  const bought = { subscriptionId, periodNumber, upgradeFromPlanId: null, bundleId: bundle.id };
  return { quote: { ...quote, plan }, ...bought };
}

/** Prices what a payment is to buy. Refuses as quoteNextPeriod, quoteUpgrade and quoteBundle do. */
export async function priceOrder(
  deps: Pick<
    PaymentDependencies,
    'findPlanFor' | 'hasFirstMonthDiscount' | 'addsVat' | 'ensureSubscription' | 'findUpgrade' | 'findBundleForSale'
  >,
  tx: Transaction,
  order: Wish & { readonly userId: number; readonly now: Date },
): Promise<Priced> {
  const { bundleId = null } = order;
  if (bundleId !== null) return quoteBundle(deps, tx, { ...order, bundleId });
  if (order.purpose === 'upgrade') return quoteUpgrade(deps, tx, order);
  return { ...(await quoteNextPeriod(deps, tx, order)), upgradeFromPlanId: null, bundleId: null };
}

/** How a payment for it is called. */
export function describeOrder({ quote, upgradeFromPlanId, bundleId }: Priced): string {
  if (bundleId !== null) return quote.lines[0]?.label ?? quote.plan.name;
  return upgradeFromPlanId === null ? `${quote.plan.name}, one month` : `Upgrade to ${quote.plan.name}`;
}

/** The quote as it crosses the wire, in naira. */
export function presentQuote(quote: PlanQuote): PaymentQuote {
  return {
    plan: { id: quote.plan.id, name: quote.plan.name },
    lines: quote.lines.map(({ label, amountKobo }) => ({ label, amount: nairaFromKobo(amountKobo) })),
    total: nairaFromKobo(quote.totalKobo),
    currency: 'NGN',
  };
}

/** The quote as the payment row keeps it, whatever becomes of plan and price. */
export function snapshotOf(quote: PlanQuote): PaymentRow['quote'] {
  const lines = quote.lines.map(({ label, amountKobo }) => ({ label, amountKobo }));
  return { planName: quote.plan.name, monthlyFeeKobo: quote.plan.priceKobo, lines };
}
