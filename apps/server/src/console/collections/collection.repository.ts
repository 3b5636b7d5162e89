import type { CallOutcome, CollectionAge, CollectionState, CollectionView } from '@portal/contract/console/collections';
import { startOfLagosDay } from '@portal/kernel/calendar';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { billingDetails } from '../../platform/database/schema/billing/invoice.ts';
import { paymentPromises } from '../../platform/database/schema/billing/payment-promise.ts';
import { callBacks, collectionAccounts } from '../../platform/database/schema/console/collection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { supportTickets } from '../../platform/database/schema/support/ticket.ts';
import { AGE_DAYS } from './collection.policy.ts';
import { debts } from './debt.repository.ts';

/** When, and who looks. */
export type Look = { readonly now: Date; readonly staffId: number };

export type Filter = { readonly age?: CollectionAge | undefined; readonly show?: CollectionView | undefined };

/** Where a page begins: the place of the last row of the page before. */
export type Place = { readonly rank: number; readonly day: number; readonly kobo: number; readonly id: number };

const contact = alias(users, 'contact');
const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;
const iso = (column: SQLWrapper) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const staffName = (id: SQL) => sql`(select ${personName()} from ${users} where ${users.id} = ${id})`;

/** The accounts that owe, as `listed`: all, or one. */
function listed({ now, staffId }: Look, accountId: number | null = null): SQL {
  const at = moment(now);
  const claimed = sql`(${collectionAccounts.claimedUntil} > ${at})`;
  return sql`with owing as (
      select account_id, min(due_at) as since, sum(owed) as owes, bool_or(off) as off
      from (${debts(now, accountId)}) debt group by account_id
    ), listed as (
      select owing.*, ${accounts.number} as number, ${accounts.kind} = 'company' as company, ${contact.phone} as phone, ${contact.id} as contact_id,
        coalesce(${billingDetails.companyName}, ${personName(contact)}) as name,
        ${collectionAccounts.lastOutcome} as last_outcome, ${collectionAccounts.lastCallAt} as last_call_at, ${collectionAccounts.lastCallBy} as last_call_by,
        case when ${claimed} then ${collectionAccounts.claimedBy} end as claimed_by, ${collectionAccounts.claimedAt} as claimed_at,
        ${collectionAccounts.claimedUntil} as claimed_until, ${callBacks.dueAt} as next_call_at,
        promise.state as promise_state, promise.ends_at as promise_ends,
        case when ${callBacks.dueAt} <= ${at} then 0 else 1 end as rank,
        ((owing.since at time zone 'Africa/Lagos')::date - date '2000-01-01') as day,
        case when ${callBacks.dueAt} <= ${at} then 'call-now'
          when ${contact.phone} is null or ${contact.phone} = ${collectionAccounts.wrongPhone} then 'wrong-number'
          when ${supportTickets.status} in ('open', 'in-progress') then 'disputed'
          when (promise.state = 'running' and promise.ends_at > ${at})
            or ${collectionAccounts.promisedDay} >= (${at} at time zone 'Africa/Lagos')::date then 'promised'
          when ${callBacks.dueAt} > ${at} then 'call-later'
          when ${collectionAccounts.lastCallAt} >= ${moment(startOfLagosDay(now))} then 'called'
          else 'to-call' end as state,
        coalesce(${claimed} and ${collectionAccounts.claimedBy} = ${staffId}, false) as mine
      from owing
      join ${accounts} on ${accounts.id} = owing.account_id
      join ${users} ${contact} on ${contact.id} = ${accounts.contactId}
      left join ${billingDetails} on ${billingDetails.userId} = owing.account_id
      left join ${collectionAccounts} on ${collectionAccounts.userId} = owing.account_id
      left join ${supportTickets} on ${supportTickets.id} = ${collectionAccounts.disputeTicketId}
      left join ${callBacks} on ${callBacks.userId} = owing.account_id and ${callBacks.endedAt} is null and ${callBacks.reason} = 'owes'
      left join lateral (select ${paymentPromises.state}, ${paymentPromises.endsAt} from ${paymentPromises}
        where ${paymentPromises.userId} = owing.account_id order by ${paymentPromises.madeAt} desc limit 1) promise on true
    )`;
}

const inAge = (age: CollectionAge, now: Date): SQL => {
  if (age === 'not-off') return sql`not off`;
  const [least, most] = AGE_DAYS[age];
  const days = sql`floor(extract(epoch from ${moment(now)} - since) / 86400)`;
  return sql`${days} between ${least} and ${most}`;
};

const inView = (view: CollectionView): SQL => {
  if (view === 'mine') return sql`mine`;
  return view === 'broken' ? sql`promise_state = 'broken'` : sql`state = ${view}`;
};

const fits = ({ age, show }: Filter, now: Date): SQL =>
  sql`${age ? inAge(age, now) : sql`true`} and ${show ? inView(show) : sql`true`}`;

