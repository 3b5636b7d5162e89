import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded/start-embedded-postgres.ts';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts';
import { startRedis, type TestRedis } from '../../apps/server/src/testing/servers/start-redis.ts';
import { type CommitProxy, startCommitProxy } from '../../bench/crash/commit-proxy.ts';
import { type GatewaySandbox, startGatewaySandbox } from '../../bench/crash/gateway-sandbox.ts';
import { type RunningPortal, startPortal } from '../../bench/portal/portal-process.ts';
import { findFreePort } from '../../bench/portal/program-process.ts';
import { findRedis } from '../../tools/run/programs/find-redis.ts';
import { NETWORK_TOKEN } from './messages-and-usage.ts';

/** Debian's library that gives one process another clock, while it runs; null where it is not installed. */
const [FAKETIME = null] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

/** A portal and everything it talks to, each of which can be broken. */
export type FaultBed = {
  readonly origin: string;
  readonly proxy: CommitProxy;
  readonly sandbox: GatewaySandbox;
  readonly redis: TestRedis;
  /** Past the proxy. */
  readonly database: pg.ClientConfig;
  /** Written with an offset such as +1d, it changes the clock of the portal; null without libfaketime. */
  readonly clockFile: string | null;
  /** Gateways at names that nobody knows. */
  readonly withoutNames: Readonly<Record<string, string>>;
  /** Stops PostgreSQL, and starts it again after so long. */
  readonly restartDatabase: (awayMs: number) => Promise<void>;
  /** With these settings beside those that it has. */
  readonly restartPortal: (env: Readonly<Record<string, string>>) => Promise<void>;
  /** How long it takes until the portal is ready, in ms. Throws when that is not in time. */
  readonly untilReady: (withinMs: number) => Promise<number>;
};

/** Whatever it has started ends with `running`. Throws one line when Redis is missing. */
export async function startFaultBed(folder: string, running: AsyncDisposableStack): Promise<FaultBed> {
  const missing = findRedis();
  if (missing !== null) throw new Error(missing);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  const openDatabase = () => startEmbeddedPostgres({ dataDir, log: () => undefined });
  let postgres = await openDatabase();
  running.defer(() => postgres.stop());
  await migrateDatabase(postgres.connection);
  const redis = await startRedis();
  running.defer(() => redis.stop());
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const sandbox = await startGatewaySandbox(await findFreePort(), origin);
  running.defer(() => sandbox.close());
  const { host, port: socketPort } = postgres.connection;
  const proxy = await startCommitProxy(await findFreePort(), join(host, `.s.PGSQL.${socketPort}`));
  running.defer(() => proxy.close());
  const clockFile = FAKETIME === null ? null : join(folder, 'clock');
  if (clockFile !== null) writeFileSync(clockFile, '+0');
  const settings = {
    DATABASE_URL: `postgres://portal@127.0.0.1:${proxy.port}/portal`,
    REDIS_URL: redis.url,
    RECONCILE_INTERVAL_S: '1',
    GATEWAY_TIMEOUT_MS: '3000',
    NETWORK_TOKEN,
    ...sandbox.portalEnv,
    ...(FAKETIME !== null &&
      clockFile !== null && {
        LD_PRELOAD: FAKETIME,
        FAKETIME_TIMESTAMP_FILE: clockFile,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }),
  };
  const start = (env: Readonly<Record<string, string>>): Promise<RunningPortal> =>
    startPortal({ port, dataDir, logFile: join(folder, 'portal.log'), env: { ...settings, ...env } });
  let portal = await start({});
  running.defer(() => portal.stop());
  return {
    origin,
    proxy,
    sandbox,
    redis,
    database: postgres.connection,
    clockFile,
    withoutNames: Object.fromEntries(
      Object.entries(sandbox.portalEnv)
        .filter(([name]) => name.endsWith('_BASE_URL'))
        .map(([name, url]) => [name, url.replace('127.0.0.1', 'gateway.invalid')]),
    ),
    restartDatabase: async (awayMs) => {
      await postgres.stop();
      await sleep(awayMs);
      postgres = await openDatabase();
    },
    restartPortal: async (env) => {
      await portal.stop();
      portal = await start(env);
    },
    untilReady: async (withinMs) => {
      const startedAt = performance.now();
      for (;;) {
        const isReady = await fetch(`${origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
        const afterMs = performance.now() - startedAt;
        if (isReady) return afterMs;
        if (afterMs > withinMs) throw new Error(`the portal was not ready within ${withinMs} ms`);
        await sleep(50);
      }
    },
  };
}
