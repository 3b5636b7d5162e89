import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectPool, type Database } from '../../platform/database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/database/testing/test-database.ts';
import { startTestPortal, TEST_NETWORK_TOKEN } from '../../testing/test-portal.ts';
import { accountingBody, type Saying } from '../accounting/packet.factory.ts';
import { findLogStart, listSessionsWithAddress } from '../address-owners/address-owner.repository.ts';
import { listSessions, readLineSessions } from './list-sessions.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 300_000 });

const TODAY = '2026-11-22T12:00:00Z';
const now = new Date(TODAY);

/** 5,000 lines that are online, and 50,000 sessions of 31 days that have ended. */
const ROWS = [
  `insert into network_lines (user_id, username, access, download_mbps, changed_at)
   select id, 'line-' || id, 'open', 50, now() from users`,
  `insert into usage_sessions (session_key, generation, user_id, username, written_username, nas, session_id, framed_address, calling_station,
     delegated_prefix, started_at, last_event_at, last_packet_at, ended_at, stopped, counted, first_packet_at, month)
   select 'session ' || n, 1, 1 + n % 5000, 'line-' || 1 + n % 5000, 'line-' || 1 + n % 5000, '10.0.0.' || n % 20, n,
     '100.64.' || n % 5000 / 250 || '.' || n % 250, lpad(to_hex(n % 5000), 12, '0'), '2001:db8:' || to_hex(n % 5000) || '::/48', at, at, at,
     case when n > 5000 then at end, n > 5000, '{}', at, date_trunc('month', at)
   from generate_series(1, 55000) n, lateral (select timestamptz '${TODAY}' - n * interval '45 seconds' as at) moment`,
];

let testDatabase: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  pool = connectPool({ ...testDatabase.poolConfig, statement_timeout: 120_000, query_timeout: 121_000 }, () => {});
  await pool.query(
    `insert into users (id, email, email_key, password_hash, referral_code)
     select n, 'p' || n || '@mail.example', 'p' || n || '@mail.example', 'x', 'C' || n from generate_series(1, 5000) n`,
  );
  // What the triggers keep is not asked for here.
  await pool.query('alter table usage_sessions disable trigger user');
  for (const rows of ROWS) await pool.query(rows);
  await pool.query('alter table usage_sessions enable trigger user');
  await pool.query('vacuum analyze');
});
afterAll(async () => {
  await pool.end();
  await testDatabase.drop();
});

async function plansOf(ask: (database: Database) => Promise<unknown>): Promise<string> {
  const asked: { readonly query: string; readonly params: unknown[] }[] = [];
  await ask(drizzle({ client: pool, logger: { logQuery: (query, params) => void asked.push({ query, params }) } }));
  const plans: string[] = [];
  for (const { query, params } of asked) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${query}`, params);
    plans.push(...rows.map((row) => row['QUERY PLAN']));
  }
  return plans.join('\n');
}

const at = new Date('2026-11-10T12:00:00Z');
it.each<[string, RegExp, (database: Database) => Promise<unknown>]>([
  ['who is online', /Backward using usage_sessions_\w+_open_newest/, (database) => listSessions(database, {}, now)],
  [
    'who is online at an access server',
    /usage_sessions_\w+_open_n/,
    (database) => listSessions(database, { nas: '10.0.0.7' }, now),
  ],
  ['who is silent', /usage_sessions_\w+_silent/, (database) => listSessions(database, { silent: 'true' }, now)],
  [
    'whose session has ended at an access server',
    /Backward using usage_sessions_\w+_ended/,
    (database) => listSessions(database, { state: 'ended', nas: '10.0.0.7' }, now),
  ],
  [
    'a session by its address',
    /usage_sessions_\w+_address/,
    (database) => listSessions(database, { search: '100.64.4.7' }, now),
  ],
  [
    'a session by its MAC address',
    /usage_sessions_\w+_mac/,
    (database) => listSessions(database, { search: '0000000003f0' }, now),
  ],
  [
    'a session by a prefix',
    /usage_sessions_\w+_(delegated|open_newest)/,
    (database) => listSessions(database, { search: '2001:db8:3f0::1' }, now),
  ],
  [
    'an ended session by a prefix',
    /usage_sessions_\w+_delegated/,
    (database) =>
      listSessions(database, { state: 'ended', search: '2001:db8:3f0::1', since: '2026-10-30T12:00:00Z' }, now),
  ],
  [
    'a session by its login',
    /usage_sessions_\w+_line/,
    (database) => listSessions(database, { state: 'ended', search: 'line-4711', since: '2026-11-01T00:00:00Z' }, now),
  ],
  ['the last sessions of a line', /usage_sessions_\w+_line/, (database) => readLineSessions(database, 4711)],
  [
    'who had an address',
    /usage_sessions_\w+_address/,
    (database) => listSessionsWithAddress(database, { address: '100.64.4.7', at }),
  ],
  [
    'who had an address of IPv6',
    /usage_sessions_\w+_delegated/,
    (database) => listSessionsWithAddress(database, { address: '2001:db8:3f0::1', at }),
  ],
  ['where the log begins', /usage_sessions_\w+_ended/, findLogStart],
])('%s is found by an index, however many sessions there were', async (_, index, ask) => {
  const plans = await plansOf(ask);
  expect(plans).toMatch(index);
  expect(plans).not.toMatch(/Seq Scan on usage_sessions_to/);
});

it('a packet of a session that goes on changes no index', async () => {
  let clock = now;
  const portal = await startTestPortal({ clock: () => clock });
  const one = (type: string, value: unknown) => ({ type, value: [value] });
  const extra = {
    'NAS-Port-Id': one('string', 'pon0/3/12'),
    'Delegated-IPv6-Prefix': one('ipv6prefix', '2001:db8:1200:5600::/56'),
  };
  const says = (saying: Saying) =>
    portal.app.inject({
      method: 'POST',
      url: '/api/network/accounting',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TEST_NETWORK_TOKEN}` },
      payload: JSON.stringify(accountingBody({ username: 'line', sessionId: 'one', at: clock, extra, ...saying })),
    });
  await says({ status: 'Start', seconds: 0 });
  for (let each = 1; each <= 20; each++) {
    clock = new Date(clock.getTime() + 300_000);
    // The access server's clock drifts, which moves the start.
    await says({ seconds: each * 299, download: each * 1_000_000, upload: each * 1000 });
  }
  await portal.pool.query('select pg_stat_force_next_flush()').catch(() => undefined);
  const counts = async () =>
    (
      await portal.pool.query(
        "select sum(n_tup_upd)::int as updates, sum(n_tup_hot_upd)::int as in_place from pg_stat_user_tables where relname like 'usage_sessions%'",
      )
    ).rows[0];
  await vi.waitUntil(async () => (await counts()).updates >= 20, { timeout: 20_000 });
  const { updates, in_place: inPlace } = await counts();
  // A page has no room while somebody still reads what was in it; with an index concerned none would be in place.
  expect([updates, inPlace >= 15]).toEqual([20, true]);
  await portal.close();
});
