import { addKobo, type Kobo, koboFromDecimal, minKobo, toKobo } from '@portal/kernel/money';
import { and, desc, eq, exists, gte, inArray, like, lt, notInArray, notLike, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { creditBalances, ledgerEntries } from '../../platform/database/schema/billing/ledger.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';

/** Where money is, or who has it: vouchers were paid for before they are used. */
export type MoneyAccount =
  | `gateway:${string}`
  | `payouts:${string}`
  | `till:${number}`
  | `bank:${number}`
  | 'bank'
  | 'vouchers'
  | `agent:${number}`;

/** Debits positive, credits negative. `userId` is the customer of an entry of account `credit`. */
export type Entry = {
  readonly account:
    | MoneyAccount
    | 'credit'
    | 'revenue'
    | 'withholding-tax-receivable'
    | 'referral-rewards'
    | 'refunds'
    | 'chargebacks'
    | 'till-differences'
    | 'adjustments'
    | 'account-merges'
    | 'opening-balances'
    | 'opening-invoices'
    | 'receivable'
    | 'bad-debts'
    | 'gateway-fees'
    | 'input-vat'
    | 'stamp-duty'
    | 'suspense'
    | 'unmatched-money'
    | 'bank-charges'
    | 'bank-interest'
    | 'agent-commissions'
    | 'voucher-expiries';
  readonly amountKobo: Kobo;
};

type Posting = {
  readonly transactionKey: string;
  /** Null, as the payment, where money moves that is no customer's. */
  readonly userId: number | null;
  readonly paymentId: string | null;
  readonly entries: readonly Entry[];
  readonly now: Date;
};

/**
 * Posts one balanced transaction, once by its key: a second one violates the unique key. Entries of
 * zero are left out.
 */
export async function postEntries(tx: Transaction, posting: Posting): Promise<void> {
  await postAll(tx, [posting]);
}

/** Posts several transactions by one statement, each as `postEntries` does; all of them or none. */
export async function postAll(tx: Transaction, postings: readonly Posting[]): Promise<void> {
  const rows = postings.flatMap((posting) => {
    if (addKobo(...posting.entries.map((entry) => entry.amountKobo)) !== 0) {
      throw new Error(`the entries of ${posting.transactionKey} do not add up to zero`);
    }
    const entries = posting.entries.filter((entry) => entry.amountKobo !== 0);
    return entries.map((entry) => ({
      transactionKey: posting.transactionKey,
      account: entry.account,
      userId: posting.userId,
      paymentId: posting.paymentId,
      amount: entry.amountKobo,
      createdAt: posting.now,
    }));
  });
  if (rows.length > 0) await tx.insert(ledgerEntries).values(rows);
}

/** The money in one account. */
export async function sumAccount(queryable: Queryable, account: MoneyAccount): Promise<Kobo> {
  const [row] = await queryable
    .select({ balance: sql<string>`coalesce(sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.account, account));
  return koboFromDecimal(row?.balance ?? '0');
}

/** What the customer may spend now; zero when they never had any. */
export async function findCredit(queryable: Queryable, userId: number): Promise<Kobo> {
  const [row] = await queryable.select().from(creditBalances).where(eq(creditBalances.userId, userId));
  return row?.balance ?? toKobo(0);
}

/**
 * Takes the amount from the balance if all of it is available; false, and nothing taken, otherwise.
 */
export async function spendCredit(tx: Transaction, userId: number, amountKobo: Kobo): Promise<boolean> {
  if (amountKobo === 0) return true;
  const spent = await tx
    .update(creditBalances)
    .set({ balance: sql`${creditBalances.balance} - ${sql.param(amountKobo, creditBalances.balance)}` })
    .where(and(eq(creditBalances.userId, userId), gte(creditBalances.balance, amountKobo)))
    .returning({ userId: creditBalances.userId });
  return spent.length === 1;
}

/**
 * Takes as much of the amount as is available, also with concurrent spending; returns how much that
 * was.
 */
export async function takeCredit(tx: Transaction, userId: number, wantedKobo: Kobo): Promise<Kobo> {
  const [held] = await tx.select().from(creditBalances).where(eq(creditBalances.userId, userId)).for('no key update');
  const amountKobo = minKobo(held?.balance ?? toKobo(0), wantedKobo);
  await spendCredit(tx, userId, amountKobo);
  return amountKobo;
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

/**
 * A customer's referral rewards: credit that was booked against `referral-rewards`, less what was
 * taken back.
 */
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

/**
 * One customer's credit entries, newest first, each with the balance after it; older than the entry
 * `before` when it is given.
 */
export async function listCreditEntries(
  queryable: Queryable,
  page: {
    readonly userId: number;
    readonly before: number | null;
    readonly from: Date | null;
    readonly until: Date | null;
    readonly limit: number;
  },
) {
  const lines = queryable.$with('lines').as(
    queryable
      .select({
        id: ledgerEntries.id,
        key: ledgerEntries.transactionKey,
        at: ledgerEntries.createdAt,
        amount: sql<string>`-${ledgerEntries.amount}`.as('credited'),
        balanceAfter: sql<string>`-sum(${ledgerEntries.amount}) over (order by ${ledgerEntries.id})`.as(
          'balance_after',
        ),
        reference: payments.reference,
      })
      .from(ledgerEntries)
      .leftJoin(payments, eq(payments.id, ledgerEntries.paymentId))
      .where(and(eq(ledgerEntries.userId, page.userId), eq(ledgerEntries.account, 'credit'))),
  );
  const rows = await queryable
    .with(lines)
    .select()
    .from(lines)
    .where(
      and(
        page.before === null ? undefined : lt(lines.id, page.before),
        page.from ? gte(lines.at, page.from) : undefined,
        page.until ? lt(lines.at, page.until) : undefined,
      ),
    )
    .orderBy(desc(lines.id))
    .limit(page.limit);
  return rows.map((row) => ({
    ...row,
    amount: koboFromDecimal(row.amount),
    balanceAfter: koboFromDecimal(row.balanceAfter),
  }));
}

/** How many friends a customer was rewarded for, without refunded ones. */
export async function countRewarded(queryable: Queryable, userId: number): Promise<number> {
  const [row] = await queryable
    .select({ count: sql<number>`count(*)::int` })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, ledgerEntries.paymentId))
    .where(
      and(
        eq(ledgerEntries.userId, userId),
        eq(ledgerEntries.account, 'referral-rewards'),
        like(ledgerEntries.transactionKey, 'reward:%'),
        notInArray(payments.status, ['refunded', 'disputed']),
      ),
    );
  return row?.count ?? 0;
}

/** The present amount of a tier's bonus for a customer: paid and not taken back. */
export async function sumTierBonus(queryable: Queryable, userId: number, tier: string): Promise<Kobo> {
  const [row] = await queryable
    .select({ amount: sql<string>`coalesce(sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.userId, userId),
        eq(ledgerEntries.account, 'referral-rewards'),
        or(
          like(ledgerEntries.transactionKey, `tier-bonus:${tier}:%`),
          like(ledgerEntries.transactionKey, `tier-reversal:${tier}:%`),
        ),
      ),
    );
  return koboFromDecimal(row?.amount ?? '0');
}

/**
 * The revenue from a payment by the ledger, or what it paid of invoices that were revenue when they were
 * issued, less refunds; zero where it became credit.
 */
export async function findRevenueOf(queryable: Queryable, payment: { readonly id: string }): Promise<Kobo> {
  const [row] = await queryable
    .select({ amount: sql<string>`coalesce(-sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.paymentId, payment.id),
        inArray(ledgerEntries.account, ['revenue', 'receivable']),
        notLike(ledgerEntries.transactionKey, 'withheld%'),
      ),
    );
  return koboFromDecimal(row?.amount ?? '0');
}
