import { LIVE_SOCKET } from '@portal/contract/platform/live-updates';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DELIVERY_JOBS } from '../../messaging/messaging.jobs.ts';
import { accountingBody } from '../../network/accounting/packet.factory.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { checkMetrics } from '../../testing/promtool.ts';
import { TEST_NETWORK_TOKEN } from '../../testing/test-portal.ts';
import { openSocket, portOf, type TestSocket } from '../../testing/test-socket.ts';
import { createLiveBus } from '../events/live-bus.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

/** The metrics of the portal: type, then labels in their order. */
const METRICS: Readonly<Record<string, string>> = {
  portal_build_info: 'gauge version commit',
  http_request_duration_seconds: 'histogram method route status',
  http_requests_in_flight: 'gauge',
  db_pool_connections: 'gauge state',
  db_query_duration_seconds: 'histogram',
  db_synchronous_standbys: 'gauge',
  job_duration_seconds: 'histogram job',
  job_last_success_timestamp_seconds: 'gauge job',
  queue_oldest_age_seconds: 'gauge queue',
  queue_depth: 'gauge queue',
  payments_total: 'counter gateway outcome',
  auto_pay_charges_total: 'counter kind outcome',
  mandates: 'gauge state',
  mandate_oldest_wait_seconds: 'gauge what',
  payments_pending: 'gauge',
  payment_settlement_seconds: 'histogram gateway',
  webhooks_total: 'counter gateway outcome',
  webhook_deliveries_total: 'counter outcome',
  webhook_endpoint_failing_seconds: 'gauge',
  webhook_deliveries_due: 'gauge',
  gateway_request_duration_seconds: 'histogram gateway operation outcome',
  ledger_imbalance_kobo: 'gauge',
  gateway_discrepancies_open: 'gauge',
  settlement_reading_age_seconds: 'gauge gateway',
  settlement_findings_open: 'gauge',
  unsettled_payment_age_seconds: 'gauge gateway',
  unmatched_transfers_waiting: 'gauge',
  unmatched_transfer_oldest_age_seconds: 'gauge',
  virtual_accounts_silence_seconds: 'gauge provider',
  voucher_codes_total: 'counter via outcome',
  e_invoices_waiting: 'gauge',
  e_invoices_refused: 'gauge',
  e_invoices_oldest_age_seconds: 'gauge procedure',
  e_invoices_keys_refused: 'gauge',
  e_invoice_registrations_total: 'counter outcome',
  e_invoice_request_duration_seconds: 'histogram operation outcome',
  bank_lines_open: 'gauge',
  bank_line_oldest_open_age_seconds: 'gauge',
  radius_accounting_packets_total: 'counter outcome',
  radius_action_age_seconds: 'gauge',
  radius_sessions_open: 'gauge',
  access_server_last_packet_age_seconds: 'gauge server',
  radius_coa_answers_total: 'counter server outcome',
  websocket_connections: 'gauge kind',
  chat_waiting: 'gauge',
  messages_total: 'counter channel outcome',
  clock_drift_seconds: 'gauge',
  backup_last_success_timestamp_seconds: 'gauge kind',
  database_up: 'gauge',
  redis_up: 'gauge',
  data_dir_free_bytes: 'gauge',
  memory_limit_bytes: 'gauge',
  encrypted_by_earlier_key: 'gauge content',
  siem_delay_seconds: 'gauge',
};

/** Of the pool. */
const MOST_CONNECTIONS = 16;

/** The answer of `/metrics`, parsed like Prometheus does. */
type Page = {
  readonly text: string;
  /** By name: type, then labels in their order. */
  readonly shapes: Readonly<Record<string, string>>;
  /** By series name with labels, such as `queue_depth{queue="chats"}`. */
  readonly values: ReadonlyMap<string, number>;
};

