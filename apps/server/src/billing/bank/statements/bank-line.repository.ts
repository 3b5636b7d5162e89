import { koboFromDecimal } from '@portal/kernel/money';
import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { bankLines, bankStatements } from '../../../platform/database/schema/billing/bank.ts';

type NewLine = typeof bankLines.$inferInsert;

/** Of one INSERT: PostgreSQL takes 65,535 parameters. */
const BATCH = 2000;

/** What an account has of some days, oldest first. */
export async function listLinesOfDays(
  queryable: Queryable,
  wanted: { readonly accountId: number; readonly from: string; readonly until: string },
) {
  const { contentKey, ordinal, bookedOn, amount, balance, text } = bankLines;
  return queryable
    .select({ contentKey, ordinal, bookedOn, amount, balance, text })
    .from(bankLines)
    .where(and(eq(bankLines.accountId, wanted.accountId), gte(bookedOn, wanted.from), lte(bookedOn, wanted.until)))
    .orderBy(asc(bookedOn), asc(bankLines.id));
}

/** Days that earlier statements have in their middle: all lines of them are known. */
export async function listStatementDays(queryable: Queryable, accountId: number) {
  return queryable
    .select({ firstDay: bankStatements.firstDay, lastDay: bankStatements.lastDay })
    .from(bankStatements)
    .where(eq(bankStatements.accountId, accountId));
}

/** The balance after the last line before a day; null where none says it. */
export async function findBalanceBefore(queryable: Queryable, accountId: number, day: string) {
  const { rows } = await queryable.execute<{ balance: string | null; day: string }>(sql`
    select balance::text as balance, booked_on::text as day from ${bankLines}
    where bank_account_id = ${accountId} and booked_on < ${day}::date order by booked_on desc, id desc limit 1`);
  const [row] = rows;
  return row ? { day: row.day, balanceKobo: row.balance === null ? null : koboFromDecimal(row.balance) } : null;
}

/** The id of the statement; null when this file was imported before. */
export async function insertStatement(
  tx: Transaction,
  values: typeof bankStatements.$inferInsert,
): Promise<string | null> {
  const [row] = await tx
    .insert(bankStatements)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: bankStatements.id });
  return row?.id ?? null;
}

/** Adds lines that are not there yet, in their order. */
export async function insertLines(tx: Transaction, lines: readonly NewLine[]): Promise<void> {
  for (let first = 0; first < lines.length; first += BATCH) {
    await tx
      .insert(bankLines)
      .values(lines.slice(first, first + BATCH))
      .onConflictDoNothing();
  }
}
