import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { payCodes } from '../../platform/database/schema/channels/pay-code.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';

export type PayCodeRow = typeof payCodes.$inferSelect;

/** The code with which an account is paid for now; null where its people have made none. */
export async function findPayCode(queryable: Queryable, accountId: number): Promise<PayCodeRow | null> {
  const [row] = await queryable
    .select()
    .from(payCodes)
    .where(and(eq(payCodes.accountId, accountId), isNull(payCodes.replacedAt)));
  return row ?? null;
}

export async function findNumberOf(queryable: Queryable, accountId: number): Promise<string> {
  const [row] = await queryable.select({ number: accounts.number }).from(accounts).where(eq(accounts.id, accountId));
  if (!row) throw new Error(`account ${accountId} is not there`);
  return row.number;
}

/** Makes the present code unknown. */
export async function replacePayCode(tx: Transaction, accountId: number, now: Date): Promise<void> {
  await tx
    .update(payCodes)
    .set({ replacedAt: now })
    .where(and(eq(payCodes.accountId, accountId), isNull(payCodes.replacedAt)));
}

/** False where the account has one, or another account has the same. */
export async function insertPayCode(
  tx: Transaction,
  values: { readonly code: string; readonly accountId: number; readonly createdAt: Date },
): Promise<boolean> {
  const inserted = await tx.insert(payCodes).values(values).onConflictDoNothing().returning({ code: payCodes.code });
  return inserted.length === 1;
}
