import { and, asc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { type NamedStatement, runNamed } from '../../platform/database/run-named.ts';
import { usageData, userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { usageDays } from '../../platform/database/schema/network/usage.ts';
import { addedData } from './added-data.repository.ts';
import type { FreeHours } from './free-hours.policy.ts';
import type { UsageRow } from './usage.policy.ts';

// Named, because every overview asks it.
const LATEST: NamedStatement = {
  name: 'list_latest_usage',
  text: `select m.period, m.data_used as "dataUsed", m.data_limit as "dataLimit", ${addedData('m.user_id', 'm.period')} as "addedGb",
      m.free_bytes::float8 as "freeBytes", m.updated_at as "updatedAt", l.limit_reached_period as "limitReachedPeriod", l.limited,
      l.limited_download_mbps as "limitedDownloadMbps", l.limited_upload_mbps as "limitedUploadMbps", p.at_limit as "atLimit",
      p.limit_download_mbps as "limitDownloadMbps", p.limit_upload_mbps as "limitUploadMbps", p.free_from_hour as "freeFromHour",
      p.free_until_hour as "freeUntilHour"
    from usage_data m
    left join network_lines l on l.user_id = m.user_id
    left join service_plans p on p.id = l.plan_id
    where m.user_id = $1 and m.period <= $2
    order by m.period desc limit $3`,
};

/** The customer's newest months up to `period`, newest first. */
export async function listLatestUsage(
  database: Queryable,
  wanted: { readonly lineId: number; readonly period: string; readonly limit: number },
): Promise<UsageRow[]> {
  type Row = Omit<UsageRow, 'updatedAt'> & { readonly updatedAt: string };
  const rows = await runNamed<Row>(database, LATEST, [wanted.lineId, wanted.period, wanted.limit]);
  return rows.map((row) => ({ ...row, updatedAt: new Date(row.updatedAt) }));
}

const ADDED: NamedStatement = {
  name: 'sum_added_data',
  text: `select ${addedData('$1::int', '$2::varchar')} as gigabytes`,
};

/** Gigabytes that a line has on top of its plan's in a month. */
export async function sumAdded(database: Queryable, lineId: number, period: string): Promise<number> {
  const [row] = await runNamed<{ gigabytes: number }>(database, ADDED, [lineId, period]);
  return row?.gigabytes ?? 0;
}

/** The free hours of all plans that have any, by plan. */
export async function listFreeHours(database: Queryable): Promise<Map<string, FreeHours>> {
  const rows = await database
    .select({ id: servicePlans.id, fromHour: servicePlans.freeFromHour, untilHour: servicePlans.freeUntilHour })
    .from(servicePlans)
    .where(isNotNull(servicePlans.freeFromHour));
  return new Map(
    rows.flatMap(({ id, fromHour, untilHour }) =>
      fromHour === null || untilHour === null ? [] : [[id, { fromHour, untilHour }] as const],
    ),
  );
}

/** A month with usage, in gigabytes; the limit includes what was bought or credited, null is unlimited. */
export async function findMonth(
  database: Queryable,
  { lineId, period }: { readonly lineId: number; readonly period: string },
): Promise<{ readonly usedGb: number; readonly limitGb: number | null } | null> {
  const [row] = await database
    .select({
      used: usageData.dataUsed,
      limit: usageData.dataLimit,
      addedGb: sql<number>`${sql.raw(addedData('usage_data.user_id', 'usage_data.period'))}`,
    })
    .from(usageData)
    .where(and(eq(usageData.lineId, lineId), eq(usageData.period, period)));
  if (!row) return null;
  return { usedGb: Number(row.used), limitGb: row.limit === null ? null : Number(row.limit) + row.addedGb };
}

/**
 * Gigabytes a month of the customer's paid plan; null is unlimited, undefined means there is none.
 */
export async function findPlanAllowance(database: Queryable, lineId: number): Promise<number | null | undefined> {
  const [plan] = await database
    .select({ dataLimitGb: servicePlans.dataLimitGb })
    .from(userSubscriptions)
    .innerJoin(servicePlans, eq(servicePlans.id, userSubscriptions.planId))
    .where(and(eq(userSubscriptions.lineId, lineId), inArray(userSubscriptions.status, ['active', 'suspended'])))
    .limit(1);
  return plan?.dataLimitGb;
}

/** A month's days from the first up to, not including, the first of the next, in order. */
export async function listDays(
  database: Queryable,
  wanted: { readonly lineId: number; readonly from: string; readonly before: string },
) {
  return database
    .select({
      day: usageDays.day,
      downloadBytes: usageDays.downloadBytes,
      uploadBytes: usageDays.uploadBytes,
      freeBytes: usageDays.freeBytes,
    })
    .from(usageDays)
    .where(and(eq(usageDays.lineId, wanted.lineId), gte(usageDays.day, wanted.from), lt(usageDays.day, wanted.before)))
    .orderBy(asc(usageDays.day));
}

/** Raises the limit of a month that has a row; null is unlimited, and stays so. */
export async function raiseAllowance(
  tx: Transaction,
  allowance: { readonly lineId: number; readonly period: string; readonly gigabytes: number | null },
): Promise<void> {
  const { lineId, period, gigabytes } = allowance;
  const raised = sql`case when ${usageData.dataLimit} is null then null else greatest(${usageData.dataLimit}, ${gigabytes}::numeric) end`;
  await tx
    .update(usageData)
    .set({ dataLimit: gigabytes === null ? null : raised })
    .where(and(eq(usageData.lineId, lineId), eq(usageData.period, period)));
}
