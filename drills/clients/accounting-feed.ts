import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { accountingBody } from '../../apps/server/src/network/accounting/packet.factory.ts';
import type { Check } from '../../bench/crash/check-ledger.ts';
import { type Client, createLoop, originOf, type Site } from './client.ts';

const LINES = 20;
const LINES_AT_ONCE = 4;
const PAUSE_MS = 150;
const RETRY_MS = 200;
const ANSWER_MS = 10_000;
/** A prime number, so that no sum of packets looks like another one. */
const BYTES = 1_000_003;

const SEED = [
  `insert into users (email, email_key, password_hash, referral_code)
   select 'line' || n || '@drill.example', 'line' || n || '@drill.example', 'nobody signs in', 'LINE' || n from generate_series(1, ${LINES}) n`,
  `insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee)
   select u.id, p.id, 'active', now() + interval '10 days', 1, p.price
   from users u, (select id, price from service_plans order by position limit 1) p where u.email like 'line%@drill.example'`,
  `insert into network_lines (user_id, username, access, download_mbps, plan_id, changed_at)
   select s.user_id, split_part(u.email, '@', 1) || '@fibre', 'open', p.download_mbps, p.id, now() - interval '1 day'
   from user_subscriptions s join users u on u.id = s.user_id join service_plans p on p.id = s.plan_id
   where u.email like 'line%@drill.example'`,
];

/** The login of a line that the feed has made; there are 20. */
export const lineOf = (n: number): string => `line${(n % LINES) + 1}@fibre`;

/**
 * A RADIUS server that posts Stop packets until each is acknowledged. Every packet is a session of
 * its own with the same number of bytes, so that a later one cannot make up for one that was lost.
 */
export async function createAccountingFeed(site: Site, database: pg.Client): Promise<Client> {
  for (const statement of SEED) await database.query(statement);
  const send = site.log.fetchOf('accounting');
  const packets = new Map<string, number>();
  let number = 0;
  const post = async (body: string): Promise<boolean> => {
    const response = await send(`${originOf(site)}/api/network/accounting`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${site.networkToken}` },
      body,
      signal: AbortSignal.any([site.end, AbortSignal.timeout(ANSWER_MS)]),
    });
    return response.status === 204;
  };
  const feedOne = async (): Promise<void> => {
    const n = number++;
    const session = `drill-${n}`;
    const counters = { seconds: 60, download: BYTES, upload: 0 };
    const packet = { status: 'Stop', username: lineOf(n), sessionId: session, uniqueId: session, at: new Date() };
    const body = JSON.stringify(accountingBody({ ...packet, ...counters }));
    while (!(await post(body).catch(() => false))) await sleep(RETRY_MS, undefined, { signal: site.end });
    packets.set(session, n);
  };
  return {
    name: 'accounting packets',
    ...createLoop(PAUSE_MS, async () => {
      await Promise.all(Array.from({ length: LINES_AT_ONCE }, feedOne));
    }),
    acknowledged: () => packets.size,
    check: (client) => checkPackets(client, [...packets.keys()]),
  };
}

async function checkPackets(database: pg.Client, acknowledged: readonly string[]): Promise<Check[]> {
  const { rows: stored } = await database.query<{ session_id: string; times: number; bytes: number }>(
    `select session_id, count(*)::int as times, sum(download_bytes)::float8 as bytes from usage_sessions
     where session_id like 'drill-%' group by session_id`,
  );
  const sessions = new Map(stored.map((row) => [row.session_id, row]));
  const { rows: days } = await database.query<{ bytes: number }>(
    `select coalesce(sum(d.download_bytes), 0)::float8 as bytes from usage_days d
     join users u on u.id = d.user_id where u.email like 'line%@drill.example'`,
  );
  const counted = days[0]?.bytes ?? 0;
  const due = acknowledged.length * BYTES;
  return [
    {
      name: 'every acknowledged accounting packet is stored once',
      violations: acknowledged.flatMap((session) => {
        const { times = 0, bytes = 0 } = sessions.get(session) ?? {};
        return times === 1 && bytes === BYTES ? [] : [`${session} is stored ${times} times with ${bytes} bytes`];
      }),
    },
    {
      name: 'the usage of the lines is the sum of the acknowledged packets',
      violations: counted === due ? [] : [`${due} bytes were acknowledged, ${counted} are counted`],
    },
  ];
}