function readPage(text: string): Page {
  const values = new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].filter(
    ([, name = '']) => !/^(nodejs|process)_/.test(name),
  );
  const shapes = types.map(([, name = '', type]) => {
    const ofMetric = new RegExp(`^${name}(_bucket|_sum|_count)?(\\{|$)`);
    const series = [...values.keys()].filter((key) => ofMetric.test(key));
    const labels = series.flatMap((key) => [...key.matchAll(/(\w+)="/g)].map(([, label]) => label));
    return [name, [type, ...new Set(labels.filter((label) => label !== 'le'))].join(' ')];
  });
  return { text, values, shapes: Object.fromEntries(shapes) };
}

let bed: PaymentTestbed;
let socket: TestSocket;
let customer: Customer;
let before: Page;
let isRedisThere = true;

async function call(method: 'GET' | 'POST', path: string, body?: string, headers: Record<string, string> = {}) {
  const url = `http://127.0.0.1:${portOf(bed.app)}${path}`;
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, text: await answer.text() };
}

const scrape = async (): Promise<Page> => readPage((await call('GET', '/metrics')).text);

/** Of jobs that read what a metric says. */
const READINGS = [
  'transfer',
  'instance',
  'backup',
  'network',
  'session',
  'access server',
  'billing',
  'ledger',
  'settlement',
  'unsettled payment',
  'e-invoice',
  'support',
  'queue',
];

/**
 * Resolves once a series, or a matching one, has the value; metrics are read meanwhile, and the given
 * jobs run. All jobs at once would wait for each other's connections.
 */
async function until(series: string, fits: number | ((value: number) => boolean), ...jobs: string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const value = (await scrape()).values.get(series);
      bed.wakeJobs(...READINGS.map((what) => `${what} metrics`), ...jobs);
      if (typeof fits === 'number') expect([series, value]).toEqual([series, fits]);
      else expect([series, value, value !== undefined && fits(value)]).toEqual([series, value, true]);
    },
    { timeout: 20_000, interval: 200 },
  );
}

/** Resolves when a job has run this many more times; the others run as well. */
async function afterRuns(job: string, count: number, ...others: string[]): Promise<void> {
  const series = `job_duration_seconds_count{job="${job}"}`;
  const runs = (await scrape()).values.get(series) ?? 0;
  await until(series, (value) => value >= runs + count, job, ...others);
}

/** By how much a series has grown since the portal was started. */
async function grownBy(series: string): Promise<number> {
  return ((await scrape()).values.get(series) ?? 0) - (before.values.get(series) ?? 0);
}

beforeAll(async () => {
  bed = await startPaymentTestbed({
    eInvoicing: 'interswitch',
    portal: {
      bus: { ...createLiveBus({ relay: null, onError: () => {} }), hasOthers: true, isConnected: () => isRedisThere },
      sendEmail: async () => {},
      sendSms: async () => ({ kind: 'untaken', reason: 'no answer' }),
    },
  });
  before = await scrape();
  bed.startJobs();
  customer = await bed.createCustomer();
  socket = await openSocket(bed.app, LIVE_SOCKET, customer.browser);
});
afterAll(async () => {
  socket.raw.terminate();
  await bed.close();
});

