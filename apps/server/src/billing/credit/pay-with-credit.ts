import { toKobo } from '@portal/kernel/money';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { kindOfWish } from '../payments/payment.policy.ts';
import { type EventSource, findCustomer, insertPayment, type PaymentRow } from '../payments/payment.repository.ts';
import type { Priced, Product, Wish } from '../payments/product.port.ts';
import { fulfilPayment } from '../payments/settlement/fulfil-payment.ts';
import { publishPaymentUpdates } from '../payments/settlement/publish-payment-updates.ts';
import { snapshotOf } from '../pricing/quote-payment.ts';
import { type Also, nothingElse } from '../subscriptions/also.ts';
import { findSubscription } from '../subscriptions/find-subscription.ts';
import { findRecentCreditPayment } from './credit-payment.repository.ts';

/** Two clicks are one wish. */
const SAME_WISH_MS = 60_000;

/** Any number that no other feature uses for its advisory locks. */
const CREDIT_PAYMENT_LOCK = 411;

/**
 * Makes a customer's payments from credit follow one another, so that the second sees what the
 * first has done.
 */
export async function queueUp(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CREDIT_PAYMENT_LOCK}, ${userId})`);
}

/** The credit is spent, or the month paid, since it was looked at: everything is undone. */
class NotPayable extends Error {}

type Order = Priced & { readonly userId: number; readonly email: string };

/**
 * Pays for what credit covers whole, as any other payment. Null when something else has spent the
 * credit since it was quoted: the caller has to undo everything.
 */
export async function payPriced(
  deps: BillingDependencies,
  tx: Transaction,
  order: Order,
  now: Date,
  source: EventSource = 'customer',
): Promise<PaymentRow | null> {
  const { quote, userId, email, subscriptionId, periodNumber, upgradeFromPlanId, bundleId, chargeId } = order;
  const { invoiceId = null } = order;
  const payment = await insertPayment(tx, {
    reference: deps.newReference(),
    userId,
    email,
    subscriptionId,
    periodNumber,
    upgradeFromPlanId,
    bundleId,
    chargeId,
    invoiceId,
    planId: quote.plan.id,
    gateway: 'credit',
    amount: toKobo(0),
    creditUsed: quote.creditUsedKobo,
    status: 'successful',
    quote: snapshotOf(quote),
    description: order.description,
    createdAt: now,
    updatedAt: now,
    paidAt: now,
  });
  return payment && (await fulfilPayment(deps, tx, payment, source, now)) ? payment : null;
}

type CreditOrder = Wish & {
  readonly userId: number;
  readonly lineId: number;
  readonly email: string;
  /** Until when the page that asks shows the line as paid; null where it does not say. */
  readonly paidUntil: Date | null;
};

/**
 * Whether this was bought less than a minute ago, and not asked for by a page that shows it
 * already. What the clock, set back, has still to come to is no repeat.
 */
async function isRepeat(tx: Transaction, product: Product, order: CreditOrder, now: Date): Promise<boolean> {
  const from = new Date(now.getTime() - SAME_WISH_MS);
  const until = new Date(now.getTime() + SAME_WISH_MS);
  const bought = await findRecentCreditPayment(tx, { ...order, from, until });
  const isSeen = product.extendsPaidTime && bought?.paidUntil.getTime() === order.paidUntil?.getTime();
  return bought !== null && !isSeen;
}

/**
 * Pays for a product entirely from account credit, in one transaction, fulfilled as any other
 * payment. A repeat within a minute does nothing, unless the page that asks shows the month before
 * as paid. Throws what the quote of the product throws, and payment.credit-too-low.
 */
export async function payWithCredit(
  deps: BillingDependencies,
  order: CreditOrder,
  also: Also = nothingElse,
): Promise<void> {
  const now = deps.clock();
  const product = deps.products[kindOfWish(order)];
  const paid = await runTransaction(deps.database, async (tx) => {
    await queueUp(tx, order.userId);
    if (await isRepeat(tx, product, order, now)) return null;
    const priced = await product.quote(deps, tx, { ...order, now });
    const payment = priced.quote.totalKobo === 0 && (await payPriced(deps, tx, { ...order, ...priced }, now));
    if (!payment) throw new ApiError('payment.credit-too-low');
    await also(tx, await findSubscription(tx, order.lineId, deps.rules));
    return payment;
  });
  if (paid) await publishPaymentUpdates(deps, paid);
}

/**
 * Pays a month that has come due entirely from credit, in one transaction, fulfilled as any other
 * payment. False, with nothing done, when the credit does not cover it any more or the month is
 * paid already: repeating is safe.
 */
export async function renewFromCredit(
  deps: BillingDependencies,
  order: {
    readonly userId: number;
    readonly lineId: number;
    readonly subscriptionId: string;
    readonly periodNumber: number;
    readonly planId: string;
    /** Whether the subscription is on auto-pay, with its saving. */
    readonly autoPay: boolean;
  },
): Promise<boolean> {
  const now = deps.clock();
  try {
    const paid = await runTransaction(deps.database, async (tx) => {
      await queueUp(tx, order.userId);
      const { email } = await findCustomer(tx, order.userId);
      const wish = { ...order, purpose: 'period' as const, now };
      const priced = await deps.products.period.quote(deps, tx, wish);
      const isSame = priced.subscriptionId === order.subscriptionId && priced.periodNumber === order.periodNumber;
      const isCovered = isSame && priced.quote.totalKobo === 0;
      const month = { ...priced, userId: order.userId, email };
      const payment = isCovered && (await payPriced(deps, tx, month, now));
      if (!payment) throw new NotPayable();
      return payment;
    });
    await publishPaymentUpdates(deps, paid);
    return true;
  } catch (error) {
    if (error instanceof NotPayable) return false;
    throw error;
  }
}