const ORDER = sql`rank, day, owes desc, account_id`;

export type CollectionRecord = {
  readonly accountId: number;
  readonly contactId: number;
  readonly accountNumber: string;
  readonly name: string;
  readonly phone: string | null;
  readonly company: boolean;
  readonly owes: number;
  readonly since: string;
  readonly off: boolean;
  readonly state: CollectionState;
  readonly rank: number;
  readonly day: number;
  readonly promiseState: 'running' | 'kept' | 'broken' | 'withdrawn' | null;
  readonly promiseEnds: string | null;
  readonly lastOutcome: CallOutcome | null;
  readonly lastCallAt: string | null;
  readonly lastCallBy: string | null;
  readonly nextCallAt: string | null;
  readonly claimedBy: number | null;
  readonly claimedByName: string | null;
  readonly claimedAt: string | null;
  readonly claimedUntil: string | null;
  readonly mine: boolean;
};

const SHOWN = sql`account_id as "accountId", contact_id as "contactId", number as "accountNumber", name, phone, company,
  owes::float8 as owes, ${iso(sql`since`)} as since, off, state, rank, day, promise_state as "promiseState",
  ${iso(sql`promise_ends`)} as "promiseEnds", last_outcome as "lastOutcome", ${iso(sql`last_call_at`)} as "lastCallAt",
  ${staffName(sql`last_call_by`)} as "lastCallBy", ${iso(sql`next_call_at`)} as "nextCallAt", claimed_by as "claimedBy",
  ${staffName(sql`claimed_by`)} as "claimedByName", ${iso(sql`claimed_at`)} as "claimedAt", ${iso(sql`claimed_until`)} as "claimedUntil", mine`;

/** A page of the accounts that owe, in the order in which they are called. */
export async function listCollectionRows(
  queryable: Queryable,
  look: Look,
  { after, limit, ...filter }: Filter & { readonly after: Place | null; readonly limit: number },
): Promise<CollectionRecord[]> {
  const beyond = after
    ? sql`(rank, day, -owes, account_id) > (${after.rank}::int, ${after.day}::int, ${-after.kobo}::numeric / 100, ${after.id}::int)`
    : sql`true`;
  const { rows } = await queryable.execute<CollectionRecord>(
    sql`${listed(look)} select ${SHOWN} from (select * from listed where ${fits(filter, look.now)} and ${beyond}
      order by ${ORDER} limit ${limit}) page order by ${ORDER}`,
  );
  return rows;
}

/** One account that owes; null where it owes nothing that is due. */
export async function findCollectionRow(
  queryable: Queryable,
  look: Look,
  accountId: number,
): Promise<CollectionRecord | null> {
  const { rows } = await queryable.execute<CollectionRecord>(
    sql`${listed(look, accountId)} select ${SHOWN} from listed`,
  );
  return rows[0] ?? null;
}

/**
 * The next account to call that nobody works on, locked until the transaction ends; one that somebody
 * else is just taking is passed over. Null where there is none.
 */
export async function lockNextCollection(
  tx: Transaction,
  look: Look,
  { age, except }: { readonly age?: CollectionAge | undefined; readonly except?: number | undefined },
): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`${listed(look)} select ${accounts.id} as id from listed join ${accounts} on ${accounts.id} = listed.account_id
      where state in ('call-now', 'to-call') and (claimed_by is null or mine) and ${fits({ age }, look.now)}
        and account_id <> ${except ?? 0}
      order by ${ORDER} limit 1 for no key update of "accounts" skip locked`,
  );
  return rows[0]?.id ?? null;
}

export type CollectionTotals = {
  readonly accounts: number;
  readonly owes: number;
  readonly working: number;
  /** Of those that owe. */
  readonly calledToday: number;
} & Readonly<Record<string, number>>;

/** How many owe, by age and view, in one look over all that owe. */
export async function countCollectionRows(
  queryable: Queryable,
  look: Look,
  { ages, views }: { readonly ages: readonly CollectionAge[]; readonly views: readonly CollectionView[] },
): Promise<CollectionTotals> {
  const counted = [
    ...ages.map((age) => sql`count(*) filter (where ${inAge(age, look.now)})::int as ${sql.identifier(age)}`),
    ...views.map((view) => sql`count(*) filter (where ${inView(view)})::int as ${sql.identifier(view)}`),
  ];
  const { rows } = await queryable.execute<CollectionTotals>(
    sql`${listed(look)} select count(*)::int as accounts, coalesce(sum(owes), 0)::float8 as owes,
      count(distinct claimed_by)::int as working,
      count(*) filter (where last_call_at >= ${moment(startOfLagosDay(look.now))})::int as "calledToday", ${sql.join(counted, sql`, `)} from listed`,
  );
  const [row] = rows;
  if (!row) throw new Error('nothing was counted');
  return row;
}
