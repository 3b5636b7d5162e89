import type pg from 'pg';
import type { AccountModel } from './billing-simulation-model.ts';

/** The billing state that a customer can see, in kobo and milliseconds. */
export type Billing = {
  readonly status: string;
  readonly plan: string | null;
  readonly scheduled: string | null;
  readonly end: number | null;
  /** Plan, price, first and last moment of each paid month of the open subscription. */
  readonly months: readonly (readonly [string, number, number, number])[];
  readonly owed: number;
  readonly credit: number;
  readonly earned: number;
  /** The last moment and the state of each promise to pay, by these. */
  readonly promises: readonly (readonly [number, string])[];
};

/** The ledger's state of some customers, by customer. */
export async function readBillings(pool: pg.Pool, ids: readonly number[]): Promise<Map<number, Billing>> {
  const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`;
  const { rows } = await pool.query(
    `select u.id, coalesce(s.status, 'none') as status, s.plan_id as plan, s.scheduled_plan_id as scheduled,
       case when s.status <> 'pending' then ${ms('s.next_renewal')}::float8 end as "end",
       coalesce((select json_agg(json_build_array(p.plan_id, (p.monthly_fee * 100)::int, ${ms('p.starts_at')}, ${ms('p.ends_at')})
          order by p.period_number) from subscription_periods p where p.subscription_id = s.id), '[]') as months,
       coalesce((select sum(i.total * 100)::int from invoices i where i.user_id = u.id and i.status = 'open'), 0) as owed,
       coalesce((b.balance * 100)::int, 0) as credit,
       coalesce((select sum(e.amount * 100)::int from ledger_entries e
          where e.user_id = u.id and e.account = 'referral-rewards'), 0) as earned,
       coalesce((select json_agg(json_build_array(${ms('p.ends_at')}, p.state) order by p.ends_at, p.state)
          from payment_promises p where p.user_id = u.id), '[]') as promises
     from users u
     left join user_subscriptions s on s.user_id = u.id and s.status <> 'cancelled'
     left join credit_balances b on b.user_id = u.id
     where u.id = any($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, ...billing }) => [id, billing as Billing]));
}

/** The same by the model. */
export function expectedBilling(account: AccountModel): Billing {
  const isOpen = account.status !== 'none';
  const { credit, earned } = account.rewards;
  return {
    status: account.status,
    plan: isOpen ? account.plan.id : null,
    scheduled: isOpen ? (account.scheduled?.id ?? null) : null,
    end: isOpen && account.status !== 'pending' ? account.end.getTime() : null,
    months: isOpen
      ? account.months.map(({ plan, fee, start, end }) => [plan.id, fee, start.getTime(), end.getTime()] as const)
      : [],
    owed: account.owed + account.charged,
    credit,
    earned,
    // The clock is set back at times: not in the order in which they were made.
    promises: account.promises
      .map(({ until, state }) => [until.getTime(), state] as const)
      .toSorted(([until, state], [other, second]) => until - other || (state < second ? -1 : 1)),
  };
}

/**
 * The references of the last month of a customer's open subscription that was not refunded, of the
 * first that was paid by card and is not over, of the largest payment that became credit and is
 * still there, and of the last data bundle; and what this customer has earned a referrer.
 */
export async function findRefundable(
  pool: pg.Pool,
  userId: number,
  now: Date,
): Promise<{
  readonly month: string | null;
  readonly byCard: string | null;
  readonly credit: string | null;
  readonly data: string | null;
  readonly rewardKobo: number | null;
}> {
  const months = `from user_subscriptions s join subscription_periods m on m.subscription_id = s.id join payments p on p.id = m.payment_id
    where s.user_id = $1 and s.status <> 'cancelled' and p.status = 'successful'`;
  const { rows } = await pool.query(
    `select
       (select p.reference ${months} order by m.period_number desc limit 1) as month,
       (select p.reference ${months} and p.gateway not in ('credit', 'voucher', 'agent') and m.ends_at > $2 order by m.period_number limit 1) as "byCard",
       (select p.reference from payments p join ledger_entries e on e.payment_id = p.id
        where p.user_id = $1 and p.status = 'successful' and p.upgrade_from_plan_id is null
          and e.transaction_key = 'payment:' || p.reference and e.account = 'credit' and e.amount < 0
        order by coalesce(p.received, p.amount) desc, p.reference limit 1) as credit,
       (select p.reference from payments p where p.user_id = $1 and p.status = 'successful' and p.bundle_id is not null
        order by p.created_at desc limit 1) as data,
       (select (r.reward * 100)::int from referrals r where r.referee_id = $1 and r.status = 'completed') as "rewardKobo"`,
    [userId, now],
  );
  return rows[0];
}

/**
 * Those of these customers without a paid month that is not over, each with how often they have
 * paid and been billed: read from the payments and months alone.
 */
export async function findUnpaid(
  pool: pg.Pool,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, { readonly payments: number; readonly bills: number }>> {
  const { rows } = await pool.query(
    `select u.id, (select count(*)::int from payments p where p.user_id = u.id and p.status = 'successful') as payments,
       (select count(*)::int from invoices i where i.user_id = u.id and i.status = 'open') as bills
     from users u where u.id = any($1) and not exists (
       select 1 from user_subscriptions s join subscription_periods m on m.subscription_id = s.id
       join payments p on p.id = m.payment_id and p.status = 'successful'
       where s.user_id = u.id and m.ends_at > $2)`,
    [ids, now],
  );
  return new Map(rows.map(({ id, ...asked }) => [id, asked]));
}
