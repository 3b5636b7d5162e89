import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/database/embedded/start-embedded-postgres.ts';
import {
  findPortalDatabase,
  killPostmaster,
  type PortalDatabase,
  type RunningPortal,
  startPortal,
} from '../portal/portal-process.ts';
import { type CommitProxy, startCommitProxy } from './commit-proxy.ts';
import type { GatewaySandbox } from './gateway-sandbox.ts';
import type { Kill, KillMoment } from './kill-plan.ts';

/**
 * A busy machine serves few customers a second, and a kill after a timeout instead of at its moment
 * proves less.
 */
const POINT_WITHIN_MS = 15_000;
/**
 * How long a killed portal may take to exit, and one whose database was killed to be ready again.
 */
const LEAVE_WITHIN_MS = 10_000;
const READY_WITHIN_MS = 10_000;

export type Fixture = {
  /**
   * Lets the portal run until the moment of the kill. False when the moment did not come and the
   * kill followed a timeout.
   */
  readonly kill: (portal: RunningPortal, kill: Kill) => Promise<boolean>;
  /** The portal that has survived the kill of its database, or a new one. */
  readonly start: () => Promise<RunningPortal>;
  /** Moves the database out of the portal, so that COMMITs can be caught; `portal` must not run. */
  readonly moveDatabaseOut: () => Promise<void>;
  /** Back to the embedded database. Safe to call in both cases. */
  readonly moveDatabaseBack: () => Promise<void>;
  readonly database: () => PortalDatabase['connection'];
  /** Ends whatever still runs. */
  readonly shutDown: () => Promise<void>;
};

type Outside = { readonly postgres: EmbeddedPostgres; readonly proxy: CommitProxy };

/** The portal on one data folder, to be killed and started again any number of times. */
export function createFixture(deps: {
  readonly folder: string;
  readonly port: number;
  readonly proxyPort: number;
  readonly sandbox: GatewaySandbox;
}): Fixture {
  const dataDir = join(deps.folder, 'data');
  let current: RunningPortal | null = null;
  let outside: Outside | null = null;
  let struckPostmaster: number | undefined;
  const postmaster = () => findPortalDatabase(dataDir)?.postmasterPid;
  const moveDatabaseBack = async (): Promise<void> => {
    await outside?.proxy.close();
    await outside?.postgres.stop();
    outside = null;
  };
  return {
    start: async () => {
      if (current?.isRunning()) {
        const hasTakenOver = () => ![undefined, struckPostmaster].includes(postmaster());
        current = { ...current, readyAfterMs: await untilReady(current, hasTakenOver) };
        return current;
      }
      const url = outside ? `postgres://portal@127.0.0.1:${outside.proxy.port}/portal` : '';
      const settings = { RECONCILE_INTERVAL_S: '1', GATEWAY_TIMEOUT_MS: '3000', DATABASE_URL: url };
      const env = { ...deps.sandbox.portalEnv, ...settings };
      current = await startPortal({ port: deps.port, dataDir, logFile: join(deps.folder, 'portal.log'), env });
      return current;
    },
    kill: async (portal, kill) => {
      const strike = (): void => {
        struckPostmaster = postmaster();
        strikeDown(portal, kill, dataDir);
      };
      const isAtItsPoint = await strikeAtItsPoint(kill.moment, deps.sandbox, outside?.proxy ?? null, strike);
      if (kill.victim === 'postmaster') return isAtItsPoint;
      await Promise.race([portal.exited, sleep(LEAVE_WITHIN_MS)]);
      if (portal.isRunning()) throw new Error('the portal did not leave when it was killed');
      return isAtItsPoint;
    },
    moveDatabaseOut: async () => {
      const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
      const { host, port } = postgres.connection;
      outside = { postgres, proxy: await startCommitProxy(deps.proxyPort, join(host, `.s.PGSQL.${port}`)) };
    },
    moveDatabaseBack,
    database: () => {
      const found = findPortalDatabase(dataDir);
      if (!found) throw new Error('no database runs on the data folder');
      return found.connection;
    },
    shutDown: async () => {
      if (current?.isRunning()) await current.stop();
      await moveDatabaseBack();
    },
  };
}

/**
 * How long it took until the portal was ready, from now. A killed database still answers for a
 * moment: the portal is ready again once another one `hasTakenOver`.
 */
async function untilReady({ origin }: RunningPortal, hasTakenOver: () => boolean): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    // Before the question: the killed one may have answered it, and the other come while it did.
    const isOther = hasTakenOver();
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    const afterMs = performance.now() - startedAt;
    if (isReady && isOther) return afterMs;
    if (afterMs > READY_WITHIN_MS) throw new Error('the portal was not ready again after its database was killed');
    await sleep(20);
  }
}

/** Strikes at the moment; false when it did not come and the strike followed a timeout. */
async function strikeAtItsPoint(
  moment: KillMoment,
  sandbox: GatewaySandbox,
  proxy: CommitProxy | null,
  strike: () => void,
): Promise<boolean> {
  if (moment.at === 'time') {
    await sleep(moment.afterMs);
    strike();
    return true;
  }
  const point = Promise.withResolvers<boolean>();
  let left = moment.count;
  const strikeOnce = (isAtItsPoint: boolean): void => {
    sandbox.listen(null);
    proxy?.arm(null);
    strike();
    point.resolve(isAtItsPoint);
  };
  const timeout = setTimeout(() => strikeOnce(false), POINT_WITHIN_MS);
  if (moment.at === 'commit') proxy?.arm({ point: moment.point, count: left, strike: () => strikeOnce(true) });
  else {
    sandbox.listen((at, { operation }) => {
      if (at === moment.moment && operation === moment.operation) left--;
      if (left === 0) strikeOnce(true);
    });
  }
  const isAtItsPoint = await point.promise;
  clearTimeout(timeout);
  return isAtItsPoint;
}

function strikeDown(portal: RunningPortal, { victim }: Kill, dataDir: string): void {
  if (victim.includes('postmaster')) killPostmaster(dataDir);
  if (victim === 'group') portal.kill('group');
  else if (victim.startsWith('process')) portal.kill('process');
}
