import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/database/embedded/start-embedded-postgres.ts';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrations/migrate.ts';
import { databaseUrlOf } from '../../apps/server/src/platform/database/testing/database-url.ts';
import { startRedis, type TestRedis } from '../../apps/server/src/testing/servers/start-redis.ts';
import { findRedis } from '../../tools/run/programs/find-redis.ts';
import { type RunningPortal, startPortal } from '../portal/portal-process.ts';
import { findFreePort } from '../portal/program-process.ts';

/** The Origin header of the soak test's pages. */
export const ORIGIN = 'http://soak.test';
export const SECRET = 'a secret of the soak test alone, forty characters';

export type Fixture = {
  readonly database: pg.ClientConfig;
  readonly redis: TestRedis;
  /** The addresses of all instances, also of those that are down. */
  readonly ports: readonly number[];
  readonly instances: () => readonly RunningPortal[];
  /** SIGKILL, then the same instance again. Resolves when it is ready. */
  readonly killAndRestart: (index: number) => Promise<void>;
  readonly shutDown: () => Promise<void>;
  /** Deletes all files. */
  readonly clear: () => void;
  readonly folder: string;
};

async function startInstance(
  fixture: {
    readonly folder: string;
    readonly postgres: EmbeddedPostgres;
    readonly redisUrl: string;
    readonly env: Readonly<Record<string, string>>;
  },
  port: number,
): Promise<RunningPortal> {
  const dataDir = join(fixture.folder, String(port));
  mkdirSync(dataDir, { recursive: true });
  return startPortal({
    port,
    dataDir,
    logFile: join(fixture.folder, `${port}.log`),
    env: {
      DATABASE_URL: databaseUrlOf(fixture.postgres.connection),
      REDIS_URL: fixture.redisUrl,
      PUBLIC_URL: ORIGIN,
      SESSION_SECRET: SECRET,
      SOCKETS_PER_ADDRESS: '100000',
      LOG_LEVEL: 'warn',
      ...fixture.env,
    },
  });
}

/**
 * Portal instances on one PostgreSQL and one Redis, all real and on ports of their own. Throws one
 * line with the remedy when Redis is missing.
 */
export async function createFixture(count: number, env: Readonly<Record<string, string>> = {}): Promise<Fixture> {
  const missing = findRedis();
  if (missing !== null) throw new Error(missing);
  const folder = mkdtempSync(join(tmpdir(), 'portal-chat-'));
  // The database may run under an account of its own, which needs access.
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'database');
  mkdirSync(dataDir, { mode: 0o711 });
  await using running = new AsyncDisposableStack();
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  running.defer(() => postgres.stop());
  await migrateDatabase(postgres.connection);
  const redis = await startRedis();
  running.defer(() => redis.stop());
  const shared = { folder, postgres, redisUrl: redis.url, env };
  const ports = await Promise.all(Array.from({ length: count }, findFreePort));
  const instances: RunningPortal[] = [];
  running.defer(async () => void (await Promise.all(instances.map((instance) => instance.stop()))));
  // One after the other: the first seeds the catalogue.
  for (const port of ports) instances.push(await startInstance(shared, port));
  const all = running.move();
  return {
    redis,
    ports,
    folder,
    database: postgres.connection,
    instances: () => instances,
    killAndRestart: async (index) => {
      const [instance, port] = [instances[index], ports[index]];
      if (!instance || port === undefined) throw new Error(`there is no instance ${index}`);
      instance.kill('process');
      await instance.exited;
      instances[index] = await startInstance(shared, port);
    },
    shutDown: () => all.disposeAsync(),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}
