import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/database/embedded/start-embedded-postgres.ts';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrations/migrate.ts';
import { startRedis, type TestRedis } from '../../apps/server/src/testing/servers/start-redis.ts';
import { type GatewaySandbox, startGatewaySandbox } from '../../bench/crash/gateway-sandbox.ts';
import { findFreePort } from '../../bench/portal/program-process.ts';
import { findRedis } from '../../tools/run/programs/find-redis.ts';

export const NETWORK_TOKEN = 'the network token of the drill';

/** What a drill's portals talk to, all real but the gateways; each can be taken away. */
export type Services = {
  readonly database: EmbeddedPostgres['connection'];
  readonly stopDatabase: () => Promise<void>;
  readonly startDatabase: () => Promise<void>;
  readonly redis: TestRedis;
  readonly sandbox: GatewaySandbox;
  /** The settings with which a portal uses them; without the address of the database. */
  readonly portalEnv: Readonly<Record<string, string>>;
};

/**
 * Starts them for portals that say they are at `origin`; whatever it has started ends with
 * `running`. Throws one line when Redis is missing.
 */
export async function startServices(folder: string, origin: string, running: AsyncDisposableStack): Promise<Services> {
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
  const sandbox = await startGatewaySandbox(await findFreePort(), origin);
  running.defer(() => sandbox.close());
  return {
    database: postgres.connection,
    stopDatabase: () => postgres.stop(),
    startDatabase: async () => {
      postgres = await openDatabase();
    },
    redis,
    sandbox,
    portalEnv: {
      REDIS_URL: redis.url,
      NETWORK_TOKEN,
      RECONCILE_INTERVAL_S: '1',
      ...sandbox.portalEnv,
    },
  };
}
