import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import type { BuiltOn, MergeObstacleCode } from './merge-obstacle.policy.ts';
import type { Moved, Pair } from './move-rows.repository.ts';

/** What prevents that `from` becomes a part of `into` now, each kind once. */
export async function findObstacles(queryable: Queryable, { from, into }: Pair): Promise<MergeObstacleCode[]> {
  const both = sql`in (${from}::int, ${into}::int)`;
  const { rows } = await queryable.execute<{ code: MergeObstacleCode }>(sql`
    select 'staff' as code where exists (select from users where id ${both} and role <> 'customer')
    union all select 'company' where exists (select from accounts where id ${both} and kind <> 'home')
      or exists (select from company_billing where account_id ${both})
      or exists (select from monthly_invoices where account_id ${both})
    union all select 'disabled' where exists (select from users where id ${both} and disabled)
    union all select 'deletion' where exists (
      select from privacy_deletions where user_id ${both} and status = 'scheduled')
    union all select 'sign-in' where exists (
      select from identity_approvals where user_id ${both} and state = 'waiting' and kind <> 'account-merge')
    union all select 'people' where exists (
        select from account_people where account_id = ${from} and user_id <> ${from})
      or exists (select from accounts a where a.id ${both} and not exists (
        select from account_people p where p.account_id = a.id and p.user_id = a.id and p.role = 'owner'))
    union all select 'both-in-account' where exists (
      select from account_people one join account_people other on other.account_id = one.account_id
      where one.user_id = ${from} and other.user_id = ${into})
    union all select 'payment' where exists (
      select from payments where user_id = ${from}
        and (status in ('pending', 'review') or status = 'initialized' and next_check_at is not null or charge_due_at is not null))
    union all select 'dispute' where exists (
      select from payments p join payment_disputes d on d.payment_id = p.id where p.user_id ${both} and d.outcome is null)
    union all select 'refund' where exists (
      select from payments p join refunds r on r.payment_id = p.id
      where p.user_id ${both} and r.status in ('awaiting-approval', 'requested', 'pending'))
    union all select 'approval' where exists (
        select from billing_adjustments where user_id = ${from} and status = 'awaiting-approval')
      or exists (select from write_offs where user_id = ${from} and status = 'awaiting-approval')
    union all select 'auto-pay' where exists (
        select from auto_pay_consents where user_id = ${from} and ended_at is null)
      and exists (select from auto_pay_consents where user_id = ${into} and ended_at is null)
    union all select 'chat' where exists (select from chat_sessions where user_id = ${from} and status <> 'closed')`);
  return rows.map(({ code }) => code);
}

const idsOf = (moves: readonly Moved[], rule: string): string[] => [
  ...(moves.find((move) => move.rule === rule)?.ids ?? []),
];

/** The plans of lines as a merge found them, by subscription. */
export async function readPlans(queryable: Queryable, moves: readonly Moved[]): Promise<Record<string, string>> {
  const { rows } = await queryable.execute<{ id: string; plan: string }>(sql`
    select id, concat_ws('/', plan_id, scheduled_plan_id, paid_periods, anchor_day, paused_until, cancel_requested_at, cancelled_at) as plan
    from user_subscriptions where user_id = any(${sql.param(idsOf(moves, 'lines.account_id'))}::int[])`);
  return Object.fromEntries(rows.map(({ id, plan }) => [id, plan]));
}

/** What happened since a merge to what it moved, so that it cannot go back alone. */
export async function findBuiltOn(
  queryable: Queryable,
  merge: { readonly intoId: number; readonly mergedAt: Date; readonly plans: Readonly<Record<string, string>> },
  moves: readonly Moved[],
): Promise<BuiltOn[]> {
  const { intoId, plans } = merge;
  const since = merge.mergedAt;
  const moved = (rule: string) => sql`any(${sql.param(idsOf(moves, rule))}::uuid[])`;
  const lines = sql`(select s.id from user_subscriptions s where s.user_id = any(${sql.param(idsOf(moves, 'lines.account_id'))}::int[]))`;
  const { rows } = await queryable.execute<{ code: BuiltOn }>(sql`
    select 'merged' as code where exists (select from accounts where id = ${intoId} and merged_into is not null)
    union all select 'deletion' where exists (
      select from privacy_deletions where user_id = ${intoId} and status in ('scheduled', 'done') and requested_at > ${since})
    union all select 'payment' where exists (
        select from payments where subscription_id in ${lines} and created_at > ${since})
      or exists (select from payments where id = ${moved('payments.user_id')}
        and (paid_at > ${since} or status in ('pending', 'review')))
      or exists (select from refunds where payment_id = ${moved('payments.user_id')} and updated_at > ${since})
      or exists (select from payment_disputes where payment_id = ${moved('payments.user_id')} and opened_at > ${since})
    union all select 'invoice' where exists (
        select from invoices where subscription_id in ${lines} and issued_at > ${since})
      or exists (select from credit_notes where invoice_id = ${moved('invoices.user_id')} and issued_at > ${since})
      or exists (select from write_offs where invoice_id = ${moved('invoices.user_id')} and created_at > ${since})
    union all select 'charge' where exists (
      select from one_off_charges where subscription_id in ${lines} and created_at > ${since})
    union all select 'auto-pay' where exists (
        select from auto_pay_consents where subscription_id in ${lines} and (given_at > ${since} or ended_at > ${since}))
      or exists (select from payment_methods where id = ${moved('payment_methods.user_id')} and removed_at > ${since})
    union all select 'ticket' where exists (
        select from ticket_replies where ticket_id = ${moved('support_tickets.user_id')} and created_at > ${since})
      or exists (select from ticket_merges where merged_at > ${since}
        and (ticket_id = ${moved('support_tickets.user_id')} or into_id = ${moved('support_tickets.user_id')}))
      or exists (select from support_tickets t where t.created_at > ${since} and t.line_id = any(${sql.param(idsOf(moves, 'lines.account_id'))}::int[]))
    union all select 'referral' where exists (
      select from referrals where (id = ${moved('referrals.referrer_id')} or id = ${moved('referrals.referee_id')}) and status <> 'pending')`);
  const now = await readPlans(queryable, moves);
  const isChanged = Object.entries(now).some(([id, plan]) => plans[id] !== plan);
  return [...rows.map(({ code }) => code), ...(isChanged ? ['plan' as const] : [])];
}