describe('the metrics', () => {
  it('of HTTP: durations by method, route pattern and status, never by an id, and unmatched requests under one label', async () => {
    for (const id of [41, 42]) expect((await call('GET', `/api/staff/customers/${id}/usage-days`)).status).toBe(401);
    for (const path of ['/api/nowhere', '/api/staff/nobody/41']) expect((await call('GET', path)).status).toBe(404);
    const count = (route: string, status: number) =>
      `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
    await until(count('/api/staff/customers/:id/usage-days', 401), 2);
    await until(count('unmatched', 404), 2);
    const { text, values } = await scrape();
    expect(values.get('http_requests_in_flight')).toBe(1);
    expect(text).not.toMatch(/route="[^"]*\d/);
  });

  it('of the database: its connections by state, and the duration of statements, including those of transactions', async () => {
    const count = 'db_query_duration_seconds_count';
    // Without waking jobs, which would themselves wait for a connection.
    const waiting = async () => (await scrape()).values.get('db_pool_connections{state="waiting"}');
    await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 20_000, interval: 200 });
    await until('db_pool_connections{state="idle"}', (idle) => idle >= 1);
    const all = await Promise.all(Array.from({ length: MOST_CONNECTIONS }, () => bed.database.$client.connect()));
    await until('db_pool_connections{state="active"}', MOST_CONNECTIONS);
    await until('db_pool_connections{state="waiting"}', (waiting) => waiting >= 1);
    const statements = (await scrape()).values.get(count) ?? 0;
    await all[0]?.query('select 1');
    await expect(all[0]?.query('select 1 / 0')).rejects.toThrow('division by zero');
    await all[0]?.query({ name: 'named', text: 'select $1::int', values: [1] });
    expect((await scrape()).values.get(count)).toBe(statements + 3);
    for (const connection of all) connection.release();
    await bed.database.transaction(async (tx) => void (await tx.execute('select 1')));
    await until(count, (value) => value >= statements + 6);
  });

  it('of money to account numbers: what waits for staff, and since when none has come to a provider’s', async () => {
    await bed.rows(
      `insert into incoming_transfers (provider, reference, transaction_id, amount, currency, source, status, reason, received_at)
       values ('monnify', 'R1', 'R1', 5, 'USD', 'webhook', 'waiting', 'other-currency', now() - interval '1 hour')`,
    );
    await bed.rows(
      `with request as (
         insert into virtual_account_requests (account_id, provider, reference, status, created_at)
         values ($1, 'paystack', 'V1', 'active', now()) returning id, account_id
       )
       insert into virtual_accounts (request_id, account_id, provider, bank, account_number, account_name, status, opened_at)
       select id, account_id, 'paystack', 'Wema Bank', lpad(n::text, 10, '0'), 'Ada Obi', 'active', now() - interval '2 hours'
       from request, generate_series(1, 50) n`,
      [customer.id],
    );
    await until('unmatched_transfers_waiting', 1);
    await until('unmatched_transfer_oldest_age_seconds', (age) => age >= 3600 && age < 4200, 'mandates metrics');
    await until('virtual_accounts_silence_seconds{provider="paystack"}', (age) => age >= 7200 && age < 7800);
    expect((await scrape()).values.has('virtual_accounts_silence_seconds{provider="monnify"}')).toBe(false);
  });

  it('of bank mandates: how long the oldest has waited to be activated, and the oldest charge for an answer', async () => {
    const who = await bed.createCustomer();
    await bed.call(who, 'POST', '/api/user/subscription', { planId: bed.planId });
    await bed.rows(
      `insert into mandates (user_id, subscription_id, provider, reference, status, email, wording, approved_at, created_at)
       select $1, s.id, 'paystack', 'M1', 'approved', 'm@example.com', 'x', now() - interval '1 hour', now() - interval '1 hour'
       from user_subscriptions s join lines l on l.id = s.user_id where l.account_id = $1`,
      [who.id],
    );
    await until(
      'mandate_oldest_wait_seconds{what="activation"}',
      (age) => age >= 3600 && age < 4200,
      'mandates metrics',
    );
    expect((await scrape()).values.get('mandate_oldest_wait_seconds{what="charge"}')).toBe(0);
    await bed.rows("delete from mandates where reference = 'M1'");
    await until('mandate_oldest_wait_seconds{what="activation"}', 0, 'mandates metrics');
  });

  it('of a payment: its outcome, its duration, the calls of the gateway, and its webhook', async () => {
    const [paid, open] = [await bed.open(customer, 'paystack'), await bed.createCustomer()];
    await until('payments_pending', 1);
    bed.sandbox.decide(paid, 'approve');
    expect((await bed.verify(customer, 'paystack', paid)).body.status).toBe('success');
    await until('webhooks_total{gateway="paystack",outcome="processed"}', 1);
    const declined = await bed.open(open, 'flutterwave');
    bed.sandbox.decide(declined, 'decline');
    await bed.verify(open, 'flutterwave', declined);
    await call('POST', '/api/webhooks/paystack', '{}', { 'x-paystack-signature': 'forged' });
    expect(await grownBy('payments_total{gateway="paystack",outcome="successful"}')).toBe(1);
    expect(await grownBy('payments_total{gateway="flutterwave",outcome="failed"}')).toBe(1);
    expect(await grownBy('payment_settlement_seconds_count{gateway="paystack"}')).toBe(1);
    expect(await grownBy('webhooks_total{gateway="paystack",outcome="rejected"}')).toBe(1);
    const asked = (operation: string, outcome: string) =>
      `gateway_request_duration_seconds_count{gateway="paystack",operation="${operation}",outcome="${outcome}"}`;
    expect(await grownBy(asked('initialize', 'opened'))).toBe(1);
    const cashier = await bed.createStaff();
    await bed.call(cashier, 'POST', '/api/staff/till/open', {});
    const cash = { amount: 100, method: 'cash', clientRequestId: 'counted-once' };
    for (let sent = 0; sent < 2; sent++) {
      await bed.call(cashier, 'POST', `/api/staff/customers/${customer.id}/counter-payments`, cash);
    }
    expect(await grownBy('payments_total{gateway="cash",outcome="successful"}')).toBe(1);
    // Verify and the webhook may both query the gateway.
    expect(await grownBy(asked('verify', 'paid'))).toBeGreaterThanOrEqual(1);
    await until('payments_pending', 0);
  });

  it('of the ledger: its imbalance; of gateways: open discrepancies', async () => {
    await until('ledger_imbalance_kobo', 0);
    await until('gateway_discrepancies_open', 0);
    const entry = `insert into ledger_entries (transaction_key, account, user_id, amount) values ($1, 'revenue', $2, $3)`;
    await bed.rows(entry, ['wrong', customer.id, '0.05']);
    await bed.rows(entry, ['wrong the other way', customer.id, '-0.02']);
    await bed.rows(
      `insert into gateway_discrepancies (gateway, reference, kind, gateway_status, found_at) values ('paystack', 'X', 'unknown-reference', 'success', now())`,
    );
    await until('ledger_imbalance_kobo', 7);
    await until('gateway_discrepancies_open', 1);
    await bed.rows(
      `with paid as (insert into gateway_settlements (gateway, settlement_id, status, gross, fees, net, settled_on, read_at, created_at)
         values ('paystack', '1', 'failed', 0, 0, 0, current_date, now(), now()) returning id)
       insert into gateway_settlement_findings (settlement, kind, details, found_at) select id, 'not-paid-out', '{}', now() from paid`,
    );
    await bed.rows(
      `insert into gateway_settlement_readings (gateway, read_at, next_at)
         values ('paystack', now() - interval '1 hour', now() + interval '1 day')`,
    );
    await until('settlement_findings_open', 1);
    await until('settlement_reading_age_seconds{gateway="paystack"}', (age) => age >= 3600);
    await until('unsettled_payment_age_seconds{gateway="paystack"}', 0);
    await bed.rows(`delete from ledger_entries where transaction_key like 'wrong%'`);
    await until('ledger_imbalance_kobo', 0);
  });

  it('of the tax authority: what waits for a person, and what is registered once it is mended', async () => {
    await bed.pay(await bed.createCustomer());
    await until('e_invoices_refused', (count) => count >= 1, 'e-invoices');
    await until('e_invoices_oldest_age_seconds{procedure="reporting"}', (age) => age > 0 && age < 600);
    const staff = await bed.createStaff();
    const { body: company } = await bed.call(staff, 'GET', '/api/staff/settings/company');
    const value = { ...company.current, taxId: '01234567-0001' };
    const order = { basedOn: company.number, value, note: 'TIN' };
    await bed.call(staff, 'POST', '/api/staff/settings/company/versions', order);
    await bed.call(staff, 'POST', '/api/staff/e-invoices/retry', {});
    await until('e_invoice_registrations_total{outcome="registered"}', (count) => count >= 1, 'e-invoices');
    await until('e_invoices_refused', 0, 'e-invoices');
    await until('e_invoices_oldest_age_seconds{procedure="reporting"}', 0);
    const { values } = await scrape();
    const timed = 'e_invoice_request_duration_seconds_count{operation="register",outcome="registered"}';
    expect(values.get(timed)).toBe(values.get('e_invoice_registrations_total{outcome="registered"}'));
    expect([values.get('e_invoices_waiting'), values.get('e_invoices_keys_refused')]).toEqual([0, 0]);
  });

  it('of the network: accounting packets by outcome, and how long an access server has not been reached', async () => {
    const headers = { authorization: `Bearer ${TEST_NETWORK_TOKEN}`, 'content-type': 'application/json' };
    const send = (body: string) => call('POST', '/api/network/accounting', body, headers);
    expect((await send(JSON.stringify(accountingBody({ download: 1000, upload: 10 })))).status).toBe(204);
    expect((await send('not JSON')).status).toBe(204);
    expect(await grownBy('radius_accounting_packets_total{outcome="recorded"}')).toBe(1);
    expect(await grownBy('radius_accounting_packets_total{outcome="rejected"}')).toBe(1);
    await until('radius_action_age_seconds', 0);
    await until('radius_sessions_open', 1);
    await bed.rows(
      `insert into radius_actions (user_id, username, kind, reason, nas, session_id, download_mbps, next_attempt_at, created_at)
       values ($1, 'line', 'disconnect', 'suspended', '10.0.0.1', 's', 100, now() + interval '1 hour', now() - interval '1 hour')`,
      [customer.id],
    );
    await until('radius_action_age_seconds', (age) => age >= 3600 && age < 3700);
    await until('queue_depth{queue="radius-actions"}', 0);
    await bed.rows(
      `insert into access_servers (name, address, profile_id, encrypted_secret, created_at, updated_at, client_changed_at, last_packet_at)
       select 'bng', '10.0.0.9', id, '', now(), now(), now(), now() - interval '1 hour' from vendor_profiles where built_in = 'mikrotik'`,
    );
    await until('access_server_last_packet_age_seconds{server="bng"}', (age) => age >= 3600 && age < 3700);
    await bed.rows(`update radius_actions set next_attempt_at = now()`);
    await until('radius_coa_answers_total{server="others",outcome="silent"}', 1, 'RADIUS actions');
  });

  it('of support and messages: open sockets by kind, waiting chats as a queue, messages by channel and outcome', async () => {
    await until('websocket_connections{kind="live-updates"}', 1);
    expect((await customer.browser.post('/api/chat/initialize', {})).statusCode).toBe(200);
    await until('chat_waiting', 1);
    await until('queue_depth{queue="chats"}', 1);
    await until('queue_oldest_age_seconds{queue="chats"}', (age) => age >= 1);
    await bed.rows(
      `insert into outbox_messages (message_key, channel, recipient, text) values ('a text', 'sms', '+2348031234567', 'x')`,
    );
    await until('messages_total{channel="sms",outcome="failed"}', (count) => count >= 1, DELIVERY_JOBS.sms);
    await until('messages_total{channel="email",outcome="sent"}', (count) => count >= 1, DELIVERY_JOBS.email);
    socket.raw.terminate();
    await until('websocket_connections{kind="live-updates"}', 0);
  });

  it('of backups: when the last one of each kind that did not fail ended', async () => {
    const run = `insert into backup_runs (kind, outcome, location, started_at, finished_at)
      values ('backup', $1, '/backup', to_timestamp($2), to_timestamp($2))`;
    await bed.rows(run, ['succeeded', 1_764_000_000]);
    await bed.rows(run, ['failed', 1_764_003_600]);
    await until('backup_last_success_timestamp_seconds{kind="backup"}', 1_764_000_000);
  });

  it('of jobs: how long they take, and when they last succeeded, which a failed or skipped run does not change', async () => {
    const success = (job: string) => `job_last_success_timestamp_seconds{job="${job}"}`;
    const [row] = await bed.rows('select extract(epoch from now())::float8 as now');
    await until(success('renewals'), (at) => Math.abs(at - Number(row?.now)) < 60, 'renewals');
    await until('job_duration_seconds_count{job="renewals"}', (count) => count >= 1);
    await until('clock_drift_seconds', (drift) => drift < 5);
    await bed.rows('alter table outage_credits rename to away');
    await afterRuns('queue metrics', 2);
    const failing = (await scrape()).values.get(success('queue metrics'));
    await afterRuns('queue metrics', 2);
    expect((await scrape()).values.get(success('queue metrics'))).toBe(failing);
    await bed.rows('alter table away rename to outage_credits');
    // Further ahead of the database than a job that moves money tolerates.
    bed.wait(90_000);
    await until('clock_drift_seconds', (drift) => drift > 85 && drift < 95);
    await afterRuns('notices', 2, 'renewals');
    const resting = (await scrape()).values.get(success('renewals'));
    await afterRuns('notices', 2, 'renewals');
    expect((await scrape()).values.get(success('renewals'))).toBe(resting);
  });

  it('of the instance: its memory limit, the free space of its folder, and whether database and Redis answer', async () => {
    await until('database_up', 1);
    await until('redis_up', 1);
    await until('data_dir_free_bytes', (bytes) => bytes > 0);
    await until('memory_limit_bytes', (bytes) => bytes > 0);
    await bed.rows('alter function pg_catalog.clock_timestamp() rename to away');
    await until('database_up', 0);
    await bed.rows('alter function pg_catalog.away() rename to clock_timestamp');
    await until('database_up', 1);
    isRedisThere = false;
    await until('redis_up', 0);
  });
});

describe('the page of metrics', () => {
  it('names the release that runs', async () => {
    expect((await scrape()).values.get('portal_build_info{version="1.2.3",commit="0f3c"}')).toBe(1);
  });

  it('has each metric with its type and labels, and no undocumented one', async () => {
    expect((await scrape()).shapes).toEqual(METRICS);
  });

  it('passes promtool', async () => {
    const { text } = await scrape();
    expect(checkMetrics(text)).toEqual({ printed: '', exitCode: 0 });
    expect(checkMetrics('# TYPE sockets_total gauge\nsockets_total 1\n').exitCode).not.toBe(0);
  });
});
