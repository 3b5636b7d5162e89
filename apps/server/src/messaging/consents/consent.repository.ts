import type { Consent } from '@portal/contract/messaging/consents';
import { desc, eq, sql } from 'drizzle-orm';
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

/** Those of the people whose last word on notices by WhatsApp was yes. */
export async function listWhatsAppReaders(
  queryable: Queryable,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const { rows } = await queryable.execute<{ id: number }>(sql`
    select u.id from unnest(${sql.param([...new Set(userIds)])}::int[]) as u (id)
    cross join lateral (
      select given from ${consentRecords} r where r.user_id = u.id and r.consent = 'whatsapp' order by r.id desc limit 1
    ) latest where latest.given`);
  return new Set(rows.map(({ id }) => id));
}

/** How many people want notices by WhatsApp, and how many have taken that back. */
export async function countWhatsAppReaders(
  queryable: Queryable,
): Promise<{ readonly given: number; readonly withdrawn: number }> {
  const { rows } = await queryable.execute<{ given: number; withdrawn: number }>(sql`
    select count(*) filter (where given)::int as given, count(*) filter (where not given)::int as withdrawn
    from (select distinct on (user_id) given from ${consentRecords} where consent = 'whatsapp' order by user_id, id desc) latest`);
  return rows[0] ?? { given: 0, withdrawn: 0 };
}
