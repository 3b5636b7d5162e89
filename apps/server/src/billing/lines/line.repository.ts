import { and, asc, count, eq, ne, not, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { neverBegins } from '../subscriptions/last-subscription.repository.ts';

type LineRow = typeof lines.$inferSelect;

/** The lines of an account with the subscription that each has, or had last, the oldest line first. */
export async function selectLines(queryable: Queryable, accountId: number) {
  const latest = queryable
    .select()
    .from(userSubscriptions)
    .where(and(eq(userSubscriptions.lineId, lines.id), not(neverBegins)))
    .orderBy(sql`${userSubscriptions.status} = 'cancelled'`, sql`${userSubscriptions.createdAt} desc`)
    .limit(1)
    .as('latest');
  return queryable
    .select({
      id: lines.id,
      label: lines.label,
      place: lines.place,
      planId: latest.planId,
      planName: servicePlans.name,
      status: latest.status,
      startDate: latest.startDate,
      nextRenewal: latest.nextRenewal,
      monthlyFee: latest.monthlyFee,
    })
    .from(lines)
    .leftJoinLateral(latest, sql`true`)
    .leftJoin(servicePlans, eq(servicePlans.id, latest.planId))
    .where(eq(lines.accountId, accountId))
    .orderBy(asc(lines.id));
}

/** Locks an account until the transaction ends, and returns how many lines it has. */
export async function lockLines(tx: Transaction, accountId: number): Promise<number> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update');
  const [row] = await tx.select({ count: count() }).from(lines).where(eq(lines.accountId, accountId));
  return row?.count ?? 0;
}

/** Whether another line of the account than `id` has this label, in any case of its letters. */
export async function hasLabel(
  tx: Transaction,
  { accountId, label, id }: { readonly accountId: number; readonly label: string; readonly id: number | null },
): Promise<boolean> {
  const found = await tx
    .select({ id: lines.id })
    .from(lines)
    .where(
      and(
        eq(lines.accountId, accountId),
        sql`lower(${lines.label}) = lower(${label})`,
        id === null ? undefined : ne(lines.id, id),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** The line of an account for which no plan was ever chosen; null where there is none. */
export async function findUnusedLine(tx: Transaction, accountId: number): Promise<number | null> {
  const [row] = await tx
    .select({ id: lines.id })
    .from(lines)
    .leftJoin(userSubscriptions, eq(userSubscriptions.lineId, lines.id))
    .where(and(eq(lines.accountId, accountId), sql`${userSubscriptions.id} is null`))
    .orderBy(asc(lines.id))
    .limit(1);
  return row?.id ?? null;
}

/** Adds a line, with an id that neither a person nor an account nor another line has. */
export async function insertLine(tx: Transaction, line: Pick<LineRow, 'accountId' | 'createdAt'>): Promise<number> {
  const [row] = await tx
    .insert(lines)
    .values({ ...line, id: sql`nextval('users_id_seq')` })
    .returning({ id: lines.id });
  if (!row) throw new Error('the line was not written');
  return row.id;
}

/** False when the account has no such line. */
export async function updateLine(
  tx: Transaction,
  { accountId, id, ...change }: Pick<LineRow, 'accountId' | 'id' | 'label' | 'place'>,
): Promise<boolean> {
  const changed = await tx
    .update(lines)
    .set(change)
    .where(and(eq(lines.accountId, accountId), eq(lines.id, id)))
    .returning({ id: lines.id });
  return changed.length === 1;
}

/** Those that are not cancelled first, each in the order in which they were opened. */
const firstOpen = [
  sql`exists (select 1 from ${userSubscriptions} s where s.user_id = ${lines}.id and s.status <> 'cancelled') desc`,
  asc(lines.id),
];

/** The first line of an account that is not cancelled, or the given one; null when it has no such line. */
export async function findLine(
  queryable: Queryable,
  wanted: { readonly accountId: number; readonly lineId?: number | undefined },
): Promise<LineRow | null> {
  const isWanted = wanted.lineId === undefined ? undefined : eq(lines.id, wanted.lineId);
  const [row] = await queryable
    .select()
    .from(lines)
    .where(and(eq(lines.accountId, wanted.accountId), isWanted))
    .orderBy(...firstOpen)
    .limit(1);
  return row ?? null;
}

/** A line by its id alone, for staff: whoever calls for a customer takes findLine. */
export async function findLineById(queryable: Queryable, id: number): Promise<LineRow | null> {
  const [row] = await queryable.select().from(lines).where(eq(lines.id, id));
  return row ?? null;
}

/** The line of a subscription. */
export async function findLineOf(queryable: Queryable, subscriptionId: string): Promise<number> {
  const [row] = await queryable
    .select({ lineId: userSubscriptions.lineId })
    .from(userSubscriptions)
    .where(eq(userSubscriptions.id, subscriptionId));
  if (!row) throw new Error(`subscription ${subscriptionId} is gone`);
  return row.lineId;
}
