import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SANDBOX_KEYS } from '@portal/sandbox/sandbox-options';
import {
  AFRICAS_TALKING_KEY,
  AFRICAS_TALKING_USERNAME,
  type SmsVendors,
  startSmsVendors,
  TERMII_KEY,
} from '@portal/sandbox/testing/sms-vendors';
import pg from 'pg';
import { type GatewaySandbox, startGatewaySandbox } from '../../bench/crash/gateway-sandbox.ts';
import { findPortalDatabase, type RunningPortal, startPortal } from '../../bench/portal/portal-process.ts';
import { findFreePort } from '../../bench/portal/program-process.ts';
import { startMailServer } from '../portals/mail-server.ts';
import type { Canary } from './canary.ts';

export const SESSION_SECRET = 'canarySessionSecretOfTheDrill0123456789';
export const NETWORK_TOKEN = 'canaryNetworkTokenQx81';
export const METRICS_TOKEN = 'canaryMetricsTokenQx82';
const SMTP_PASSWORD = 'canarySmtpPasswordQx83';
const RADIUS_SECRET = 'canaryRadiusSecretQx84';
const NUMBER_LIMIT = '1000000';

/** What an operator configures. */
export const CONFIGURED: readonly Canary[] = [
  { name: 'the secret of the sessions', value: SESSION_SECRET },
  { name: 'the token of the network', value: NETWORK_TOKEN },
  { name: 'the token of the metrics', value: METRICS_TOKEN },
  { name: 'the password of the mail server', value: SMTP_PASSWORD },
  { name: 'the secret of an access server', value: RADIUS_SECRET },
  { name: 'the key of a gateway (Paystack)', value: SANDBOX_KEYS.paystackSecretKey },
  { name: 'the key of a gateway (Flutterwave)', value: SANDBOX_KEYS.flutterwaveSecretKey },
  { name: 'the key of a gateway (Interswitch)', value: SANDBOX_KEYS.interswitchClientSecret },
  { name: 'the key for texts (Termii)', value: TERMII_KEY },
  { name: 'the key for texts (Africa’s Talking)', value: AFRICAS_TALKING_KEY },
];

/** A portal with demo data, at the most talkative level of its log, and everything that it talks to. */
export type Installation = {
  readonly portal: RunningPortal;
  readonly port: number;
  readonly dataDir: string;
  readonly logFile: string;
  readonly database: () => Promise<pg.Client>;
  readonly sandbox: GatewaySandbox;
  readonly texts: SmsVendors;
  /** What a collector of traces was sent. */
  readonly traces: readonly string[];
};

async function startCollector(running: AsyncDisposableStack): Promise<{ origin: string; traces: string[] }> {
  const traces: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      traces.push(`${JSON.stringify(request.headers)} ${body}`);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.defer(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, traces };
}

/** Whatever it has started ends with `running`. */
export async function install(folder: string, running: AsyncDisposableStack): Promise<Installation> {
  const port = await findFreePort();
  const [dataDir, logFile] = [join(folder, 'data'), join(folder, 'portal.log')];
  const collector = await startCollector(running);
  const texts = running.use(await startSmsVendors());
  const mail = await startMailServer();
  running.defer(() => mail.close());
  mail.behave('refuse');
  const sandbox = await startGatewaySandbox(await findFreePort(), `http://127.0.0.1:${port}`);
  running.defer(() => sandbox.close());
  const portal = await startPortal({
    port,
    dataDir,
    logFile,
    env: {
      DEMO_DATA: 'on',
      LOG_LEVEL: 'debug',
      SESSION_SECRET,
      NETWORK_TOKEN,
      METRICS_TOKEN,
      NAS_SECRETS: `*=${RADIUS_SECRET}`,
      SMTP_URL: `smtp://portal:${SMTP_PASSWORD}@127.0.0.1:${mail.port}`,
      TERMII_API_KEY: TERMII_KEY,
      TERMII_BASE_URL: texts.termiiUrl,
      AFRICASTALKING_API_KEY: AFRICAS_TALKING_KEY,
      AFRICASTALKING_USERNAME: AFRICAS_TALKING_USERNAME,
      AFRICASTALKING_BASE_URL: texts.africasTalkingUrl,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      PHONE_CODES_PER_USER_PER_HOUR: NUMBER_LIMIT,
      PHONE_CODES_PER_ADDRESS_PER_HOUR: NUMBER_LIMIT,
      RATE_LIMIT_SALES_REQUESTS_PER_HOUR: NUMBER_LIMIT,
      RECONCILE_INTERVAL_S: '1',
      GATEWAY_TIMEOUT_MS: '2000',
      ...sandbox.portalEnv,
    },
  });
  running.defer(() => portal.stop());
  const connect = async (): Promise<pg.Client> => {
    const found = findPortalDatabase(dataDir);
    if (!found) throw new Error('the portal keeps no database in its data folder');
    const client = new pg.Client(found.connection);
    // The database is killed meanwhile.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  return { portal, port, dataDir, logFile, database: connect, sandbox, texts, traces: collector.traces };
}
