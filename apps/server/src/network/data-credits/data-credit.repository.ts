import { and, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { dataCredits } from '../../platform/database/schema/network/data-credit.ts';

export type DataCreditRow = typeof dataCredits.$inferSelect;

/** Null when the member of staff has had a credit with this request id before. */
export async function insertDataCredit(
  tx: Transaction,
  credit: Omit<DataCreditRow, 'id'>,
): Promise<DataCreditRow | null> {
  const [row] = await tx.insert(dataCredits).values(credit).onConflictDoNothing().returning();
  return row ?? null;
}

/** The credit of an earlier request. */
export async function findDataCredit(
  queryable: Queryable,
  request: Pick<DataCreditRow, 'staffId' | 'clientRequestId'>,
): Promise<DataCreditRow | null> {
  const { staffId, clientRequestId } = request;
  const [row] = await queryable
    .select()
    .from(dataCredits)
    .where(and(eq(dataCredits.staffId, staffId), eq(dataCredits.clientRequestId, clientRequestId)));
  return row ?? null;
}
