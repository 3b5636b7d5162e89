import pg from 'pg';

export const CUSTOMERS = 1000;
const PAID_MONTHS = 6;

export const customerEmail = (number: number): string => `customer${number}@bench.example`;

/**
 * Every customer has so many paid months and an active subscription, on one of the first ten plans,
 * in the amounts and ledger entries of real payments.
 */
const customerRows = (months: number) => [
  `insert into users (email, email_key, password_hash, first_name, last_name, referral_code, created_at)
   select 'customer' || n || '@bench.example', 'customer' || n || '@bench.example', $1, 'First' || n, 'Last' || n,
          'BENCH' || lpad(n::text, greatest(5, length(n::text)), '0'), now() - interval '7 months'
   from generate_series(1, $2::int) n`,
  `insert into user_subscriptions (user_id, plan_id, status, start_date, next_renewal, anchor_day, monthly_fee, paid_periods)
   select u.id, p.id, 'active', now() - interval '${months} months' + interval '10 days', now() + interval '10 days',
          extract(day from now() + interval '10 days'), p.price, ${months}
   from users u
   join (select id, price, row_number() over (order by position) - 1 as place from service_plans where is_active) p
     on p.place = u.id % 10
   where u.email like '%@bench.example'`,
  `insert into payments (reference, user_id, subscription_id, plan_id, period_number, gateway, amount, status, quote, email, description, created_at, paid_at)
   select 'PB' || lpad(s.user_id::text, 8, '0') || lpad(n::text, 5, '0'), s.user_id, s.id, s.plan_id, n,
          (array['paystack', 'flutterwave', 'quickteller'])[1 + (s.user_id + n) % 3], s.monthly_fee, 'successful',
          jsonb_build_object('planName', p.name, 'monthlyFeeKobo', (s.monthly_fee * 100)::bigint, 'lines',
            jsonb_build_array(jsonb_build_object('label', p.name, 'amountKobo', (s.monthly_fee * 100)::bigint))),
          u.email, p.name, s.start_date + (n - 1) * interval '1 month', s.start_date + (n - 1) * interval '1 month'
   from user_subscriptions s join users u on u.id = s.user_id join service_plans p on p.id = s.plan_id,
        generate_series(1, ${months}) n`,
  `insert into subscription_periods (subscription_id, period_number, plan_id, monthly_fee, payment_id, starts_at, ends_at)
   select s.id, y.period_number, y.plan_id, y.amount, y.id, s.start_date + (y.period_number - 1) * interval '1 month',
          s.start_date + y.period_number * interval '1 month'
   from payments y join user_subscriptions s on s.id = y.subscription_id`,
  `insert into ledger_entries (transaction_key, account, user_id, payment_id, amount)
   select 'payment:' || y.reference, e.account, y.user_id, y.id, e.sign * y.amount
   from payments y, lateral (values ('gateway:' || y.gateway, 1), ('revenue', -1)) as e(account, sign)`,
  `insert into payment_events (payment_id, kind, source, details)
   select y.id, 'confirmed', 'webhook', jsonb_build_object('reference', y.reference, 'amountKobo', (y.amount * 100)::bigint,
            'chargedKobo', (y.amount * 100)::bigint, 'currency', y.currency)
   from payments y`,
  `insert into receipts (receipt_number, year, sequence, payment_id, user_id, total, vat_included, snapshot, issued_at)
   select 'RCT-' || year || '-' || lpad(sequence::text, greatest(6, length(sequence::text)), '0'), year, sequence, id, user_id, amount, round(amount * 75 / 1075, 2),
          jsonb_build_object('customerName', 'Bench', 'customerEmail', email, 'planName', description, 'periodStart', null,
            'periodEnd', null, 'lines', quote -> 'lines'), paid_at
   from (select y.*, extract(year from paid_at at time zone 'Africa/Lagos')::int as year,
                row_number() over (partition by extract(year from paid_at at time zone 'Africa/Lagos') order by paid_at, reference) as sequence
         from payments y) numbered`,
  // With the plan of the last sync, otherwise the portal would sync all of them during the
  // measurement.
  `insert into network_lines (user_id, username, access, download_mbps, plan_id, changed_at)
   select s.user_id, 'bench-' || s.user_id || '@fibre', 'open', p.download_mbps, p.id, s.start_date
   from user_subscriptions s join service_plans p on p.id = s.plan_id`,
  `insert into number_series (series, year, last_number) select 'RCT', year, max(sequence) from receipts group by year`,
  'analyze',
];

/**
 * Fills an empty portal database with 1,000 customers, or another number, their subscriptions and
 * six payments each, or `months`; all get `passwordHash`. All or nothing.
 */
export async function seedPortal(
  connection: pg.ClientConfig,
  passwordHash: string,
  customers: number = CUSTOMERS,
  months: number = PAID_MONTHS,
): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query('begin');
    for (const [index, statement] of customerRows(months).entries()) {
      await client.query(statement, index === 0 ? [passwordHash, customers] : []);
    }
    await client.query('commit');
  });
}

/**
 * connect-pg-simple's documented table, and the portal's users and plans as an ordinary application
 * would store them.
 */
const YARDSTICK_TABLES = [
  `create table session (sid varchar not null primary key, sess json not null, expire timestamp(6) not null)`,
  'create index session_expire on session (expire)',
  `create table users (id integer primary key, email text not null unique, password_hash text not null, first_name text, last_name text,
     role text not null, phone text, created_at timestamptz not null)`,
  `create table service_plans (id uuid primary key, region text, name text, speed text, download_mbps integer, price numeric(10, 2), currency text, type text,
     features json, position integer, is_active boolean)`,
];

/**
 * Creates the Express yardstick's database beside the portal's, with the same customers and plans.
 */
export async function seedYardstick(portal: pg.ClientConfig, database: string): Promise<void> {
  await withClient(portal, async (source) => {
    await source.query(`create database ${pg.escapeIdentifier(database)}`);
    await withClient({ ...portal, database }, async (target) => {
      for (const statement of YARDSTICK_TABLES) await target.query(statement);
      for (const table of ['users', 'service_plans']) await copyRows(source, target, table);
      await target.query('analyze');
    });
  });
}

/** Copies the columns that both tables have. */
async function copyRows(source: pg.Client, target: pg.Client, table: string): Promise<void> {
  const { fields } = await target.query(`select * from ${table} limit 0`);
  const columns = fields.map(({ name }) => name).join(', ');
  const { rows } = await source.query(`select json_agg(r) as list from (select ${columns} from ${table}) r`);
  await target.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
    [JSON.stringify(rows[0]?.list ?? [])],
  );
}

export async function withClient<R>(connection: pg.ClientConfig, run: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
