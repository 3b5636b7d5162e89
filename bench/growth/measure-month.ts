import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { accountingBody } from '../../apps/server/src/network/accounting/packet.factory.ts';
import { dropExpired } from '../../apps/server/src/platform/database/partitions/drop-months.ts';
import { makeMonthsAhead } from '../../apps/server/src/platform/database/partitions/make-months.ts';
import { monthAfter } from '../../apps/server/src/platform/database/partitions/month.policy.ts';
import { openPartitionSession } from '../../apps/server/src/platform/database/partitions/partition-session.ts';
import { RETENTION } from '../../apps/server/src/platform/database/partitions/retention.ts';
import { type ProbeResult, probe } from '../load/paced-probe.ts';
import { type Paced, sendPaced } from '../load/send-paced.ts';
import { type Installation, NETWORK_TOKEN } from './installation.ts';

const PACKETS_PER_SECOND = 200;
const READS_PER_SECOND = 50;
const SECONDS = 30;
/** Between two months: the last changes have their effect alone. */
const PAUSE_MS = 2000;

export type Load = { readonly packets: Paced; readonly usage: ProbeResult };

/** Packets of a thousand lines, which are written to the tables whose months go. */
async function load({ portal, customers }: Installation, base: number): Promise<Load> {
  const bodyOf = (n: number): string =>
    JSON.stringify(
      accountingBody({
        username: `bench-${base + (n % 1000)}@fibre`,
        sessionId: `drop${n % 1000}`,
        nas: `10.0.${n % 4}.1`,
        at: new Date(),
        seconds: 600 + n,
        download: 90_000_000 + n * 1000,
        upload: 8_000_000 + n * 1000,
      }),
    );
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${NETWORK_TOKEN}` };
  const sending = sendPaced({
    origin: portal.origin,
    pathOf: () => '/api/network/accounting',
    headersOf: () => headers,
    bodyOf,
    perSecond: PACKETS_PER_SECOND,
    seconds: SECONDS,
  });
  const cookies = customers.map(({ cookie }) => cookie);
  const usage = await probe(`${portal.origin}/api/user/usage`, cookies, READS_PER_SECOND, sending);
  return { packets: await sending, usage };
}

export type MonthDropped = {
  readonly quiet: Load;
  readonly during: Load;
  readonly dropped: number;
  readonly seconds: number;
  readonly gigabytes: number;
};

/**
 * The same load without and with the retention job at work: a year of its months, one every two
 * seconds, each with the partitions of a month that is made and of one that is dropped.
 */
export async function measureMonth(installation: Installation): Promise<MonthDropped> {
  const client = new pg.Client(installation.database);
  await client.connect();
  try {
    const run = await openPartitionSession(client);
    if (!run) throw new Error('the portal changes partitions');
    const [bounds] = await run<{ first: number; size: string; month: string }>(
      `select (select min(id) from users)::int as first, pg_database_size(current_database()) as size,
         to_char(now() at time zone 'Africa/Lagos', 'YYYY-MM') as month`,
    );
    if (!bounds) throw new Error('PostgreSQL counted nothing');
    await load(installation, bounds.first);
    const quiet = await load(installation, bounds.first);
    // In months that come one after the other no open session is old enough to be moved.
    const records = RETENTION.filter(({ table }) => table === 'usage_sessions' || table === 'usage_days').map(
      ({ inUse: _inUse, ...retention }) => retention,
    );
    const oldest = Math.max(...records.map(({ months }) => months));
    const loading = load(installation, bounds.first);
    let dropped = 0;
    let seconds = 0;
    for (let months = oldest - 11; months <= oldest; months++) {
      const now = new Date(`${monthAfter(bounds.month, months)}-15T12:00:00Z`);
      const since = performance.now();
      await makeMonthsAhead(run, now);
      dropped += (await dropExpired(run, now, new AbortController().signal, records)).length;
      seconds += (performance.now() - since) / 1000;
      await sleep(PAUSE_MS);
    }
    const during = await loading;
    const [after] = await run<{ size: string }>('select pg_database_size(current_database()) as size');
    return { quiet, during, dropped, seconds, gigabytes: (Number(bounds.size) - Number(after?.size ?? 0)) / 1024 ** 3 };
  } finally {
    await client.end();
  }
}
