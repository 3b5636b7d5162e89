import { addLagosMonth, daysBefore, lagosPeriod } from '@portal/kernel/calendar';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { speedTestResults, usageData } from '../../platform/database/schema/billing/subscription.ts';
import { seedUsageDays } from './seed-network.ts';

/** Specification section 9. */
const LIMIT_GB = '100.00';

/** Gigabytes of the months before this one, the latest first. */
const USED_BEFORE_GB = ['91.20', '78.60', '64.00', '83.40', '58.10', '37.90'];

/** Days ago, Mbps down, Mbps up, ms. */
const SPEED_TESTS: readonly (readonly [number, string, string, string])[] = [
  [44, '71.20', '28.40', '18.10'],
  [37, '82.70', '33.90', '15.80'],
  [30, '88.60', '36.20', '14.30'],
  [23, '52.30', '21.50', '26.60'],
  [16, '79.10', '31.10', '16.90'],
  [9, '91.80', '38.70', '12.40'],
  [4, '86.40', '34.80', '14.20'],
  [1, '94.60', '39.10', '11.00'],
];

async function seedUsageHistory(tx: Transaction, lineId: number, joinedAt: Date, now: Date): Promise<void> {
  const present = lagosPeriod(now);
  const past: string[] = [];
  for (let at = joinedAt; lagosPeriod(at) < present; at = addLagosMonth(at, 1)) past.unshift(lagosPeriod(at));
  const months = past.slice(0, USED_BEFORE_GB.length);
  await tx
    .insert(usageData)
    .values(
      months.map((period, index) => ({ lineId, period, dataUsed: USED_BEFORE_GB[index] ?? '0', dataLimit: LIMIT_GB })),
    );
  for (const [index, period] of months.entries()) {
    await seedUsageDays(tx, { lineId, period, usedGb: Number(USED_BEFORE_GB[index] ?? 0), until: now });
  }
}

/** The demo customer's usage and speed tests since joining, without the present month's usage. */
export async function seedPastUsage(
  tx: Transaction,
  person: { readonly lineId: number; readonly joinedAt: Date; readonly now: Date },
): Promise<void> {
  const { lineId, joinedAt, now } = person;
  await seedUsageHistory(tx, lineId, joinedAt, now);
  await tx.insert(speedTestResults).values(
    SPEED_TESTS.map(([days, downloadSpeed, uploadSpeed, ping]) => ({
      lineId,
      downloadSpeed,
      uploadSpeed,
      ping,
      timestamp: daysBefore(now, days),
    })),
  );
}

/** The present month's usage of a line, once a month. */
export async function seedPresentUsage(
  database: Queryable,
  month: { readonly lineId: number; readonly usedGb: number; readonly limitGb: number; readonly now: Date },
): Promise<void> {
  const { lineId, usedGb, limitGb, now } = month;
  const period = lagosPeriod(now);
  const seeded = await database
    .insert(usageData)
    .values({ lineId, period, dataUsed: usedGb.toFixed(2), dataLimit: limitGb.toFixed(2), updatedAt: now })
    .onConflictDoNothing({ target: [usageData.lineId, usageData.period] })
    .returning({ id: usageData.id });
  if (seeded.length > 0) await seedUsageDays(database, { lineId, period, usedGb, until: now });
}
