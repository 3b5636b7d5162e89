import { toKobo } from '@portal/kernel/money';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connection.ts';
import { runTransaction } from '../../database/run-transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import { grantPayment } from './grant-payment.ts';
import { findRecentCreditPayment, insertPayment } from './payment.repository.ts';
import type { PaymentParts } from './payment-parts.port.ts';
import { quoteNextPeriod, snapshotOf } from './quote-payment.ts';

/** Two clicks are one wish; a second month within a minute is not. */
const SAME_WISH_MS = 60_000;

/** Any number that no other feature uses for its advisory locks. */
const CREDIT_PAYMENT_LOCK = 411;

/** Makes a customer's payments from credit follow one another, so that the second sees what the first has done. */
async function queueUp(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CREDIT_PAYMENT_LOCK}, ${userId})`);
}

/**
 * Pays one month of a plan entirely from account credit, in one transaction, by the same grant as any other payment. A repeat within a minute
 * does nothing. Refuses with plan.not-found, payment.credit-too-low.
 */
export async function payWithCredit(
  parts: PaymentParts,
  order: { readonly userId: number; readonly email: string; readonly planId: string },
): Promise<void> {
  const now = parts.clock();
  await runTransaction(parts.database, async (tx) => {
    await queueUp(tx, order.userId);
    const { quote, subscriptionId, periodNumber } = await quoteNextPeriod(parts, tx, { ...order, now });
    const { plan } = quote;
    const since = new Date(now.getTime() - SAME_WISH_MS);
    if (await findRecentCreditPayment(tx, { userId: order.userId, planId: plan.id, since })) return;
    if (quote.totalKobo !== 0) throw new Refusal('payment.credit-too-low');
    const payment = await insertPayment(tx, {
      reference: parts.newReference(),
      userId: order.userId,
      subscriptionId,
      planId: plan.id,
      periodNumber,
      gateway: 'credit',
      amount: toKobo(0),
      creditUsed: quote.creditUsedKobo,
      status: 'successful',
      quote: snapshotOf(quote),
      email: order.email,
      description: `${plan.name}, one month`,
      createdAt: now,
      updatedAt: now,
      paidAt: now,
    });
    // Credit spent by another payment since it was quoted: everything is undone.
    if (!payment || !(await grantPayment(parts, tx, payment, 'customer', now))) {
      throw new Refusal('payment.credit-too-low');
    }
  });
}
