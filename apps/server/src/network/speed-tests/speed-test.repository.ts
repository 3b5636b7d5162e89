import { and, count, desc, eq, getTableColumns, gte, max, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { speedTestResults } from '../../platform/database/schema/billing/subscription.ts';
import type { SavedTests } from './speed-test.policy.ts';

type TracedRow = typeof speedTestResults.$inferSelect;
export type SpeedTestRow = Omit<TracedRow, 'trace'>;

const { trace: _, ...untraced } = getTableColumns(speedTestResults);

const newestFirst = [desc(speedTestResults.timestamp), desc(speedTestResults.id)];

/**
 * Newest first; `before` is the last id of the page before. Another customer's or a wrong one finds
 * nothing.
 */
export async function listOwnSpeedTests(
  database: Queryable,
  page: { readonly lineId: number; readonly limit: number; readonly before: string | null },
): Promise<SpeedTestRow[]> {
  const { lineId, limit, before } = page;
  if (before !== null && !isUuid(before)) return [];
  const older =
    before === null
      ? undefined
      : sql`(${speedTestResults.timestamp}, ${speedTestResults.id}) < (select t.timestamp, t.id from ${speedTestResults} t where t.id = ${before} and t.user_id = ${lineId})`;
  return database
    .select(untraced)
    .from(speedTestResults)
    .where(and(eq(speedTestResults.lineId, lineId), older))
    .orderBy(...newestFirst)
    .limit(limit);
}

/** The newest first, with their traces. */
export async function listTracedSpeedTests(
  database: Queryable,
  latest: { readonly lineId: number; readonly limit: number },
): Promise<TracedRow[]> {
  return database
    .select()
    .from(speedTestResults)
    .where(eq(speedTestResults.lineId, latest.lineId))
    .orderBy(...newestFirst)
    .limit(latest.limit);
}

/** The customer's results from `dayStart` on, and their newest one. */
export async function countSavedTests(database: Queryable, lineId: number, dayStart: Date): Promise<SavedTests> {
  const ofCustomer = eq(speedTestResults.lineId, lineId);
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

export async function insertSpeedTest(database: Queryable, result: Omit<TracedRow, 'id'>): Promise<TracedRow> {
  const [row] = await database.insert(speedTestResults).values(result).returning();
  if (!row) throw new Error('the speed test was not written');
  return row;
}
