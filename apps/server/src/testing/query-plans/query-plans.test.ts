import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listCourtesyRows, sumCourtesyDays } from '../../billing/courtesy-days/courtesy-days.repository.ts';
import { seedDataBundles } from '../../billing/data-bundles/seed-data-bundles.ts';
import { countOpenFindings } from '../../billing/gateway-settlements/finding.repository.ts';
import { listKnownPayments } from '../../billing/gateway-settlements/settlement.repository.ts';
import {
  findFirstDay,
  listItemRows,
  listSettlementRows,
} from '../../billing/gateway-settlements/settlement-list.repository.ts';
import { sumUnsettled } from '../../billing/gateway-settlements/unsettled.repository.ts';
import { listEInvoiceRows, readQueue } from '../../billing/invoices/e-invoices/e-invoice.repository.ts';
import { voidOpenInvoices } from '../../billing/invoices/issued-invoice.repository.ts';
import { countRewarded } from '../../billing/ledger/ledger.repository.ts';
import { isMoneyUnderWay } from '../../billing/owner-changes/obstacle.repository.ts';
import {
  findByToken,
  listOfferedLines,
  listOwnerChangesOf,
} from '../../billing/owner-changes/owner-change.repository.ts';
import { listPaperRows } from '../../billing/papers/paper.repository.ts';
import {
  breakPromises,
  findBrokenAt,
  listPromiseRows,
} from '../../billing/payment-promises/payment-promise.repository.ts';
import { listSuccessesSince } from '../../billing/payments/payment.repository.ts';
import { listReconciliations } from '../../billing/reconciliation/reconciliation.repository.ts';
import { listFlagged } from '../../billing/referrals/flagged-referrals.repository.ts';
import { countSubscribers } from '../../billing/subscriptions/count-subscribers.ts';
import { findByName } from '../../channels/quick-pay/quick-pay.repository.ts';
import { findObstacles } from '../../console/account-merges/merge-obstacle.repository.ts';
import { moveRows } from '../../console/account-merges/move-rows.repository.ts';
import { listSuggestionRows } from '../../console/account-merges/suggestion.repository.ts';
import { searchMisspelledCustomers } from '../../console/customers/customer.repository.ts';
import { listAttention } from '../../console/overview/attention.repository.ts';
import { listAccountsByVerifiedPhone } from '../../identity/sign-in/merged-account.repository.ts';
import { listSignInRecords, listThrottleKeys } from '../../identity/sign-in-help/sign-in-record.repository.ts';
import { readRejectedPackets } from '../../network/accounting/rejected-packets.ts';
import { listSpeedTests } from '../../network/speed-tests/list-speed-tests.ts';
import { findUsage } from '../../network/usage/find-usage.ts';
import { listUsageDays } from '../../network/usage/list-usage-days.ts';
import { listUsageMonths } from '../../network/usage/list-usage-months.ts';
import { databaseOf } from '../../platform/database/connection.ts';
import { type Ask, createFilledDatabase, readPlans } from './read-plans.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 300_000 });

const TODAY = '2026-11-22T12:00:00Z';
const NOW = `timestamptz '${TODAY}'`;
const MANY = 10_000;
/** A customer of ten years with frequent speed tests. */
const FAITHFUL = 150;
const DAY_MS = 24 * 3_600_000;
const MONTH_MS = 30 * DAY_MS;

/**
 * Customers with a line, two payments of two entries, two invoices and a friend each; three years
 * of them, the newest last.
 */
