import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded/start-embedded-postgres.ts';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts';
import { databaseUrlOf } from '../../apps/server/src/platform/database/testing/database-url.ts';
import { startRedis, type TestRedis } from '../../apps/server/src/testing/servers/start-redis.ts';
import { type GatewaySandbox, startGatewaySandbox } from '../../bench/crash/gateway-sandbox.ts';
import { type RunningPortal, startPortal } from '../../bench/portal/portal-process.ts';
import { findFreePort } from '../../bench/portal/program-process.ts';
import { findRedis } from '../../tools/run/programs/find-redis.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

export const METRICS_TOKEN = 'the metrics token of the drill';
export const NETWORK_TOKEN = 'the network token of the drill';

/** Two portals with everything they talk to, all real but the gateways and the mail server. */
export type Portals = {
  /** Those that run, in the order of their ports. */
  readonly running: () => readonly RunningPortal[];
  readonly ports: readonly number[];
  readonly stopPortal: (index: number) => Promise<void>;
  /** `env` is added to the settings that all have. */
  readonly startPortal: (index: number, env?: Readonly<Record<string, string>>) => Promise<void>;
  readonly database: pg.ClientConfig;
  readonly stopDatabase: () => Promise<void>;
  readonly startDatabase: () => Promise<void>;
  readonly redis: TestRedis;
  readonly sandbox: GatewaySandbox;
  readonly mail: MailServer;
};

/** Whatever it has started ends with `running`. Throws one line when Redis is missing. */
export async function startPortals(folder: string, running: AsyncDisposableStack): Promise<Portals> {
  const missing = findRedis();
  if (missing !== null) throw new Error(missing);
  const dataDir = join(folder, 'database');
  mkdirSync(dataDir, { mode: 0o711 });
  const openDatabase = () => startEmbeddedPostgres({ dataDir, log: () => undefined });
  let postgres = await openDatabase();
  running.defer(() => postgres.stop());
  await migrateDatabase(postgres.connection);
  const redis = await startRedis();
  running.defer(() => redis.stop());
  const mail = await startMailServer();
  running.defer(() => mail.close());
  const ports = [await findFreePort(), await findFreePort()];
  const origin = `http://127.0.0.1:${ports[0]}`;
  const sandbox = await startGatewaySandbox(await findFreePort(), origin);
  running.defer(() => sandbox.close());
  const settings = {
    DATABASE_URL: databaseUrlOf(postgres.connection),
    REDIS_URL: redis.url,
    PUBLIC_URL: origin,
    SESSION_SECRET: 'a secret of the drill alone, forty characters.',
    METRICS_TOKEN,
    NETWORK_TOKEN,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    RECONCILE_INTERVAL_S: '1',
    GATEWAY_TIMEOUT_MS: '2000',
    NAS_SECRETS: '*=testing123',
    ...sandbox.portalEnv,
  };
  const instances: (RunningPortal | null)[] = ports.map(() => null);
  const start: Portals['startPortal'] = async (index, env = {}) => {
    const port = ports[index] ?? 0;
    const own = join(folder, String(port));
    mkdirSync(own, { recursive: true });
    const logFile = join(folder, `${port}.log`);
    instances[index] = await startPortal({ port, dataDir: own, logFile, env: { ...settings, ...env } });
  };
  const stop = async (index: number): Promise<void> => {
    await instances[index]?.stop();
    instances[index] = null;
  };
  running.defer(async () => void (await Promise.all(ports.map((_, index) => stop(index)))));
  // One after the other: the first seeds the catalogue.
  for (const index of ports.keys()) await start(index);
  return {
    running: () => instances.filter((instance) => instance !== null),
    ports,
    startPortal: start,
    stopPortal: stop,
    database: postgres.connection,
    stopDatabase: () => postgres.stop(),
    startDatabase: async () => {
      postgres = await openDatabase();
    },
    redis,
    sandbox,
    mail,
  };
}
