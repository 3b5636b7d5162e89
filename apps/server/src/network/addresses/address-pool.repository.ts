import { type IpNetwork, readNetwork } from '@portal/kernel/ip-network';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { addressPools, fixedAddresses } from '../../platform/database/schema/network/address.ts';

export type PoolRow = typeof addressPools.$inferSelect;

/** As the database writes it. */
export function networkOf(text: string): IpNetwork {
  const network = readNetwork(text);
  if (!network) throw new Error(`the database has the network ${text}`);
  return network;
}

/** All pools, by name, each with its plan and how many of its addresses lines have and quarantine holds. */
export async function listPools(queryable: Queryable, now: Date, id?: string) {
  const held = (condition: ReturnType<typeof sql>) => sql<number>`(
    select count(*)::int from ${fixedAddresses} where ${fixedAddresses.poolId} = ${addressPools.id} and ${condition})`;
  return queryable
    .select({
      pool: addressPools,
      planName: servicePlans.name,
      taken: held(sql`${fixedAddresses.endsAt} is null`),
      quarantined: held(sql`${fixedAddresses.freeFrom} > ${now.toISOString()}::timestamptz`),
    })
    .from(addressPools)
    .leftJoin(servicePlans, eq(servicePlans.id, addressPools.planId))
    .where(id === undefined ? undefined : eq(addressPools.id, id))
    .orderBy(asc(sql`lower(${addressPools.name})`));
}

/** A pool, held until the transaction ends; null also for an invalid id. */
export async function lockPool(tx: Transaction, id: string): Promise<PoolRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.select().from(addressPools).where(eq(addressPools.id, id)).for('update');
  return row ?? null;
}

/** The pools of fixed addresses of a kind, the oldest first, held until the transaction ends. */
export async function lockFixedPools(tx: Transaction, kind: PoolRow['kind']): Promise<PoolRow[]> {
  return tx
    .select()
    .from(addressPools)
    .where(and(eq(addressPools.purpose, 'fixed'), eq(addressPools.kind, kind), isNull(addressPools.retiredAt)))
    .orderBy(asc(addressPools.createdAt), asc(addressPools.id))
    .for('update');
}

/** Whether an address of a pool was ever given. */
export async function isPoolUsed(queryable: Queryable, poolId: string): Promise<boolean> {
  const found = await queryable
    .select({ id: fixedAddresses.id })
    .from(fixedAddresses)
    .where(eq(fixedAddresses.poolId, poolId))
    .limit(1);
  return found.length > 0;
}

type PoolValues = Pick<PoolRow, 'name' | 'kind' | 'purpose' | 'network' | 'prefixLength' | 'framedPool' | 'planId'>;

/** Throws the violations of its keys and of its exclusion constraint. */
export async function insertPool(tx: Transaction, values: PoolValues & Pick<PoolRow, 'createdAt'>): Promise<PoolRow> {
  const [row] = await tx.insert(addressPools).values(values).returning();
  if (!row) throw new Error('the pool was not written');
  return row;
}

/** The same. */
export async function updatePool(
  tx: Transaction,
  id: string,
  values: Partial<PoolValues & Pick<PoolRow, 'retiredAt'>>,
): Promise<PoolRow> {
  const [row] = await tx.update(addressPools).set(values).where(eq(addressPools.id, id)).returning();
  if (!row) throw new Error(`pool ${id} is gone`);
  return row;
}

export async function isPlan(queryable: Queryable, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const found = await queryable.select({ id: servicePlans.id }).from(servicePlans).where(eq(servicePlans.id, id));
  return found.length > 0;
}
