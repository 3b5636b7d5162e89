import type pg from 'pg';

const DUE_ADDRESS = '@due.bench.example';

/** Customers with an active subscription each, paid until `next_renewal`, which is not due yet. */
const DUE_LINES = [
  `insert into users (email, email_key, password_hash, first_name, last_name, referral_code, created_at)
   select 'line' || n || '${DUE_ADDRESS}', 'line' || n || '${DUE_ADDRESS}', 'none', 'First' || n, 'Last' || n, 'DUE' || n, now() - interval '24 days'
   from generate_series(1, $1::int) n`,
  `insert into user_subscriptions (user_id, plan_id, status, start_date, next_renewal, anchor_day, monthly_fee, paid_periods, next_step_at)
   select u.id, p.id, 'active', now() - interval '24 days', now() + interval '6 days', extract(day from now() + interval '6 days'), p.price, 1, null
   from users u
   join (select id, price, row_number() over (order by position) - 1 as place from service_plans where is_active) p on p.place = u.id % 10
   where u.email_key like '%${DUE_ADDRESS}'`,
];

/**
 * Fills the database with `count` subscriptions whose invoices are due today, but which the renewal
 * job does not process yet.
 */
export async function seedDueLines(client: pg.Client, count: number): Promise<void> {
  for (const [index, statement] of DUE_LINES.entries()) await client.query(statement, index === 0 ? [count] : []);
  await client.query('vacuum analyze');
}

/** Makes them due. */
export async function letThemBeDue(client: pg.Client): Promise<void> {
  await client.query(
    `update user_subscriptions s set next_step_at = now() from users u where u.id = s.user_id and u.email_key like '%${DUE_ADDRESS}'`,
  );
}

export type Billed = {
  readonly invoices: number;
  readonly lines: number;
  readonly firstNumber: number;
  readonly lastNumber: number;
  readonly reminders: number;
  readonly mails: number;
};

/** The job's results for these subscriptions. */
export async function countBilled(client: pg.Client): Promise<Billed> {
  const { rows } = await client.query<Billed>(
    `select count(*)::int as invoices, count(distinct i.subscription_id)::int as lines, min(i.sequence) as "firstNumber", max(i.sequence) as "lastNumber",
       (select count(*)::int from notices n join users o on o.id = n.user_id where n.kind = 'bill-due' and o.email_key like '%${DUE_ADDRESS}') as reminders,
       (select count(*)::int from outbox_messages m where m.recipient like '%${DUE_ADDRESS}') as mails
     from invoices i join users u on u.id = i.user_id where i.status = 'open' and u.email_key like '%${DUE_ADDRESS}'`,
  );
  const [billed] = rows;
  if (!billed) throw new Error('PostgreSQL counted nothing');
  return billed;
}

/** How many numbers the job has issued so far; one row, so that reading is cheap. */
export async function lastInvoiceNumber(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ last: number }>(
    "select coalesce(max(last_number), 0)::int as last from number_series where series = 'INV'",
  );
  return rows[0]?.last ?? 0;
}
