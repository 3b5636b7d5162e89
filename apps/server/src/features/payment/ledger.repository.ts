import { addKobo, type Kobo, koboFromDecimal, toKobo } from '@portal/kernel/money';
import { and, eq, exists, gte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../database/connection.ts';
import { creditBalances, ledgerEntries } from '../../database/schema/payment.ts';

/** Debits positive, credits negative. `userId` names the customer whom an entry of account `credit` belongs to. */
export type Entry = {
  readonly account: `gateway:${string}` | 'credit' | 'revenue' | 'referral-rewards' | 'refunds';
  readonly amountKobo: Kobo;
};

/** Posts one balanced transaction, once by its key: a second one fails on the unique key. Entries of zero are left out. */
export async function postEntries(
  tx: Transaction,
  posting: {
    readonly transactionKey: string;
    readonly userId: number;
    readonly paymentId: string;
    readonly entries: readonly Entry[];
    readonly now: Date;
  },
): Promise<void> {
  const entries = posting.entries.filter((entry) => entry.amountKobo !== 0);
  if (addKobo(...entries.map((entry) => entry.amountKobo)) !== 0) {
    throw new Error(`the entries of ${posting.transactionKey} do not add up to zero`);
  }
  if (entries.length === 0) return;
  await tx.insert(ledgerEntries).values(
    entries.map((entry) => ({
      transactionKey: posting.transactionKey,
      account: entry.account,
      userId: posting.userId,
      paymentId: posting.paymentId,
      amount: entry.amountKobo,
      createdAt: posting.now,
    })),
  );
}

/** What the customer may spend now; zero when they never had any. */
export async function findCredit(queryable: Queryable, userId: number): Promise<Kobo> {
  const [row] = await queryable.select().from(creditBalances).where(eq(creditBalances.userId, userId));
  return row?.balance ?? toKobo(0);
}

/** Takes the amount from the balance if it is all there; false, and nothing taken, when it is not. */
export async function spendCredit(tx: Transaction, userId: number, amountKobo: Kobo): Promise<boolean> {
  if (amountKobo === 0) return true;
  const spent = await tx
    .update(creditBalances)
    .set({ balance: sql`${creditBalances.balance} - ${sql.param(amountKobo, creditBalances.balance)}` })
    .where(and(eq(creditBalances.userId, userId), gte(creditBalances.balance, amountKobo)))
    .returning({ userId: creditBalances.userId });
  return spent.length === 1;
}

export async function addCredit(tx: Transaction, userId: number, amountKobo: Kobo): Promise<void> {
  await tx
    .insert(creditBalances)
    .values({ userId, balance: amountKobo })
    .onConflictDoUpdate({
      target: creditBalances.userId,
      set: { balance: sql`${creditBalances.balance} + excluded.balance` },
    });
}

/** What referrals have brought the customer: credit that was booked against `referral-rewards`, less what was taken back. */
export async function sumReferralRewards(queryable: Queryable, userId: number): Promise<Kobo> {
  const reward = alias(ledgerEntries, 'reward');
  const isReward = queryable
    .select({ one: sql`1` })
    .from(reward)
    .where(and(eq(reward.transactionKey, ledgerEntries.transactionKey), eq(reward.account, 'referral-rewards')));
  const [row] = await queryable
    .select({ amount: sql<string>`coalesce(-sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.userId, userId), eq(ledgerEntries.account, 'credit'), exists(isReward)));
  return koboFromDecimal(row?.amount ?? '0');
}
