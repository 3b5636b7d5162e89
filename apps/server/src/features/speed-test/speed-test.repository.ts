import { and, count, desc, eq, gte, max, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connection.ts';
import { isUuid } from '../../database/is-uuid.ts';
import { speedTestResults } from '../../database/schema/subscription.ts';
import type { KeptTests } from './speed-test.policy.ts';

export type SpeedTestRow = typeof speedTestResults.$inferSelect;

/** Newest first; `before` is the last id of the page before. A foreign or wrong one finds nothing. */
export async function listOwnSpeedTests(
  database: Queryable,
  page: { readonly userId: number; readonly limit: number; readonly before: string | null },
): Promise<SpeedTestRow[]> {
  const { userId, limit, before } = page;
  if (before !== null && !isUuid(before)) return [];
  const older =
    before === null
      ? undefined
      : sql`(${speedTestResults.timestamp}, ${speedTestResults.id}) < (select t.timestamp, t.id from ${speedTestResults} t where t.id = ${before} and t.user_id = ${userId})`;
  // As the index has it: in any other order all of a customer's results would be read and sorted for a page.
  const newestFirst = sql`${speedTestResults.timestamp} desc nulls last`;
  return database
    .select()
    .from(speedTestResults)
    .where(and(eq(speedTestResults.userId, userId), older))
    .orderBy(newestFirst, desc(speedTestResults.id))
    .limit(limit);
}

/** What the customer has kept from `dayStart` on, and their newest result. */
export async function countKeptTests(database: Queryable, userId: number, dayStart: Date): Promise<KeptTests> {
  const ofCustomer = eq(speedTestResults.userId, userId);
  const newest = database
    .select({ at: max(speedTestResults.timestamp).as('at') })
    .from(speedTestResults)
    .where(ofCustomer)
    .as('newest');
  const today = database
    .select({ tests: count().as('tests') })
    .from(speedTestResults)
    .where(and(ofCustomer, gte(speedTestResults.timestamp, dayStart)))
    .as('today');
  const [row] = await database.select({ today: today.tests, newestAt: newest.at }).from(today).crossJoin(newest);
  if (!row) throw new Error('counting gave no row');
  return row;
}

export async function insertSpeedTest(database: Queryable, result: Omit<SpeedTestRow, 'id'>): Promise<SpeedTestRow> {
  const [row] = await database.insert(speedTestResults).values(result).returning();
  if (!row) throw new Error('the speed test was not written');
  return row;
}