const ROWS = [
  `insert into users (id, email, email_key, password_hash, referral_code, created_at)
   select n, 'person' || n || '@mail.example', 'person' || n || '@mail.example', 'x', 'CODE' || n, ${NOW} - interval '3 years' from generate_series(1, $1::int) n`,
  `insert into user_subscriptions (user_id, plan_id, status, start_date, next_renewal, anchor_day, monthly_fee, paid_periods)
   select n, p.id, case n % 4 when 0 then 'cancelled' else 'active' end, ${NOW}, ${NOW}, 1, p.price, 2
   from generate_series(1, $1::int) n join (select id, price, row_number() over () - 1 as place, count(*) over () as plans from service_plans) p on p.place = n % p.plans`,
  `insert into payments (reference, user_id, subscription_id, plan_id, period_number, gateway, amount, status, quote, email, description, created_at, paid_at)
   select 'PQ' || lpad(user_id::text, 8, '0') || lpad(month::text, 5, '0'), user_id, id, plan_id, month,
     (array['paystack', 'flutterwave', 'quickteller'])[1 + (user_id + month) % 3], monthly_fee, 'successful', '{}', 'x', 'x', at, at
   from user_subscriptions, generate_series(1, 2) month, lateral (select ${NOW} - interval '3 years' * (1 - user_id / $1::float8) as at) moment`,
  `insert into payment_promises (user_id, subscription_id, period_number, amount, on_from, ends_at, state, made_at, decided_at)
   select user_id, id, 2, monthly_fee, ${NOW}, ${NOW}, case user_id % 9 when 0 then 'broken' else 'kept' end, ${NOW} - interval '5 days', ${NOW}
   from user_subscriptions where $1::int > 0`,
  `insert into courtesy_days (user_id, line_id, subscription_id, days, reason, status, requested_by, created_at, decided_at)
   select user_id, user_id, id, 1, 'x', case user_id % 100 when 0 then 'awaiting-approval' else 'booked' end, 1, ${NOW}, ${NOW}
   from user_subscriptions where $1::int > 0`,
  `insert into ledger_entries (transaction_key, account, user_id, payment_id, amount, created_at)
   select 'payment:' || reference, account, user_id, id, sign * amount, created_at
   from payments, lateral (values ('gateway:' || gateway, 1), (case user_id % 50 when 0 then 'referral-rewards' else 'revenue' end, -1)) as e (account, sign)
   where $1::int > 0`,
  `insert into invoices (invoice_number, year, sequence, user_id, subscription_id, period_number, kind, status, total, vat, snapshot, issued_at, due_at)
   select reference, 2026, row_number() over (), user_id, subscription_id, period_number, 'period',
     case period_number when 2 then 'open' else 'paid' end, amount, 0, '{}', created_at, created_at
   from payments where $1::int > 0`,
  `insert into e_invoices (invoice_id, document_number, user_id, procedure, status, irn, created_at)
   select id, invoice_number, user_id, 'reporting', case sequence % 500 when 0 then 'refused' else 'registered' end, 'IRN-' || sequence, issued_at
   from invoices where $1::int > 0`,
  `insert into referrals (referrer_id, referee_id, referral_code, flags, created_at)
   select n - 1, n, 'R' || n, case n % 20 when 0 then '{same-device}'::text[] else '{}' end, ${NOW} - interval '3 years' * (1 - n / $1::float8)
   from generate_series(2, $1::int) n`,
  `insert into owner_changes (from_account_id, to_account_id, status, offer_token_hash, stop_token_hash, identified_by, reason, requested_by, created_at, expires_at)
   select n, n - 1, 'declined', 'offer ' || n, 'stop ' || n, 'Called back', 'Sold', 1, ${NOW} - interval '3 years' * (1 - n / $1::float8), ${NOW}
   from generate_series(2, $1::int) n`,
  `insert into owner_change_lines (change_id, line_id, label, is_open)
   select id, from_account_id, 'Shop', false from owner_changes where $1::int > 0`,
  `insert into gateway_reconciliations (gateway, next_at, reconciled_until, settled)
   select gateway, ${NOW}, ${NOW}, '{}' from unnest(array['paystack', 'flutterwave', 'quickteller']) gateway where $1::int > 0`,
  `insert into gateway_settlements (gateway, settlement_id, status, gross, fees, net, settled_on, read_at, booked_at, created_at)
   select (array['paystack', 'flutterwave', 'quickteller'])[1 + n % 3], n::text, 'paid', 10, 1, 9, (${NOW} - interval '3 years' * (1 - n / $1::float8))::date, ${NOW}, ${NOW}, ${NOW}
   from generate_series(1, $1::int) n`,
  `insert into gateway_settlement_items (settlement, kind, reference, vendor_reference, payment_id, amount, booked)
   select s.id, 'payment', p.reference, p.reference, p.id, p.amount, p.amount
   from payments p join gateway_settlements s on s.settlement_id = (p.user_id - p.user_id % 10)::text where p.user_id < $1::int - 100`,
  `insert into gateway_settlement_findings (settlement, kind, details, found_at, resolved_at)
   select id, 'sums-differ', '{}', ${NOW}, case settlement_id::int % 100 when 0 then null else ${NOW} end from gateway_settlements where $1::int > 0`,
  `insert into usage_days (user_id, day, download_bytes, upload_bytes)
   select n, day::date, 1, 1 from generate_series(1, $1::int) n,
     lateral generate_series(${NOW} - case n when ${FAITHFUL} then interval '10 years' else interval '4 days' end, ${NOW}, interval '1 day') day`,
  `insert into usage_data (user_id, period, data_used, data_limit)
   select distinct user_id, to_char(day, 'YYYY-MM'), 1, 100 from usage_days where $1::int > 0`,
  `insert into data_bundle_purchases (payment_id, user_id, period, gigabytes, bought_at)
   select id, user_id, '2026-11', 50, created_at from payments where period_number = 2 and $1::int > 0`,
  `insert into rejected_packets (reason, nas, username, first_at, last_at, sample)
   select 'no-session', '10.0.0.1', 'line-' || n, ${NOW}, ${NOW} - n * interval '1 minute', '{}' from generate_series(1, $1::int) n`,
  `insert into speed_test_results (user_id, download_speed, upload_speed, ping, timestamp)
   select case n % 2 when 0 then ${FAITHFUL} else n end, 50, 20, 10, ${NOW} - n * interval '1 minute' from generate_series(1, $1::int) n`,
  `insert into sign_in_records (user_id, at, outcome, way, device, known_device, address_prefix, throttle_key)
   select case n % 50 when 0 then ${FAITHFUL} else n end, ${NOW} - interval '90 days' * (n / $1::float8), 'wrong-password', 'password', 'x', false, '10.0.0', n::text
   from generate_series(1, $1::int) n`,
  `update users set phone = '+23480' || lpad(id::text, 8, '0'), phone_verified_at = ${NOW} where id % 3 = 0 and $1::int > 0`,
];

