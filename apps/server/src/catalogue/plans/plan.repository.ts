import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { salesRequests, servicePlans } from '../../platform/database/schema/catalogue/plan.ts';

const publicColumns = {
  id: servicePlans.id,
  region: servicePlans.region,
  name: servicePlans.name,
  speed: servicePlans.speed,
  downloadMbps: servicePlans.downloadMbps,
  dataLimitGb: servicePlans.dataLimitGb,
  priceKobo: servicePlans.price,
  currency: servicePlans.currency,
  type: servicePlans.type,
  features: servicePlans.features,
  atLimit: servicePlans.atLimit,
  limitDownloadMbps: servicePlans.limitDownloadMbps,
  limitUploadMbps: servicePlans.limitUploadMbps,
  freeFromHour: servicePlans.freeFromHour,
  freeUntilHour: servicePlans.freeUntilHour,
};

/** Active plans in their order. */
export async function listActivePlans(database: Queryable) {
  return database
    .select(publicColumns)
    .from(servicePlans)
    .where(eq(servicePlans.isActive, true))
    .orderBy(asc(servicePlans.position), asc(servicePlans.name));
}

export async function selectActivePlan(database: Queryable, planId: string) {
  const [plan] = await database
    .select(publicColumns)
    .from(servicePlans)
    .where(and(eq(servicePlans.id, planId), eq(servicePlans.isActive, true)))
    .limit(1);
  return plan ?? null;
}

/** False when the request number is taken. */
export async function insertSalesRequest(
  database: Queryable,
  request: typeof salesRequests.$inferInsert,
): Promise<boolean> {
  const inserted = await database
    .insert(salesRequests)
    .values(request)
    .onConflictDoNothing({ target: salesRequests.requestNumber })
    .returning({ id: salesRequests.id });
  return inserted.length === 1;
}
