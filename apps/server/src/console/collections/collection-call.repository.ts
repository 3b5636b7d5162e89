import { startOfLagosDay } from '@portal/kernel/calendar';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { paymentPromises } from '../../platform/database/schema/billing/payment-promise.ts';
import { collectionCalls } from '../../platform/database/schema/console/collection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type CallRow = typeof collectionCalls.$inferSelect;

/** The telephone of an account, which stays as it is until the transaction ends; undefined without the account. */
export async function lockAccountPhone(tx: Transaction, accountId: number): Promise<string | null | undefined> {
  const [row] = await tx
    .select({ phone: users.phone })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.contactId))
    .where(eq(accounts.id, accountId))
    .for('no key update', { of: accounts });
  return row?.phone;
}

/** Stores a call; of one that is stored already that one. */
export async function insertCall(
  tx: Transaction,
  values: typeof collectionCalls.$inferInsert,
): Promise<{ readonly call: CallRow; readonly isNew: boolean }> {
  const [added] = await tx.insert(collectionCalls).values(values).onConflictDoNothing().returning();
  if (added) return { call: added, isNew: true };
  const [call] = await tx
    .select()
    .from(collectionCalls)
    .where(
      and(eq(collectionCalls.staffId, values.staffId), eq(collectionCalls.clientRequestId, values.clientRequestId)),
    );
  if (!call) throw new Error('the call is not there');
  return { call, isNew: false };
}

export async function storeTicketOfCall(tx: Transaction, id: string, ticketId: string): Promise<void> {
  await tx.update(collectionCalls).set({ ticketId }).where(eq(collectionCalls.id, id));
}

/** With who called, the newest first. */
export async function listCalls(
  queryable: Queryable,
  wanted: { readonly accountId: number; readonly limit: number } | { readonly id: string },
) {
  return queryable
    .select({ call: collectionCalls, by: personName() })
    .from(collectionCalls)
    .leftJoin(users, eq(users.id, collectionCalls.staffId))
    .where('id' in wanted ? eq(collectionCalls.id, wanted.id) : eq(collectionCalls.userId, wanted.accountId))
    .orderBy(desc(collectionCalls.calledAt))
    .limit('id' in wanted ? 1 : wanted.limit);
}

export type PersonsDay = {
  readonly id: number;
  readonly name: string;
  readonly called: number;
  readonly promised: number;
  readonly promisedSum: number;
  readonly paid: number;
  readonly paidSum: number;
  readonly notReached: number;
};

/**
 * What the calls of a Lagos day led to: each account counts once, for who called it last; what it paid
 * after that call, however, is counted in full.
 */
export async function countDay(queryable: Queryable, now: Date): Promise<PersonsDay[]> {
  const since = sql`${startOfLagosDay(now).toISOString()}::timestamptz`;
  const of = (outcome: string) => sql`filter (where outcome = ${outcome})`;
  const { rows } = await queryable.execute<PersonsDay>(
    sql`with last_calls as (
        select distinct on (${collectionCalls.userId}) ${collectionCalls.userId} as user_id, ${collectionCalls.staffId} as staff_id,
          ${collectionCalls.outcome} as outcome, ${collectionCalls.owed} as owed, ${collectionCalls.calledAt} as called_at
        from ${collectionCalls} where ${collectionCalls.calledAt} >= ${since}
        order by ${collectionCalls.userId}, ${collectionCalls.calledAt} desc)
      select staff_id as id, (select ${personName()} from ${users} where ${users.id} = staff_id) as name, count(*)::int as called,
        count(*) ${of('promised')}::int as promised, coalesce(sum(owed) ${of('promised')}, 0)::float8 as "promisedSum",
        count(paid.total)::int as paid, coalesce(sum(paid.total), 0)::float8 as "paidSum", count(*) ${of('no-answer')}::int as "notReached"
      from last_calls left join lateral (select sum(coalesce(${payments.received}, ${payments.amount})) as total from ${payments}
        where ${payments.userId} = last_calls.user_id and ${payments.paidAt} >= last_calls.called_at and ${payments.status} = 'successful') paid on true
      group by staff_id order by called desc, staff_id`,
  );
  return rows;
}

/** How the last 30 promises ended that were kept or broken. */
export async function countEndedPromises(
  queryable: Queryable,
): Promise<{ readonly kept: number; readonly broken: number }> {
  const { rows } = await queryable.execute<{ kept: number; broken: number }>(
    sql`select count(*) filter (where state = 'kept')::int as kept, count(*) filter (where state = 'broken')::int as broken
      from (select ${paymentPromises.state} from ${paymentPromises} where ${paymentPromises.state} in ('kept', 'broken')
        order by ${paymentPromises.decidedAt} desc limit 30) ended`,
  );
  return rows[0] ?? { kept: 0, broken: 0 };
}
