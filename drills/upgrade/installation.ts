import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded/start-embedded-postgres.ts';
import { databaseUrlOf } from '../../apps/server/src/platform/database/testing/database-url.ts';
import { startRedis } from '../../apps/server/src/testing/servers/start-redis.ts';
import { type GatewaySandbox, startGatewaySandbox } from '../../bench/crash/gateway-sandbox.ts';
import { type RunningPortal, startPortal } from '../../bench/portal/portal-process.ts';
import { findFreePort } from '../../bench/portal/program-process.ts';
import { type Balancer, DRAIN_S, startBalancer } from './balancer.ts';

export const SESSION_SECRET = 'a secret of the upgrade drill alone, forty characters';
export const NETWORK_TOKEN = 'the network token of the upgrade drill';
const INSTANCES = [0, 1] as const;

/** A version of the portal: a checkout with packages and built web app. */
export type Version = { readonly name: string; readonly folder: string };

export type Installation = {
  readonly folder: string;
  /** The balancer's port: the only one that customers know. */
  readonly port: number;
  /** The instances' own ports. */
  readonly ports: readonly number[];
  readonly sandbox: GatewaySandbox;
  readonly database: pg.ClientConfig;
  /**
   * Ends the instance as an operator does, starts it in that version, and waits for the balancer.
   */
  readonly restart: (index: number, version: Version) => Promise<void>;
  /** Stops everything; files stay. */
  readonly shutDown: () => Promise<void>;
  readonly clear: () => void;
};

/** A version of before this rule says nothing to its balancer, so the balancer is told. */
const drainsItself = ({ folder }: Version): boolean =>
  existsSync(join(folder, 'apps/server/src/platform/health/drain.ts'));

/**
 * Two instances of `version` on a new database, a Redis and gateways of their own, behind HAProxy.
 */
export async function install(version: Version): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-upgrade-'));
  // The database may run under an account of its own, which needs access.
  chmodSync(folder, 0o711);
  await using running = new AsyncDisposableStack();
  const data = join(folder, 'database');
  mkdirSync(data, { mode: 0o711 });
  const postgres = await startEmbeddedPostgres({ dataDir: data, log: () => undefined });
  running.defer(() => postgres.stop());
  const redis = await startRedis();
  running.defer(() => redis.stop());
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const sandbox = await startGatewaySandbox(await findFreePort(), origin);
  running.defer(() => sandbox.close());
  const env = {
    ...sandbox.portalEnv,
    DATABASE_URL: databaseUrlOf(postgres.connection),
    REDIS_URL: redis.url,
    PUBLIC_URL: origin,
    SESSION_SECRET,
    NETWORK_TOKEN,
    SOCKETS_PER_ADDRESS: '100000',
    SHUTDOWN_DELAY_S: String(DRAIN_S),
    RECONCILE_INTERVAL_S: '1',
    LOG_LEVEL: 'warn',
  };
  const ports = [await findFreePort(), await findFreePort()];
  const start = (index: number, { folder: repository }: Version): Promise<RunningPortal> => {
    const dataDir = join(folder, `portal${index}`);
    mkdirSync(dataDir, { recursive: true });
    return startPortal({
      repository,
      port: ports[index] ?? 0,
      dataDir,
      logFile: join(folder, `portal${index}.log`),
      env,
    });
  };
  const instances: { portal: RunningPortal; version: Version }[] = [];
  running.defer(async () => void (await Promise.all(instances.map(({ portal }) => portal.stop()))));
  for (const index of INSTANCES) instances.push({ portal: await start(index, version), version });
  const balancer = await startBalancer(folder, port, ports);
  running.defer(() => balancer.stop());
  for (const index of INSTANCES) await balancer.untilUp(index);
  const all = running.move();
  return {
    folder,
    port,
    ports,
    sandbox,
    database: postgres.connection,
    restart: async (index, next) => {
      const running = instances[index];
      if (!running) throw new Error(`there is no instance ${index}`);
      await end(balancer, index, running);
      instances[index] = { portal: await start(index, next), version: next };
      await balancer.setState(index, 'ready');
      await balancer.untilUp(index);
    },
    shutDown: () => all.disposeAsync(),
    clear: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

async function end(
  balancer: Balancer,
  index: number,
  { portal, version }: { portal: RunningPortal; version: Version },
): Promise<void> {
  if (!drainsItself(version)) {
    await balancer.setState(index, 'drain');
    await sleep(DRAIN_S * 1000);
  }
  await portal.stop();
}
