import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { seedDataBundles } from '../../apps/server/src/billing/data-bundles/seed-data-bundles.ts';
import { seedPlans } from '../../apps/server/src/catalogue/plans/seed-plans.ts';
import { sessionIds } from '../../apps/server/src/platform/crypto/hmac.ts';
import { databaseOf } from '../../apps/server/src/platform/database/connection.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/database/embedded/start-embedded-postgres.ts';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrations/migrate.ts';
import { databaseUrlOf } from '../../apps/server/src/platform/database/testing/database-url.ts';
import { createPeople } from '../chat/people.ts';
import { PASSWORD_COST } from '../load/password-cost.ts';
import { type RunningPortal, startPortal } from '../portal/portal-process.ts';
import { findFreePort } from '../portal/program-process.ts';
import { withClient } from '../portal/seed-bench-data.ts';
import { PASSWORD } from '../portal/sign-in.ts';
import { fillCustomers } from './fill-customers.ts';
import { fillRecords } from './fill-records.ts';

export const NETWORK_TOKEN = 'the network token of the bench';
const SECRET = 'a secret of the growth bench alone, forty characters';
/** Customers with a ticket, a chat and a bill: every twentieth has all. */
const SAMPLE = 50;
const EVERY = 20;

/** The database of a machine that is its own, as docs/sizing.md has it for this machine's memory. */
const MEASURED = { shared_buffers: '2GB', max_wal_size: '4GB', max_locks_per_transaction: '256' };
const FILLING = { ...MEASURED, wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '4GB', autovacuum: 'off' };

export type Customer = { readonly id: number; readonly cookie: string };

export type Installation = {
  readonly database: EmbeddedPostgres['connection'];
  readonly portal: RunningPortal;
  readonly customers: readonly Customer[];
  readonly admin: { readonly cookie: string };
  /** Starts the portal again; `portal` of the answer is the new one. */
  readonly restart: () => Promise<RunningPortal>;
  readonly stop: () => Promise<void>;
};

/** The records are analysed month by month when they are filled; reading all of them takes minutes. */
const WITHOUT_RECORDS = `select string_agg(format('%I', relname), ', ') as tables from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and not starts_with(relname, 'usage_sessions') and not starts_with(relname, 'usage_days')`;

/** Makes the database and fills it, unless it is there from an earlier run. */
async function fill(dataDir: string, customers: number, records: number): Promise<void> {
  const done = join(dataDir, 'filled');
  if (existsSync(done)) return;
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: FILLING });
  try {
    await migrateDatabase(postgres.connection);
    const pool = new pg.Pool(postgres.connection);
    await seedPlans(databaseOf(pool));
    await seedDataBundles(databaseOf(pool));
    await pool.end();
    await fillCustomers(postgres.connection, await hash(PASSWORD, PASSWORD_COST), customers);
    await fillRecords(postgres.connection, customers, records);
    await withClient(postgres.connection, async (client) => {
      await createPeople(client, SECRET, 'admin', 1);
      const { rows } = await client.query<{ tables: string }>(WITHOUT_RECORDS);
      await client.query(`vacuum analyze ${rows[0]?.tables}`);
    });
    writeFileSync(done, `${customers} customers, ${records} records\n`);
  } finally {
    await postgres.stop();
  }
}

/** Sessions of an admin, and of customers from all over the table, as if they had signed in. */
async function signInSome(client: pg.Client): Promise<Pick<Installation, 'admin' | 'customers'>> {
  const { rows } = await client.query<{ id: number }>(
    `select (first + (n * ((last - first) / ${SAMPLE * EVERY}) * ${EVERY}))::int as id
     from (select min(id) as first, max(id) as last from users where id % ${EVERY} = 0) bounds, generate_series(0, ${SAMPLE - 1}) n
     union all (select id from users where role = 'admin')`,
  );
  const people = rows.map(({ id }) => ({ id, token: randomBytes(32).toString('base64url') }));
  await client.query(
    `insert into sessions (sid, sess, user_id, expire, second_factor_at)
     select sid, '{"address":"127.0.0.1","userAgent":"growth bench"}', user_id, now() + interval '24 hours', now()
     from unnest($1::text[], $2::int[]) as given (sid, user_id)`,
    [people.map(({ token }) => sessionIds([SECRET], token)[0]), people.map(({ id }) => id)],
  );
  const signedIn = people.map(({ id, token }) => ({ id, cookie: `session=${token}` }));
  const admin = signedIn.pop();
  if (!admin) throw new Error('the installation has no staff');
  return { admin, customers: signedIn };
}

/** An installation with so many customers and accounting records, in `folder`. */
export async function createInstallation(folder: string, customers: number, records: number): Promise<Installation> {
  const dataDir = join(folder, `data-${customers}`);
  await fill(dataDir, customers, records);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: MEASURED });
  const { connection } = postgres;
  let portal: RunningPortal | undefined;
  const stop = async () => {
    await portal?.stop();
    await postgres.stop();
  };
  const start = async () => {
    portal = await startPortal({
      port: await findFreePort(),
      dataDir: join(folder, `portal-${customers}`),
      logFile: join(folder, `portal-${customers}.log`),
      env: { DATABASE_URL: databaseUrlOf(connection), SESSION_SECRET: SECRET, NETWORK_TOKEN, LOG_LEVEL: 'warn' },
    });
    return portal;
  };
  try {
    const running = await start();
    return {
      ...(await withClient(connection, signInSome)),
      database: connection,
      portal: running,
      restart: async () => {
        await portal?.stop();
        return start();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
