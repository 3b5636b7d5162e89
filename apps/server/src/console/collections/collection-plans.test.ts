import { collectionAges, collectionViews } from '@portal/contract/console/collections';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../platform/database/connection.ts';
import { type Ask, createFilledDatabase, readPlans } from '../../testing/query-plans/read-plans.ts';
import { listCallBackRows } from '../call-backs/call-back.repository.ts';
import {
  countCollectionRows,
  findCollectionRow,
  type Look,
  listCollectionRows,
  lockNextCollection,
} from './collection.repository.ts';
import { countDay, countEndedPromises, listCalls } from './collection-call.repository.ts';
import { listDebts } from './debt.repository.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 300_000 });

const TODAY = '2026-11-22T12:00:00Z';
const NOW = `timestamptz '${TODAY}'`;
const look: Look = { now: new Date(TODAY), staffId: 1 };

/**
 * 10,000 customers, with a year of paid invoices and a promise each: one in forty is in the grace period,
 * one in twenty is off, and the desk has called half of these.
 */
const ROWS = [
  `insert into users (id, email, email_key, password_hash, referral_code, phone)
   select n, 'person' || n || '@mail.example', 'person' || n || '@mail.example', 'x', 'CODE' || n, '+23480' || lpad(n::text, 8, '0') from generate_series(1, 10000) n`,
  `insert into user_subscriptions (user_id, plan_id, status, start_date, next_renewal, anchor_day, monthly_fee, paid_periods)
   select n, p.id, case n % 20 when 0 then 'suspended' else 'active' end, ${NOW} - interval '1 year',
     case when n % 20 = 0 then ${NOW} - (n % 80 + 3) * interval '1 day' when n % 40 = 1 then ${NOW} - interval '1 day' else ${NOW} + interval '9 days' end, 1, p.price, 12
   from generate_series(1, 10000) n, (select id, price from service_plans limit 1) p`,
  `insert into invoices (invoice_number, year, sequence, user_id, subscription_id, period_number, kind, status, void_reason, total, vat, snapshot, issued_at, due_at)
   select 'I' || user_id || '.' || month, 2026, user_id * 13 + month, user_id, id, month, 'period',
     case when month < 13 then 'paid' when status = 'suspended' then 'void' else 'open' end, case when month = 13 and status = 'suspended' then 'suspended' end,
     monthly_fee, 0, '{}', next_renewal - (13 - month) * interval '30 days', next_renewal - (13 - month) * interval '30 days'
   from user_subscriptions, generate_series(1, 13) month`,
  `insert into payments (reference, user_id, subscription_id, plan_id, period_number, gateway, amount, status, quote, email, description, created_at, paid_at)
   select 'PQ' || lpad(user_id::text, 8, '0') || lpad(month::text, 5, '0'), user_id, id, plan_id, month, 'paystack', monthly_fee, 'successful', '{}', 'x', 'x', at, at
   from user_subscriptions, generate_series(1, 12) month, lateral (select next_renewal - (13 - month) * interval '30 days' as at) moment`,
  `insert into payment_promises (user_id, subscription_id, period_number, amount, on_from, ends_at, state, made_at, decided_at)
   select user_id, id, 2, monthly_fee, ${NOW}, ${NOW}, case user_id % 9 when 0 then 'broken' else 'kept' end, ${NOW} - interval '5 days', ${NOW} - user_id * interval '1 minute'
   from user_subscriptions`,
  `insert into collection_accounts (user_id, last_outcome, last_call_at, last_call_by)
   select n, 'no-answer', ${NOW} - interval '1 day', 1 from generate_series(40, 10000, 40) n`,
  `insert into collection_calls (user_id, staff_id, outcome, called_at, owed, client_request_id)
   select n, 1, 'no-answer', ${NOW} - interval '90 days' * n / 10000, 1, 'r' || n from generate_series(1, 10000) n`,
  `insert into call_backs (user_id, due_at, reason, about, made_by, made_at, ended_at, client_request_id)
   select n, ${NOW} - n * interval '1 hour', 'owes', '', 1, ${NOW}, case n % 400 when 0 then null else ${NOW} end, 'c' || n from generate_series(1, 10000) n`,
];

let filled: Awaited<ReturnType<typeof createFilledDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  filled = await createFilledDatabase(async (pool) => {
    for (const rows of ROWS) await pool.query(rows);
  });
  ({ pool } = filled);
});
afterAll(() => filled.close());

const plansOf = (ask: Ask): Promise<string> => readPlans(pool, ask, true);

it.each<[string, RegExp, (database: Database) => Promise<unknown>]>([
  [
    'who owes is listed',
    /invoices_overdue[\s\S]*user_subscriptions_off/,
    (database) => listCollectionRows(database, look, { after: null, limit: 50 }),
  ],
  [
    'a later page is listed',
    /invoices_overdue[\s\S]*user_subscriptions_off/,
    (database) =>
      listCollectionRows(database, look, {
        after: { rank: 1, day: 9800, kobo: 100, id: 40 },
        limit: 50,
        show: 'to-call',
      }),
  ],
  [
    'who owes is counted',
    /invoices_overdue[\s\S]*user_subscriptions_off/,
    (database) => countCollectionRows(database, look, { ages: collectionAges, views: collectionViews }),
  ],
  [
    'the next is taken',
    /invoices_overdue[\s\S]*user_subscriptions_off/,
    (database) => database.transaction((tx) => lockNextCollection(tx, look, {})),
  ],
  ['one account is looked at', /invoices_user/, (database) => findCollectionRow(database, look, 40)],
  ['what one account owes is listed', /invoices_user/, (database) => listDebts(database, 40, look.now)],
  ['the calls of today are counted', /collection_calls_day/, (database) => countDay(database, look.now)],
  ['the last promises are counted', /payment_promises_ended/, (database) => countEndedPromises(database)],
  [
    'the calls to one customer are listed',
    /collection_calls_user/,
    (database) => listCalls(database, { accountId: 40, limit: 10 }),
  ],
  [
    'the call-backs of today are listed',
    /call_backs_(user|waiting)/,
    (database) => listCallBackRows(database, { before: look.now }),
  ],
  [
    'the call-backs of one customer are listed',
    /call_backs_(user|owes|waiting)/,
    (database) => listCallBackRows(database, { accountId: 40 }),
  ],
])('%s: what is paid and done is not read, however many customers there are', async (_, indexes, ask) => {
  const plans = await plansOf(ask);
  expect(plans).toMatch(indexes);
  expect(plans).not.toMatch(
    /Seq Scan on (user_subscriptions|payments|payment_promises|invoices|collection_calls|call_backs)/,
  );
});
