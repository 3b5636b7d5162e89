import { type Kobo, koboFromDecimal } from '@portal/kernel/money';
import { count, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { creditBalances, ledgerEntries } from '../../platform/database/schema/billing/ledger.ts';

/** Each account of the ledger with its entries and their sum, debits positive; by name. */
export async function sumAccounts(queryable: Queryable) {
  const rows = await queryable
    .select({
      account: ledgerEntries.account,
      entries: count(),
      balance: sql<string>`coalesce(sum(${ledgerEntries.amount}), 0)`,
    })
    .from(ledgerEntries)
    .groupBy(ledgerEntries.account)
    .orderBy(ledgerEntries.account);
  return rows.map((row) => ({ ...row, balance: koboFromDecimal(row.balance) }));
}

/** How many transactions there are, and how many of them do not balance. */
export async function countTransactions(queryable: Queryable) {
  const sums = queryable
    .select({ remainder: sql<string>`sum(${ledgerEntries.amount})`.as('remainder') })
    .from(ledgerEntries)
    .groupBy(ledgerEntries.transactionKey)
    .as('sums');
  const [row] = await queryable
    .select({
      transactions: count(),
      unbalanced: sql<number>`(count(*) filter (where ${sums.remainder} <> 0))::int`,
    })
    .from(sums);
  return row ?? { transactions: 0, unbalanced: 0 };
}

/**
 * The imbalance of all transactions, without errors in opposite directions cancelling each other
 * out.
 */
export async function sumImbalance(queryable: Queryable): Promise<Kobo> {
  const sums = queryable
    .select({ remainder: sql<string>`sum(${ledgerEntries.amount})`.as('remainder') })
    .from(ledgerEntries)
    .groupBy(ledgerEntries.transactionKey)
    .as('sums');
  const [row] = await queryable.select({ sum: sql<string>`coalesce(sum(abs(${sums.remainder})), 0)` }).from(sums);
  return koboFromDecimal(row?.sum ?? '0');
}

/** How many customers' spendable credit differs from the ledger. */
export async function countWrongCredit(queryable: Queryable): Promise<number> {
  const owed = queryable
    .select({ userId: ledgerEntries.userId, amount: sql<string>`-sum(${ledgerEntries.amount})`.as('amount') })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.account, 'credit'))
    .groupBy(ledgerEntries.userId)
    .as('owed');
  const [row] = await queryable
    .select({ count: count() })
    .from(creditBalances)
    .fullJoin(owed, eq(owed.userId, creditBalances.userId))
    .where(sql`coalesce(${creditBalances.balance}, 0) <> coalesce(${owed.amount}, 0)`);
  return row?.count ?? 0;
}
