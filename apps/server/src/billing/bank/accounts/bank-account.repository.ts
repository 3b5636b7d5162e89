import { koboFromDecimal } from '@portal/kernel/money';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { bankAccounts, bankLines, bankStatements } from '../../../platform/database/schema/billing/bank.ts';
import { ledgerEntries } from '../../../platform/database/schema/billing/ledger.ts';
import { users } from '../../../platform/database/schema/identity/account.ts';
import { personName } from '../../../platform/database/schema/identity/person-name.ts';

export type BankAccountRow = typeof bankAccounts.$inferSelect;

/** Null when there is an account with this number in use. */
export async function insertBankAccount(
  tx: Transaction,
  values: typeof bankAccounts.$inferInsert,
): Promise<BankAccountRow | null> {
  const [row] = await tx.insert(bankAccounts).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

export async function findBankAccount(queryable: Queryable, id: number): Promise<BankAccountRow | null> {
  const [row] = await queryable.select().from(bankAccounts).where(eq(bankAccounts.id, id));
  return row ?? null;
}

/** Held until the transaction ends, so that two statements of it are imported one after the other. */
export async function lockBankAccount(tx: Transaction, id: number): Promise<BankAccountRow | null> {
  const [row] = await tx.select().from(bankAccounts).where(eq(bankAccounts.id, id)).for('no key update');
  return row ?? null;
}

/** In use → retired, once. */
export async function retireRow(tx: Transaction, id: number, retiredAt: Date): Promise<boolean> {
  const retired = await tx
    .update(bankAccounts)
    .set({ retiredAt })
    .where(and(eq(bankAccounts.id, id), isNull(bankAccounts.retiredAt)))
    .returning({ id: bankAccounts.id });
  return retired.length === 1;
}

export async function setColumns(
  tx: Transaction,
  id: number,
  columnChoice: NonNullable<BankAccountRow['columnChoice']>,
): Promise<void> {
  await tx.update(bankAccounts).set({ columnChoice }).where(eq(bankAccounts.id, id));
}

export async function hasWaitingLines(queryable: Queryable, id: number): Promise<boolean> {
  const [row] = await queryable
    .select({ id: bankLines.id })
    .from(bankLines)
    .where(and(eq(bankLines.accountId, id), sql`${bankLines.status} <> 'matched'`))
    .limit(1);
  return row !== undefined;
}

/** Within a subquery, where a bare name would be a column of its own table. */
const ID = sql.raw('bank_accounts.id');

/** All accounts, those in use first, with their ledger balance, the state of their lines and their last line. */
export async function listAccountStates(queryable: Queryable) {
  const waiting = (status: string) =>
    sql<number>`(select count(*)::int from ${bankLines} l where l.bank_account_id = ${ID} and l.status <> 'matched' and l.status in (${sql.raw(status)}))`;
  const last = (column: string) =>
    sql<
      string | null
    >`(select l.${sql.raw(column)}::text from ${bankLines} l where l.bank_account_id = ${ID} order by l.booked_on desc, l.id desc limit 1)`;
  const rows = await queryable
    .select({
      account: bankAccounts,
      open: waiting("'open', 'proposed'"),
      proposed: waiting("'proposed'"),
      lastDay: last('booked_on'),
      lastBalance: last('balance'),
      ledger: sql<string>`(select coalesce(sum(e.amount), 0) from ${ledgerEntries} e where e.account = 'bank:' || ${ID})`,
    })
    .from(bankAccounts)
    .orderBy(sql`${bankAccounts.retiredAt} is not null`, asc(bankAccounts.name), asc(bankAccounts.id));
  return rows.map(({ lastBalance, ledger, ...row }) => ({
    ...row,
    statementBalance: lastBalance === null ? null : koboFromDecimal(lastBalance),
    balance: koboFromDecimal(ledger),
  }));
}

/** The newest statements of an account with who imported them. */
export async function listStatements(queryable: Queryable, accountId: number, limit: number) {
  return queryable
    .select({ statement: bankStatements, importedBy: personName() })
    .from(bankStatements)
    .innerJoin(users, eq(users.id, bankStatements.importedBy))
    .where(eq(bankStatements.accountId, accountId))
    .orderBy(desc(bankStatements.importedAt), desc(bankStatements.id))
    .limit(limit);
}
