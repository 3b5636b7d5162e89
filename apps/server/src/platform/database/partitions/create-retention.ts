import pg from 'pg';
import type { Context } from '../../context.ts';
import type { Platform } from '../../platform.ts';
import { dropExpired } from './drop-months.ts';
import { makeMonthsAhead } from './make-months.ts';
import { openPartitionSession, type RunSql } from './partition-session.ts';

const HOUR_MS = 3_600_000;
const CONNECT_MS = 5000;

type Deps = Pick<Platform, 'database' | 'owner' | 'clock' | 'logger'>;

/** On a connection of the tables' owner; nothing happens while another instance is at it. */
async function onSession(deps: Deps, work: (run: RunSql) => Promise<void>): Promise<void> {
  const client = new pg.Client({ ...deps.owner, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => {});
  await client.connect();
  try {
    const run = await openPartitionSession(client);
    if (run) await work(run);
  } finally {
    // Its settings and its advisory lock go with it.
    await client.end();
  }
}

/**
 * Makes the months ahead and removes what is older than retention.ts says, by the clocks of the portal
 * and of the database, every hour.
 */
export function createRetention(deps: Deps): Context {
  const work = (signal: AbortSignal) =>
    onSession(deps, async (run) => {
      const now = deps.clock();
      const made = await makeMonthsAhead(run, now);
      const [database] = await run<{ now: Date }>('select now()');
      // Rows dated by the database may not be older than it says: what is dropped does not come back.
      const dropped = await dropExpired(run, database && database.now < now ? database.now : now, signal);
      if (made.length + dropped.length > 0) deps.logger.info({ made, dropped }, 'monthly partitions changed');
    });
  return { jobs: [{ name: 'retention', intervalMs: HOUR_MS, work, needsRightClock: true }] };
}
