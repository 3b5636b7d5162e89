import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gatewaySettings, startGatewaySandbox } from '../../bench/crash/gateway-sandbox.ts';
import { startPortalByNpm } from '../../bench/portal/portal-process.ts';
import { findFreePort } from '../../bench/portal/program-process.ts';
import { walkAsCustomer } from './customer-walk.ts';

/**
 * `npm start` in production with its own database, as far as a customer who has paid; RADIUS is tried
 * where the machine has a FreeRADIUS (debian-install.ts). Throws when that does not succeed.
 */
export async function startByNpm(folder: string, report: (sentence: string) => void): Promise<void> {
  const [port, gatewayPort] = [await findFreePort(), await findFreePort()];
  const origin = `http://127.0.0.1:${port}`;
  const sandbox = await startGatewaySandbox(gatewayPort, origin);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  const env = {
    ...gatewaySettings(gatewayPort),
    NODE_ENV: 'production',
    PUBLIC_URL: origin,
    SESSION_SECRET: 'the session secret of the installation drill',
  };
  try {
    const portal = await startPortalByNpm({ port, dataDir, logFile: join(folder, 'portal.log'), env });
    const alone = { speedTestOrigin: null, radiusSecret: null, killInstance: null, repeatsWrites: false };
    try {
      await walkAsCustomer({ origin, gatewayPort, ...alone }, report);
    } finally {
      await portal.stop();
    }
  } finally {
    await sandbox.close();
  }
}
