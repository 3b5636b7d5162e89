import { and, eq, ne, notExists, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { customerAreas, serviceAreas } from '../../platform/database/schema/network/outage.ts';

/** All areas that staff have used, and the regions that plans are sold in, by name. */
export async function listAreas(queryable: Queryable): Promise<string[]> {
  const named = queryable.select({ name: serviceAreas.name }).from(serviceAreas);
  const spelledAlready = queryable
    .select({ name: serviceAreas.name })
    .from(serviceAreas)
    .where(sql`lower(${serviceAreas.name}) = lower(${servicePlans.region})`);
  const sold = queryable
    .select({ name: sql<string>`initcap(${servicePlans.region})` })
    .from(servicePlans)
    .where(and(servicePlans.isActive, ne(servicePlans.region, ''), notExists(spelledAlready)));
  const rows = await union(named, sold).orderBy(sql`name`);
  return rows.map(({ name }) => name);
}

/** Adds an area to the list unless it is there, and returns its name as the list spells it. */
export async function ensureArea(tx: Transaction, name: string, createdAt: Date): Promise<string> {
  await tx.insert(serviceAreas).values({ name, createdAt }).onConflictDoNothing();
  const [area] = await tx.select().from(serviceAreas).where(sql`lower(${serviceAreas.name}) = lower(${name})`);
  if (!area) throw new Error('the area is not there');
  return area.name;
}

/** The area of a line; null while staff have not set it. */
export async function findLineArea(queryable: Queryable, lineId: number): Promise<string | null> {
  const [row] = await queryable.select().from(customerAreas).where(eq(customerAreas.lineId, lineId));
  return row?.area ?? null;
}

/** The customer's account, locked until the transaction ends; false when there is none. */
export async function lockAccount(tx: Transaction, accountId: number): Promise<boolean> {
  const found = await tx.select({ id: users.id }).from(users).where(eq(users.id, accountId)).for('no key update');
  return found.length > 0;
}

export async function saveLineArea(
  tx: Transaction,
  lineId: number,
  area: string | null,
  changedAt: Date,
): Promise<void> {
  if (area === null) {
    await tx.delete(customerAreas).where(eq(customerAreas.lineId, lineId));
    return;
  }
  await tx
    .insert(customerAreas)
    .values({ lineId, area, changedAt })
    .onConflictDoUpdate({ target: customerAreas.lineId, set: { area, changedAt } });
}
