import { and, asc, eq, exists, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import {
  subscriptionPauses,
  subscriptionPeriods,
  userSubscriptions,
} from '../../platform/database/schema/billing/subscription.ts';
import { lines as accountLines } from '../../platform/database/schema/identity/line.ts';
import { outageCreditLines as lines, outageCredits as outages } from '../../platform/database/schema/network/outage.ts';
import type { Outage, OutageLine } from './outage.repository.ts';

/** Less than a minute does not count as downtime. */
export const LEAST_MS = 60_000;

const NEVER = sql`'{}'::tstzmultirange`;
const ALWAYS = sql`'{(,)}'::tstzmultirange`;

/** The credit that a listed line has received for its outage. */
const givenBy = (row: SQL) =>
  sql`(case ${row}.state when 'credited' then ${row}.credit_ms else 0 end * interval '1 millisecond')`;

/**
 * The end of the paid time on which the list, or its credit, is based; without the credit of the
 * outage itself.
 */
const knownUntil = (row: SQL) => sql`(${row}.paid_until - ${givenBy(row)})`;

/**
 * Whether a month has been paid since that continues paid time that ended within the outage. A
 * month after an unpaid gap begins when it is paid, after every outage that has a list.
 */
const isPaidOn = (row: SQL, outage: SQL) => sql`(${knownUntil(row)} < ${outage}.ends_at and exists (
  select 1 from ${subscriptionPeriods} month join ${payments} paid on paid.id = month.payment_id
  where month.subscription_id = ${row}.subscription_id and paid.status = 'successful'
    and month.starts_at >= ${row}.paid_until and month.starts_at < ${outage}.ends_at + ${givenBy(row)}))`;

/**
 * The time of a line that another outage credits: what that has credited, but not the part of its
 * hours that was paid for since, and the hours for which staff excluded the customer; with
 * `planned` also what it is going to credit.
 */
const takenByOthers = (row: SQL, others: 'decided' | 'planned') => sql`(
  select coalesce(range_agg(tstzrange(other.starts_at, case when owed.state = 'credited' and ${isPaidOn(sql`owed`, sql`other`)}
      then greatest(other.starts_at, ${knownUntil(sql`owed`)}) else other.ends_at end)), ${NEVER})
  from ${lines} owed join ${outages} other on other.incident_id = owed.incident_id
  where owed.subscription_id = ${row}.subscription_id and owed.incident_id <> ${row}.incident_id
    and owed.state in ('credited', 'excluded'${others === 'planned' ? sql`, 'waiting'` : sql``}))`;

/**
 * How many milliseconds of the paid time that counts fell into an outage: months that were not
 * refunded, without pauses and what other outages credit.
 */
const creditMs = (row: SQL, outage: SQL, counts: SQL, others: 'decided' | 'planned') => sql`(
  select coalesce(round(sum(extract(epoch from upper(lost) - lower(lost))) * 1000), 0)::bigint from unnest(
    (select coalesce(range_agg(tstzrange(month.starts_at, month.ends_at)), ${NEVER}) from ${subscriptionPeriods} month
      join ${payments} paid on paid.id = month.payment_id
      where month.subscription_id = ${row}.subscription_id and paid.status = 'successful')
    * tstzmultirange(tstzrange(${outage}.starts_at, ${outage}.ends_at)) * ${counts}
    - (select coalesce(range_agg(tstzrange(rest.starts_at, rest.ends_at)), ${NEVER}) from ${subscriptionPauses} rest
      where rest.subscription_id = ${row}.subscription_id)
    - ${takenByOthers(row, others)}
  ) as lost)`;

/**
 * Puts those of these lines on an outage's list that lost paid time in it, with their credit and
 * the end of their paid time. A line that is still active and whose paid time ended before the
 * outage did is recorded too, with no credit: the month that may still be paid reaches back into
 * the outage. Safe to repeat.
 */
export async function insertLineCredits(
  tx: Transaction,
  { incidentId }: Pick<Outage, 'incidentId'>,
  subscriptionIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into ${lines} (incident_id, subscription_id, user_id, credit_ms, paid_until, changed_at)
    select line.incident_id, line.subscription_id, line.user_id, case when credit.ms >= ${LEAST_MS} then credit.ms else 0 end, line.paid_until, ${now.toISOString()}::timestamptz
    from ${outages} outage
    cross join lateral (
      select outage.incident_id, id as subscription_id, user_id, status, date_trunc('milliseconds', next_renewal) as paid_until
      from ${userSubscriptions} where id = any(${sql.param([...subscriptionIds])}::uuid[])
    ) line
    cross join lateral (select ${creditMs(sql`line`, sql`outage`, ALWAYS, 'planned')} as ms) credit
    where outage.incident_id = ${incidentId}
      and (credit.ms >= ${LEAST_MS} or (line.status = 'active' and line.paid_until < outage.ends_at))
    on conflict do nothing`);
}

/**
 * Locks lines until the transaction ends, always in the same order: their months stay as they are.
 */
export async function lockLines(tx: Transaction, subscriptionIds: readonly string[]): Promise<void> {
  await tx
    .select({ id: userSubscriptions.id })
    .from(userSubscriptions)
    .where(inArray(userSubscriptions.id, [...subscriptionIds]))
    .orderBy(asc(userSubscriptions.id))
    .for('update');
}

/** The credit that a listed line is still due, in milliseconds; and the end of its paid time. */
export type LineCredit = {
  readonly line: OutageLine;
  readonly accountId: number;
  readonly creditMs: number;
  readonly paidUntil: Date;
};

/**
 * What these lines of an outage have lost by the present subscription records: all of it for
 * waiting lines, and for credited ones only what was paid for since. Days of grace count nothing
 * although another outage's credit has moved months over them. The caller has locked the lines.
 */
export async function listLineCredits(
  tx: Transaction,
  incidentId: string,
  subscriptionIds: readonly string[],
): Promise<LineCredit[]> {
  if (subscriptionIds.length === 0) return [];
  const [row, outage] = [sql`${lines}`, sql`${outages}`];
  const paidUntil = sql`coalesce(${lines.paidUntil}, ${userSubscriptions.nextRenewal})`;
  const counts = sql`case
    when ${isPaidOn(row, outage)} then case ${lines.state} when 'credited' then tstzmultirange(tstzrange(${knownUntil(row)}, null)) else ${ALWAYS} end
    else case ${lines.state} when 'credited' then ${NEVER} else tstzmultirange(tstzrange(null, ${paidUntil})) end end`;
  return tx
    .select({
      line: getTableColumns(lines),
      accountId: accountLines.accountId,
      creditMs: creditMs(row, outage, counts, 'decided').mapWith(Number),
      paidUntil: userSubscriptions.nextRenewal,
    })
    .from(lines)
    .innerJoin(outages, eq(outages.incidentId, lines.incidentId))
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, lines.subscriptionId))
    .innerJoin(accountLines, eq(accountLines.id, lines.lineId))
    .where(and(eq(lines.incidentId, incidentId), inArray(lines.subscriptionId, [...subscriptionIds])));
}

/**
 * A month that is paid late lasts longer than this after the moment at which it began; later than
 * that no payment reaches back.
 */
const REACH = sql`interval '40 days'`;

const isPaidOnSince = and(eq(lines.state, 'credited'), isPaidOn(sql`${lines}`, sql`${outages}`));

/**
 * Claims a credited outage with lines for which a month was paid since that reaches back into it;
 * no other worker claims it until the transaction ends.
 */
export async function claimPaidOn(tx: Transaction, now: Date): Promise<Outage | null> {
  const late = tx
    .select({ incidentId: lines.incidentId })
    .from(lines)
    .where(and(eq(lines.incidentId, outages.incidentId), isPaidOnSince));
  const [outage] = await tx
    .select()
    .from(outages)
    .where(
      and(
        sql`${outages.endsAt} + (${outages.endsAt} - ${outages.startsAt}) > ${now.toISOString()}::timestamptz - ${REACH}`,
        exists(late),
      ),
    )
    .orderBy(asc(outages.createdAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return outage ?? null;
}

/** The next such lines of an outage that the caller has claimed. */
export async function listPaidOn(tx: Transaction, incidentId: string, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: lines.subscriptionId })
    .from(lines)
    .innerJoin(outages, eq(outages.incidentId, lines.incidentId))
    .where(and(eq(lines.incidentId, incidentId), isPaidOnSince))
    .orderBy(asc(lines.subscriptionId))
    .limit(limit);
  return rows.map(({ id }) => id);
}
