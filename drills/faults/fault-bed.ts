import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CommitProxy, startCommitProxy } from '../../bench/crash/commit-proxy.ts';
import { type RunningPortal, startPortal } from '../../bench/portal/portal-process.ts';
import { findFreePort } from '../../bench/portal/program-process.ts';
import { type Services, startServices } from '../portals/start-services.ts';

/** Debian's library that gives one process another clock, while it runs; null where it is not installed. */
const [FAKETIME = null] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

/** A portal and everything it talks to, each of which can be broken. */
export type FaultBed = Services & {
  readonly origin: string;
  /** What the portal's queries go through; `database` goes past it. */
  readonly proxy: CommitProxy;
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

/** The settings with which a program takes its clock from a file. */
const clockSettings = (file: string) => ({
  LD_PRELOAD: FAKETIME ?? '',
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

/** Whatever it has started ends with `running`. Throws one line when Redis is missing. */
export async function startFaultBed(folder: string, running: AsyncDisposableStack): Promise<FaultBed> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const services = await startServices(folder, origin, running);
  const { host, port: socketPort } = services.database;
  const proxy = await startCommitProxy(await findFreePort(), join(host, `.s.PGSQL.${socketPort}`));
  running.defer(() => proxy.close());
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const clockFile = FAKETIME === null ? null : join(folder, 'clock');
  if (clockFile !== null) writeFileSync(clockFile, '+0');
  const settings = {
    ...services.portalEnv,
    DATABASE_URL: `postgres://portal@127.0.0.1:${proxy.port}/portal`,
    GATEWAY_TIMEOUT_MS: '3000',
    ...(clockFile !== null && clockSettings(clockFile)),
  };
  const start = (env: Readonly<Record<string, string>>): Promise<RunningPortal> =>
    startPortal({ port, dataDir, logFile: join(folder, 'portal.log'), env: { ...settings, ...env } });
  let portal = await start({});
  running.defer(() => portal.stop());
  return {
    ...services,
    origin,
    proxy,
    clockFile,
    withoutNames: Object.fromEntries(
      Object.entries(services.sandbox.portalEnv)
        .filter(([name]) => name.endsWith('_BASE_URL'))
        .map(([name, url]) => [name, url.replace('127.0.0.1', 'gateway.invalid')]),
    ),
    restartDatabase: async (awayMs) => {
      await services.stopDatabase();
      await sleep(awayMs);
      await services.startDatabase();
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
