import { toKobo } from '@portal/kernel/money';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { fulfilPayment } from '../payments/fulfil-payment.ts';
import { findCustomer, insertPayment, type PaymentRow } from '../payments/payment.repository.ts';
import type { PaymentDependencies } from '../payments/payment-dependencies.ts';
import { publishPaymentUpdates } from '../payments/publish-payment-updates.ts';
import {
  describeOrder,
  type Priced,
  priceOrder,
  quoteNextPeriod,
  snapshotOf,
  type Wish,
} from '../pricing/quote-payment.ts';
import { findRecentCreditPayment } from './credit-payment.repository.ts';

/** Two clicks are one wish. */
const SAME_WISH_MS = 60_000;

/** Any number that no other feature uses for its advisory locks. */
const CREDIT_PAYMENT_LOCK = 411;

/** Makes a customer's payments from credit follow one another, so that the second sees what the first has done. */
async function queueUp(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CREDIT_PAYMENT_LOCK}, ${userId})`);
}

/** The credit is spent, or the month paid, since it was looked at: everything is undone. */
class NotPayable extends Error {}

type Order = Priced & { readonly userId: number; readonly email: string };

/** Null when something else has spent the credit since it was quoted: the caller has to undo everything. */
async function payPriced(
  deps: PaymentDependencies,
  tx: Transaction,
  order: Order,
  now: Date,
): Promise<PaymentRow | null> {
  const { quote, userId, email, subscriptionId, periodNumber, upgradeFromPlanId, bundleId } = order;
  const payment = await insertPayment(tx, {
    reference: deps.newReference(),
    ...{ userId, email, subscriptionId, periodNumber, upgradeFromPlanId, bundleId },
    planId: quote.plan.id,
    gateway: 'credit',
    amount: toKobo(0),
    creditUsed: quote.creditUsedKobo,
    status: 'successful',
    quote: snapshotOf(quote),
    description: describeOrder(order),
    ...{ createdAt: now, updatedAt: now, paidAt: now },
  });
  return payment && (await fulfilPayment(deps, tx, payment, 'customer', now)) ? payment : null;
}

type CreditOrder = Wish & {
  readonly userId: number;
  readonly email: string;
  /** Until when the page that asks shows the line as paid; null where it does not say. */
  readonly paidUntil: Date | null;
};

/** Whether this was bought less than a minute ago, and not asked for by a page that shows it already. What the clock, set back, has still to come to is no repeat. */
async function isRepeat(tx: Transaction, order: CreditOrder, now: Date): Promise<boolean> {
  const { userId, planId, purpose, bundleId = null, paidUntil } = order;
  if (!isUuid(bundleId ?? planId)) return false;
  const from = new Date(now.getTime() - SAME_WISH_MS);
  const until = new Date(now.getTime() + SAME_WISH_MS);
  const isUpgrade = purpose === 'upgrade';
  const bought = await findRecentCreditPayment(tx, { userId, planId, isUpgrade, bundleId, from, until });
  const isSeen = bundleId === null && !isUpgrade && bought?.paidUntil.getTime() === paidUntil?.getTime();
  return bought !== null && !isSeen;
}

/**
 * Pays one month of a plan, or what else is wished for, entirely from account credit, in one transaction, by the same grant as any other payment. A repeat within a minute
 * does nothing, unless the page that asks shows the month before as paid. Refuses with plan.not-found, payment.credit-too-low.
 */
export async function payWithCredit(deps: PaymentDependencies, order: CreditOrder): Promise<void> {
  const now = deps.clock();
  const paid = await runTransaction(deps.database, async (tx) => {
    await queueUp(tx, order.userId);
    if (await isRepeat(tx, order, now)) return null;
    const priced = await priceOrder(deps, tx, { ...order, now });
    const payment = priced.quote.totalKobo === 0 && (await payPriced(deps, tx, { ...order, ...priced }, now));
    if (!payment) throw new ApiError('payment.credit-too-low');
    return payment;
  });
  if (paid) await publishPaymentUpdates(deps, paid);
}

/**
 * Pays a month that has come due entirely from credit, in one transaction, by the same grant as any other payment. False, with nothing done, when the credit does
 * not cover it any more or the month is paid already: repeating is safe.
 */
export async function renewFromCredit(
  deps: PaymentDependencies,
  order: {
    readonly userId: number;
    readonly subscriptionId: string;
    readonly periodNumber: number;
    readonly planId: string;
    /** Whether the line is on auto-pay, with its saving. */
    readonly autoPay: boolean;
  },
): Promise<boolean> {
  const now = deps.clock();
  try {
    const paid = await runTransaction(deps.database, async (tx) => {
      await queueUp(tx, order.userId);
      const { email } = await findCustomer(tx, order.userId);
      const { quote, subscriptionId, periodNumber } = await quoteNextPeriod(deps, tx, { ...order, now });
      const isSame = subscriptionId === order.subscriptionId && periodNumber === order.periodNumber;
      const month = { ...order, email, quote, upgradeFromPlanId: null, bundleId: null };
      const payment = isSame && quote.totalKobo === 0 && (await payPriced(deps, tx, month, now));
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
