import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrlOf } from '../../apps/server/src/platform/database/testing/database-url.ts';
import { type RunningPortal, startPortal } from '../../bench/portal/portal-process.ts';
import { findFreePort } from '../../bench/portal/program-process.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type Services, startServices } from './start-services.ts';

export const METRICS_TOKEN = 'the metrics token of the drill';

/** Two portals with everything they talk to, all real but the gateways and the mail server. */
export type Portals = Services & {
  /** Those that run, in the order of their ports. */
  readonly running: () => readonly RunningPortal[];
  readonly ports: readonly number[];
  readonly stopPortal: (index: number) => Promise<void>;
  /** `env` is added to the settings that all have. */
  readonly startPortal: (index: number, env?: Readonly<Record<string, string>>) => Promise<void>;
  readonly mail: MailServer;
};

/** Whatever it has started ends with `running`. Throws one line when Redis is missing. */
export async function startPortals(folder: string, running: AsyncDisposableStack): Promise<Portals> {
  const ports = [await findFreePort(), await findFreePort()];
  const origin = `http://127.0.0.1:${ports[0]}`;
  const services = await startServices(folder, origin, running);
  const mail = await startMailServer();
  running.defer(() => mail.close());
  const settings = {
    ...services.portalEnv,
    DATABASE_URL: databaseUrlOf(services.database),
    PUBLIC_URL: origin,
    SESSION_SECRET: 'a secret of the drill alone, forty characters.',
    METRICS_TOKEN,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    GATEWAY_TIMEOUT_MS: '2000',
    NAS_SECRETS: '*=testing123',
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
    ...services,
    running: () => instances.filter((instance) => instance !== null),
    ports,
    startPortal: start,
    stopPortal: stop,
    mail,
  };
}