let filled: Awaited<ReturnType<typeof createFilledDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  filled = await createFilledDatabase(async (pool) => {
    await seedDataBundles(databaseOf(pool));
    for (const rows of ROWS) await pool.query(rows, [MANY]);
  });
  ({ pool } = filled);
});
afterAll(() => filled.close());

const plansOf = (ask: Ask, analyze = false): Promise<string> => readPlans(pool, ask, analyze);

async function someId(table: string): Promise<string> {
  const { rows } = await pool.query(`select id from ${table} order by created_at desc offset 1000 limit 1`);
  return rows[0].id;
}

const ANY_SETTLEMENT = { gateway: null, status: null, hasFindings: false, after: null };
const now = new Date(TODAY);
const since = new Date(now.getTime() - DAY_MS);
it.each<[string, string, Ask]>([
  [
    'staff open the papers of a customer',
    'invoices_user',
    (database) => listPaperRows(database, { userId: FAITHFUL, limit: 10, before: null }),
  ],
  [
    'staff read beside a paper how it is registered',
    'e_invoices_document_number_unique',
    (database) => listPaperRows(database, { userId: FAITHFUL, limit: 10, before: null }),
  ],
  ['staff open the e-invoices', 'e_invoices_created', (database) => listEInvoiceRows(database, { limit: 51 })],
  [
    'staff open the e-invoices that were refused',
    'e_invoices_open',
    (database) => listEInvoiceRows(database, { state: 'refused', limit: 51 }),
  ],
  [
    'staff look for an e-invoice',
    'e_invoices_pkey',
    (database) => listEInvoiceRows(database, { search: 'IRN-4711', limit: 51 }),
  ],
  ['the queue of e-invoices is read', 'e_invoices_open', (database) => readQueue(database)],
  [
    'the home of staff counts what the tax authority refuses',
    'e_invoices_open',
    (database) => listAttention(database, now, { hasEInvoicing: true, hasAccountNumbers: true }),
  ],
  [
    'staff ask why a customer cannot sign in',
    'Backward using sign_in_records_user',
    (database) => listSignInRecords(database, FAITHFUL),
  ],
  [
    'staff lift the throttle of a customer',
    'sign_in_records_user',
    (database) => listThrottleKeys(database, FAITHFUL, now),
  ],
  [
    'a customer asks for a link to their number',
    'users_phone_search',
    (database) => listAccountsByVerifiedPhone(database, '+2348000000300'),
  ],
  [
    'somebody looks an account up, to pay without signing in: by telephone',
    'users_phone_search',
    (database) => findByName(database, { number: null, phone: '+2348000000300', email: null }),
  ],
  [
    'by account number',
    'accounts_number_unique',
    (database) => findByName(database, { number: '1234567897', phone: null, email: null }),
  ],
  ['staff open the plans, each with how many have it', 'user_subscriptions_plan', countSubscribers],
  [
    'staff open the referrals with signs',
    'Backward using referrals_flagged',
    (database) => listFlagged(database, { before: null, limit: 50, now }),
  ],
  [
    'staff go on to the next page of them',
    'Backward using referrals_flagged',
    async (database) => listFlagged(database, { before: await someId('referrals'), limit: 50, now }),
  ],
  [
    'staff see what came through each gateway today',
    'ledger_entries_account',
    (database) => listReconciliations(database, since),
  ],
  [
    'a gateway’s list is compared with our successes',
    'payments_gateway',
    (database) =>
      listSuccessesSince(database, {
        gateway: 'paystack',
        since: new Date(now.getTime() - MONTH_MS),
        openedBefore: now,
      }),
  ],
  [
    'the open invoices of a line are void',
    'invoices_open',
    async (database) => {
      const ids = [await someId('user_subscriptions')];
      await database.transaction((tx) => voidOpenInvoices(tx, ids, { voidReason: 'cancelled', voidedAt: now }));
    },
  ],
  [
    'staff search with a typing error in what many have',
    'users_spelling',
    (database) => searchMisspelledCustomers(database, ['person0'], 20),
  ],
  [
    'a customer looks at the promises of their line',
    'payment_promises_period',
    (database) => listPromiseRows(database, { lineId: FAITHFUL, limit: 10 }),
  ],
  [
    'a customer promises to pay, who may have broken a promise before',
    'payment_promises_user',
    (database) => findBrokenAt(database, FAITHFUL),
  ],
  [
    'a promised day ends',
    'payment_promises_running',
    async (database) => {
      const ids = [await someId('user_subscriptions')];
      await database.transaction((tx) => breakPromises(tx, ids, now));
    },
  ],
  [
    'staff look at the courtesy days of a customer',
    'courtesy_days_user',
    (database) => listCourtesyRows(database, { customerId: FAITHFUL, limit: 100 }),
  ],
  [
    'and at those that wait for a second person',
    'courtesy_days_waiting',
    (database) => listCourtesyRows(database, { isWaiting: true, limit: 100 }),
  ],
  [
    'the courtesy days of a line in a year are counted',
    'courtesy_days_line',
    (database) => sumCourtesyDays(database, FAITHFUL, { from: new Date(now.getTime() - MONTH_MS), before: now }),
  ],
  [
    'an account’s changes of owner are listed, those that left it',
    'owner_changes_from',
    (database) => listOwnerChangesOf(database, 150, 50),
  ],
  ['and those that came into it', 'owner_changes_to', (database) => listOwnerChangesOf(database, 150, 50)],
  [
    'their lines are listed',
    'owner_change_lines_change_id_line_id_pk',
    async (database) => listOfferedLines(database, [await someId('owner_changes')]),
  ],
  [
    'the new owner of a line opens the link',
    'owner_changes_offer_token_hash_unique',
    (database) => findByToken(database, 'offer 150'),
  ],
  [
    'a line is looked at for payments under way',
    'payments_subscription',
    async (database) => isMoneyUnderWay(database, await someId('user_subscriptions')),
  ],
  [
    'staff open the settlements',
    'Backward using gateway_settlements_newest',
    (database) => listSettlementRows(database, { ...ANY_SETTLEMENT, limit: 50 }),
  ],
  [
    'staff go on to the next page of those of a gateway',
    'Backward using gateway_settlements_',
    async (database) =>
      listSettlementRows(database, {
        ...ANY_SETTLEMENT,
        gateway: 'paystack',
        after: await someId('gateway_settlements'),
        limit: 50,
      }),
  ],
  [
    'staff look at what is in a settlement',
    'gateway_settlement_items_once',
    async (database) =>
      listItemRows(database, { settlement: await someId('gateway_settlements'), after: null, limit: 50 }),
  ],
  ['findings in settlements are counted', 'gateway_settlement_findings_open', countOpenFindings],
  [
    'a settlement is compared with our payments',
    'payments_reference_unique',
    (database) =>
      listKnownPayments(database, { gateway: 'paystack', references: ['PQ0000015000001'], transactions: ['15'] }),
  ],
  [
    'payments that no settlement has are looked for',
    'payments_gateway',
    async (database) => {
      const first = await findFirstDay(database, 'paystack');
      expect(first).not.toBeNull();
      const paidBefore = new Date(now.getTime() - 5 * DAY_MS);
      await sumUnsettled(database, { gateways: ['paystack'], since: new Date(now.getTime() - MONTH_MS), paidBefore });
    },
  ],
  ['a customer’s rewards are counted', 'ledger_entries_rewards', (database) => countRewarded(database, 150)],
])('%s: only what is shown is read, however long there has been a portal', async (_, index, ask) => {
  const plans = await plansOf(ask);
  expect(plans).toContain(index);
  expect(plans).not.toMatch(
    /Seq Scan on (user_subscriptions|payments|payment_promises|courtesy_days|ledger_entries|invoices|referrals|gateway_settlement)/,
  );
  expect(plans).not.toMatch(/Seq Scan on (user_subscriptions|payments|ledger_entries|invoices|referrals|owner_change)/);
});

