import { and, count, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { agents } from '../../../platform/database/schema/billing/agent.ts';
import { voucherBatches, vouchers } from '../../../platform/database/schema/billing/voucher.ts';
import { users } from '../../../platform/database/schema/identity/account.ts';
import { personName } from '../../../platform/database/schema/identity/person-name.ts';

export type BatchRow = typeof voucherBatches.$inferSelect;

/** Null when its request was made before. */
export async function insertBatch(
  tx: Transaction,
  values: typeof voucherBatches.$inferInsert,
): Promise<BatchRow | null> {
  const [row] = await tx.insert(voucherBatches).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

export async function findBatchByRequest(queryable: Queryable, clientRequestId: string): Promise<BatchRow | null> {
  const [row] = await queryable
    .select()
    .from(voucherBatches)
    .where(eq(voucherBatches.clientRequestId, clientRequestId));
  return row ?? null;
}

export async function findBatch(queryable: Queryable, number: number): Promise<BatchRow | null> {
  const [row] = await queryable.select().from(voucherBatches).where(eq(voucherBatches.number, number));
  return row ?? null;
}

/** The batch, held until the transaction ends. */
export async function lockBatch(tx: Transaction, number: number): Promise<BatchRow | null> {
  const [row] = await tx.select().from(voucherBatches).where(eq(voucherBatches.number, number)).for('no key update');
  return row ?? null;
}

/** Changes a batch that is in one of these states; true for the one caller who did. */
export async function moveBatch(
  tx: Transaction,
  number: number,
  from: readonly BatchRow['status'][],
  change: Partial<typeof voucherBatches.$inferInsert>,
): Promise<boolean> {
  const moved = await tx
    .update(voucherBatches)
    .set(change)
    .where(and(eq(voucherBatches.number, number), inArray(voucherBatches.status, [...from])))
    .returning({ number: voucherBatches.number });
  return moved.length === 1;
}

/** How many vouchers of a batch are in each state, and what they are worth together, in naira. */
export async function countVouchers(queryable: Queryable, batch: number) {
  return queryable
    .select({ status: vouchers.status, count: count(), amount: sql<string>`sum(${vouchers.amount})` })
    .from(vouchers)
    .where(eq(vouchers.batch, batch))
    .groupBy(vouchers.status);
}

/** issued or stopped → returned; how many there were, and their face value in naira. */
export async function returnUnused(tx: Transaction, batch: number, now: Date) {
  const { rows } = await tx.execute<{ count: number; amount: string }>(sql`
    with gone as (
      update ${vouchers} set status = 'returned'
      where ${vouchers.batch} = ${batch} and ${vouchers.status} in ('issued', 'stopped')
        and ${vouchers.expiresAt} > ${sql.param(now, vouchers.expiresAt)}
      returning ${vouchers.amount} as amount
    ) select count(*)::int as count, coalesce(sum(amount), 0)::text as amount from gone`);
  return rows[0] ?? { count: 0, amount: '0' };
}

/** Batches of which something has expired and is not booked yet. */
export async function listExpiring(queryable: Queryable, now: Date): Promise<number[]> {
  const rows = await queryable
    .selectDistinct({ batch: vouchers.batch })
    .from(vouchers)
    .where(
      and(
        inArray(vouchers.status, ['issued', 'stopped']),
        sql`${vouchers.expiresAt} <= ${sql.param(now, vouchers.expiresAt)}`,
      ),
    );
  return rows.map(({ batch }) => batch);
}

/** issued or stopped → expired; their face value in naira. */
export async function expireUnused(tx: Transaction, batch: number, now: Date): Promise<string> {
  const { rows } = await tx.execute<{ amount: string }>(sql`
    with gone as (
      update ${vouchers} set status = 'expired'
      where ${vouchers.batch} = ${batch} and ${vouchers.status} in ('issued', 'stopped')
        and ${vouchers.expiresAt} <= ${sql.param(now, vouchers.expiresAt)}
      returning ${vouchers.amount} as amount
    ) select coalesce(sum(amount), 0)::text as amount from gone`);
  return rows[0]?.amount ?? '0';
}

const creator = alias(users, 'creator');
const decider = alias(users, 'decider');
const issuer = alias(users, 'issuer');
const stopper = alias(users, 'stopper');
const refunder = alias(users, 'refunder');

export type NamedBatch = Awaited<ReturnType<typeof listBatchRows>>[number];

/** With the names of the people, newest first. */
export async function listBatchRows(
  queryable: Queryable,
  filter: {
    readonly number?: number;
    readonly status?: BatchRow['status'] | undefined;
    readonly agentId?: number | undefined;
    readonly before?: number | undefined;
    readonly limit: number;
  },
) {
  const { number, status, agentId, before, limit } = filter;
  return queryable
    .select({
      batch: getTableColumns(voucherBatches),
      agent: { id: agents.id, name: agents.name, kind: agents.kind },
      creatorName: personName(creator),
      deciderName: personName(decider),
      issuerName: personName(issuer),
      stopperName: personName(stopper),
      refunderName: personName(refunder),
      // Imported ones have a value each.
      total: sql<string>`case when ${voucherBatches.kind} = 'made' then ${voucherBatches.amount} * ${voucherBatches.count}
        else (select coalesce(sum(v.amount), 0) from ${vouchers} v where v.batch = ${voucherBatches.number}) end`,
      used: sql<number>`(select count(*)::int from ${vouchers} v where v.batch = ${voucherBatches.number} and v.status = 'used')`,
    })
    .from(voucherBatches)
    .leftJoin(agents, eq(agents.id, voucherBatches.agentId))
    .innerJoin(creator, eq(creator.id, voucherBatches.createdBy))
    .leftJoin(decider, eq(decider.id, voucherBatches.decidedBy))
    .leftJoin(issuer, eq(issuer.id, voucherBatches.issuedBy))
    .leftJoin(stopper, eq(stopper.id, voucherBatches.stoppedBy))
    .leftJoin(refunder, eq(refunder.id, voucherBatches.refundedBy))
    .where(
      and(
        number === undefined ? undefined : eq(voucherBatches.number, number),
        status === undefined ? undefined : eq(voucherBatches.status, status),
        agentId === undefined ? undefined : eq(voucherBatches.agentId, agentId),
        before === undefined ? undefined : lt(voucherBatches.number, before),
      ),
    )
    .orderBy(desc(voucherBatches.number))
    .limit(limit);
}
