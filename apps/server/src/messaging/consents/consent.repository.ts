import type { Consent } from '@portal/contract/messaging/consents';
import { desc, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { consentRecords } from '../../platform/database/schema/messaging/consent.ts';

type ConsentRow = typeof consentRecords.$inferSelect;

/** The newest `limit` entries of a person's log, the newest first. */
export async function listConsentRecords(database: Queryable, userId: number, limit: number): Promise<ConsentRow[]> {
  return database
    .select()
    .from(consentRecords)
    .where(eq(consentRecords.userId, userId))
    .orderBy(desc(consentRecords.id))
    .limit(limit);
}

/** What a person has last said about each consent; those that they never spoke about are left out. */
export async function listLatestConsents(
  database: Queryable,
  userId: number,
): Promise<ReadonlyMap<Consent, Pick<ConsentRow, 'given' | 'createdAt'>>> {
  const { consent, given, createdAt, id } = consentRecords;
  const rows = await database
    .selectDistinctOn([consent], { consent, given, createdAt })
    .from(consentRecords)
    .where(eq(consentRecords.userId, userId))
    .orderBy(consent, desc(id));
  return new Map(rows.map((row) => [row.consent, row]));
}

/** A trigger of the table rejects every later change. */
export async function insertConsentRecords(
  tx: Transaction,
  records: readonly (typeof consentRecords.$inferInsert)[],
): Promise<void> {
  if (records.length > 0) await tx.insert(consentRecords).values([...records]);
}