/** Its changes are rolled back. */
const merge: Ask = async (database) => {
  const undone = new Error('undone');
  const pair = { from: 150, into: 151 };
  await database
    .transaction(async (tx) => {
      await moveRows(tx, pair);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  await findObstacles(database, pair);
};

it.each<[string, RegExp, Ask]>([
  [
    'staff look for accounts of the same person',
    /users_phone_search/,
    (database) => listSuggestionRows(database, { customerId: 150, limit: 10 }),
  ],
  ['two accounts become one', /payments_user/, merge],
])('%s: every row is found by an index, however many customers there are', async (_, indexes, ask) => {
  const plans = await plansOf(ask);
  expect(plans).toMatch(indexes);
  expect(plans).not.toMatch(
    /Seq Scan on (users|accounts|account_people|lines|user_subscriptions|payments|invoices|referrals|ledger_entries)/,
  );
});

async function oldTestId(): Promise<string> {
  const { rows } = await pool.query(
    'select id from speed_test_results where user_id = $1 order by timestamp limit 1 offset 1000',
    [FAITHFUL],
  );
  return rows[0].id;
}

const wanted = { lineId: FAITHFUL, now };
const ofMonth = (period: string | undefined): Ask => {
  return (database) => listUsageDays(database, { ...wanted, period });
};
it.each<[string, string, number, Ask]>([
  ['a customer opens the dashboard', 'usage_data_period', 1, (database) => findUsage(database, wanted)],
  ['a customer sees the months', 'usage_data_period', 12, (database) => listUsageMonths(database, wanted)],
  ['a customer, or staff for them, sees the days of this month', 'user_id_day_pk', 31, ofMonth(undefined)],
  ['and those of a month of years ago', 'user_id_day_pk', 31, ofMonth('2019-05')],
  ['staff look at what could not be counted', 'rejected_packets_latest', 100, readRejectedPackets],
  [
    'a customer looks at their speed tests',
    'speed_test_results_user',
    21,
    (database) => listSpeedTests(database, wanted),
  ],
  [
    'and goes on to what is far down',
    'speed_test_results_user',
    21,
    async (database) => listSpeedTests(database, { ...wanted, before: await oldTestId() }),
  ],
])('%s: no more rows are touched than are shown, after ten years', async (_, index, most, ask) => {
  const plans = await plansOf(ask, true);
  expect(plans).toContain(index);
  expect(plans).not.toMatch(
    /Seq Scan on (usage_|data_bundle_purchases|rejected_packets|speed_test_results|user_subscriptions)/,
  );
  const touched = [...plans.matchAll(/actual time=\S+ rows=([\d.]+) loops=(\d+)/g)].map(
    ([, rows, loops]) => Number(rows) * Number(loops),
  );
  const thrownAway = [...plans.matchAll(/Rows Removed by .*: (\d+)/g)].map(([, rows]) => Number(rows));
  expect(touched.length).toBeGreaterThan(0);
  expect(Math.max(...touched, ...thrownAway)).toBeLessThanOrEqual(most);
});
