import type { FeeVat } from '@portal/contract/billing/gateway-settlements';
import { eq, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import {
  type ReportColumns,
  gatewaySettlementReadings as readings,
} from '../../platform/database/schema/billing/gateway-settlement.ts';

export type ReadingRow = typeof readings.$inferSelect;

export async function listReadings(queryable: Queryable): Promise<ReadingRow[]> {
  return queryable.select().from(readings).orderBy(readings.gateway);
}

export async function findReading(queryable: Queryable, gateway: string): Promise<ReadingRow | null> {
  const [row] = await queryable.select().from(readings).where(eq(readings.gateway, gateway));
  return row ?? null;
}

/**
 * Takes the gateway’s next reading when it is due; false when it is not, or another instance has taken
 * it. The first one is due at once.
 */
export async function claimReading(
  queryable: Queryable,
  { gateway, now, until }: { readonly gateway: string; readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const claimed = await queryable
    .insert(readings)
    .values({ gateway, nextAt: until })
    .onConflictDoUpdate({
      target: readings.gateway,
      set: { nextAt: until },
      setWhere: sql`${readings.nextAt} is null or ${lte(readings.nextAt, now)}`,
    })
    .returning({ gateway: readings.gateway });
  return claimed.length === 1;
}

/** Lets one transaction at a time record settlements of a gateway. Returns how its fees hold VAT. */
export async function lockReading(tx: Transaction, gateway: string): Promise<FeeVat> {
  await tx.insert(readings).values({ gateway }).onConflictDoNothing();
  const [row] = await tx
    .select({ feeVat: readings.feeVat })
    .from(readings)
    .where(eq(readings.gateway, gateway))
    .for('no key update');
  return row?.feeVat ?? 'none';
}

export async function endReading(
  queryable: Queryable,
  gateway: string,
  end: Partial<Pick<ReadingRow, 'nextAt' | 'readAt' | 'failedAt' | 'failure'>>,
): Promise<void> {
  await queryable.update(readings).set(end).where(eq(readings.gateway, gateway));
}

/** Keeps what staff chose for a gateway. */
export async function saveChoice(
  tx: Transaction,
  gateway: string,
  choice: { readonly feeVat: FeeVat } | { readonly reportColumns: ReportColumns },
): Promise<void> {
  await tx
    .insert(readings)
    .values({ gateway, ...choice })
    .onConflictDoUpdate({ target: readings.gateway, set: choice });
}
