import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import type { StoredAtLimit, StoredFreeHours } from './at-limit.policy.ts';

export type PlanRow = typeof servicePlans.$inferSelect;
type PlanValues = Pick<
  PlanRow,
  | 'region'
  | 'name'
  | 'speed'
  | 'downloadMbps'
  | 'dataLimitGb'
  | 'price'
  | 'type'
  | 'features'
  | 'sessionsAtOnce'
  | 'sessionRule'
  | 'macLock'
> &
  StoredAtLimit &
  StoredFreeHours;

/** Serialises changes of plans: an order contains all of them. */
const PLANS_LOCK = 7_203_115;

export async function lockPlans(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PLANS_LOCK})`);
}

/** All plans in their order, retired ones too. */
export async function listAllPlans(database: Queryable): Promise<PlanRow[]> {
  return database.select().from(servicePlans).orderBy(asc(servicePlans.position), asc(servicePlans.name));
}

export async function findPlan(tx: Transaction, id: string): Promise<PlanRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.select().from(servicePlans).where(eq(servicePlans.id, id));
  return row ?? null;
}

/** At the end of the order. Throws PostgreSQL's unique violation when the name is taken. */
export async function insertPlan(tx: Transaction, values: PlanValues): Promise<PlanRow> {
  const position = sql`(select coalesce(max(position), 0) + 1 from ${servicePlans})`;
  const [row] = await tx
    .insert(servicePlans)
    .values({ ...values, position })
    .returning();
  if (!row) throw new Error('the plan was not written');
  return row;
}

/** Throws PostgreSQL's unique violation when the name is taken. */
export async function updatePlan(
  tx: Transaction,
  id: string,
  change: Partial<PlanValues & Pick<PlanRow, 'isActive'>>,
): Promise<void> {
  await tx.update(servicePlans).set(change).where(eq(servicePlans.id, id));
}

/** Numbers the plans in the order of their ids. */
export async function setPlanOrder(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update ${servicePlans} set position = o.position
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as o (id, position)
    where ${servicePlans.id} = o.id`);
}
