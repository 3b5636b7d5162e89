import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

vi.setConfig({ hookTimeout: 30_000 });

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool(database.poolConfig);
  pool.on('error', () => {});
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Each column in PostgreSQL: its type, whether it is nullable, and its default. */
async function columnsOf(table: string): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string; type: string; required: boolean; preset: string | null }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
            pg_get_expr(d.adbin, d.adrelid) as preset
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table],
  );
  return Object.fromEntries(
    rows.map(({ name, type, required, preset }) => [
      name,
      [type, ...(required ? ['required'] : []), ...(preset ? [preset.replace(/::.*/, '')] : [])].join(' '),
    ]),
  );
}

const MOMENT = 'timestamp with time zone';
const NOW = `${MOMENT} required now()`;
const ID = 'uuid required gen_random_uuid()';
const OWNER = 'integer required';

/** Specification section 3, Stored entities. */
const ENTITIES = {
  users: {
    id: expect.stringMatching(/^integer required nextval/),
    email: 'character varying(255) required',
    password_hash: 'character varying(255) required',
    role: "character varying(50) required 'customer'",
    first_name: 'character varying(100)',
    last_name: 'character varying(100)',
    profile_image_url: 'text',
    created_at: NOW,
    updated_at: NOW,
  },
  sessions: { sid: 'text required', sess: 'json required', expire: `${MOMENT} required` },
  service_plans: {
    id: ID,
    region: 'character varying(50) required',
    name: 'character varying(150) required',
    speed: 'character varying(50) required',
    price: 'numeric(10,2) required',
    currency: "character varying(3) required 'NGN'",
    type: 'character varying(20) required',
    features: 'json required',
    is_active: 'boolean required true',
    created_at: NOW,
  },
  user_subscriptions: {
    id: ID,
    user_id: OWNER,
    plan_id: 'uuid required',
    status: "character varying(20) required 'active'",
    start_date: MOMENT,
    next_renewal: `${MOMENT} required`,
    monthly_fee: 'numeric(10,2) required',
    created_at: NOW,
    updated_at: NOW,
  },
  usage_data: {
    id: ID,
    user_id: OWNER,
    period: 'character varying(7) required',
    data_used: 'numeric(12,2) required',
    data_limit: 'numeric(12,2)',
    created_at: NOW,
    updated_at: NOW,
  },
  speed_test_results: {
    id: ID,
    user_id: OWNER,
    download_speed: 'numeric(8,2) required',
    upload_speed: 'numeric(8,2) required',
    ping: 'numeric(6,2) required',
    timestamp: NOW,
  },
  support_tickets: {
    id: ID,
    // Not required, for mails of unknown senders (decision 108).
    user_id: 'integer',
    subject: 'text required',
    description: 'text required',
    status: "character varying(20) required 'open'",
    priority: "character varying(20) required 'medium'",
    created_at: NOW,
    updated_at: NOW,
  },
  payment_methods: {
    id: ID,
    user_id: OWNER,
    provider: 'character varying(20) required',
    reference: 'character varying(255) required',
    is_default: 'boolean required false',
    created_at: NOW,
  },
  referrals: {
    id: ID,
    referrer_id: OWNER,
    referee_id: 'integer',
    referral_code: 'character varying(64) required',
    status: "character varying(20) required 'pending'",
    reward: 'numeric(10,2) required 2000.00',
    created_at: NOW,
    completed_at: MOMENT,
  },
};

it.each(Object.entries(ENTITIES))('%s has the fields of the specification', async (table, columns) => {
  expect(await columnsOf(table)).toMatchObject(columns);
});

it('no two accounts share an email address, no two sessions an id, and no two referrals a code', async () => {
  const { rows } = await pool.query<{ definition: string }>(
    `select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as definition from pg_constraint where contype in ('p', 'u')`,
  );
  expect(rows.map(({ definition }) => definition)).toEqual(
    expect.arrayContaining(['users UNIQUE (email)', 'sessions PRIMARY KEY (sid)', 'referrals UNIQUE (referral_code)']),
  );
  const indexes = await pool.query("select indexdef from pg_indexes where tablename = 'sessions'");
  expect(indexes.rows.map(({ indexdef }) => indexdef)).toContainEqual(expect.stringMatching(/\(expire\)$/));
});
