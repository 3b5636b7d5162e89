import { toKobo } from '@portal/kernel/money';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connection.ts';
import { isUuid } from '../../database/is-uuid.ts';
import { runTransaction } from '../../database/run-transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import { grantPayment } from './grant-payment.ts';
import { findCustomer, findRecentCreditPayment, insertPayment } from './payment.repository.ts';
import type { PaymentParts } from './payment-parts.port.ts';
import { describeOrder, type Priced, priceOrder, quoteNextPeriod, snapshotOf, type Wish } from './quote-payment.ts';

/** Two clicks are one wish; a second month within a minute is not. */
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

/** False when something else has spent the credit since it was quoted: the caller has to undo everything. */
async function payPriced(parts: PaymentParts, tx: Transaction, order: Order, now: Date): Promise<boolean> {
  const { quote, userId, email, subscriptionId, periodNumber, upgradeFromPlanId, bundleId } = order;
  const payment = await insertPayment(tx, {
    reference: parts.newReference(),
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
  return payment !== null && (await grantPayment(parts, tx, payment, 'customer', now)) !== null;
}

/**
 * Pays one month of a plan, or what else is wished for, entirely from account credit, in one transaction, by the same grant as any other payment. A repeat within a minute
 * does nothing. Refuses with plan.not-found, payment.credit-too-low.
 */
export async function payWithCredit(
  parts: PaymentParts,
  order: Wish & { readonly userId: number; readonly email: string },
): Promise<void> {
  const now = parts.clock();
  await runTransaction(parts.database, async (tx) => {
    await queueUp(tx, order.userId);
    const since = new Date(now.getTime() - SAME_WISH_MS);
    const { userId, planId, bundleId = null } = order;
    if (isUuid(bundleId ?? planId) && (await findRecentCreditPayment(tx, { userId, planId, bundleId, since }))) return;
    const priced = await priceOrder(parts, tx, { ...order, now });
    if (priced.quote.totalKobo !== 0 || !(await payPriced(parts, tx, { ...order, ...priced }, now))) {
      throw new Refusal('payment.credit-too-low');
    }
  });
}

/**
 * Pays a month that has come due entirely from credit, in one transaction, by the same grant as any other payment. False, with nothing done, when the credit does
 * not cover it any more or the month is paid already: repeating is safe.
 */
export async function renewFromCredit(
  parts: PaymentParts,
  order: {
    readonly userId: number;
    readonly subscriptionId: string;
    readonly periodNumber: number;
    readonly planId: string;
    /** Whether the line is on auto-pay, with its saving. */
    readonly autoPay: boolean;
  },
): Promise<boolean> {
  const now = parts.clock();
  try {
    await runTransaction(parts.database, async (tx) => {
      await queueUp(tx, order.userId);
      const { email } = await findCustomer(tx, order.userId);
      const { quote, subscriptionId, periodNumber } = await quoteNextPeriod(parts, tx, { ...order, now });
      const isSame = subscriptionId === order.subscriptionId && periodNumber === order.periodNumber;
      const month = { ...order, email, quote, upgradeFromPlanId: null, bundleId: null };
      if (!isSame || quote.totalKobo !== 0 || !(await payPriced(parts, tx, month, now))) throw new NotPayable();
    });
    return true;
  } catch (error) {
    if (error instanceof NotPayable) return false;
    throw error;
  }
}
