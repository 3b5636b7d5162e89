import { resolveTxt } from 'node:dns/promises';
import { fileURLToPath } from 'node:url';
import { brand } from '@portal/brand';
import { createEInvoicing } from '@portal/server/billing/invoices/e-invoices/access-points/create-e-invoicing';
import { createGateways } from '@portal/server/billing/payments/gateways/create-gateways';
import { createIntakes } from '@portal/server/billing/virtual-accounts/providers/create-intakes';
import { createWhatsApp } from '@portal/server/channels/whatsapp/create-whatsapp';
import { type Config, ConfigurationError, readConfig } from '@portal/server/platform/config/config';
import { installationSecrets } from '@portal/server/platform/config/installation-secrets';
import { createHttpClient } from '@portal/server/platform/outside/http-client';
import pg from 'pg';
import { findRunningDatabase } from '../find-running-database.ts';
import { checkBackups } from './check-backups.ts';
import { checkClock } from './check-clock.ts';
import { checkDatabase } from './check-database.ts';
import { checkDirectDebit } from './check-direct-debit.ts';
import { checkDirectory } from './check-directory.ts';
import { checkDisk } from './check-disk.ts';
import { checkEInvoicing } from './check-e-invoicing.ts';
import { checkEncryption } from './check-encryption.ts';
import { checkGateways } from './check-gateways.ts';
import { checkMail, checkMailbox, type ResolveTxt } from './check-mail.ts';
import { checkPaymentPages } from './check-payment-pages.ts';
import { checkPortal } from './check-portal.ts';
import { checkRadius } from './check-radius.ts';
import { checkRedis } from './check-redis.ts';
import { checkReplica } from './check-replica.ts';
import { checkTls } from './check-tls.ts';
import { checkUssd } from './check-ussd.ts';
import { checkVirtualAccounts } from './check-virtual-accounts.ts';
import { checkWebhooks } from './check-webhooks.ts';
import { checkWhatsApp } from './check-whatsapp.ts';
import { about, type Finding, messageOf } from './finding.ts';

const TIMEOUT_MS = 10_000;
/** Written by the web app's build. */
const SCRIPT_INVENTORY = fileURLToPath(new URL('../../../web/dist/script-inventory.json', import.meta.url));
const LABELS = { ok: 'ok     ', skipped: 'skipped', warning: 'WARNING', fault: 'FAULT  ' } as const;

type Outside = { readonly now: () => Date; readonly resolveTxt: ResolveTxt };

/** The checks that need the database, or the one finding that says why there is none. */
async function checkWithDatabase(
  settings: pg.ClientConfig,
  checks: (pool: pg.Pool) => Promise<Finding[]>,
): Promise<Finding[]> {
  const pool = new pg.Pool({ ...settings, max: 1, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS });
  pool.on('error', () => {});
  try {
    return await checks(pool);
  } catch (error) {
    const found = `The database cannot be asked: ${messageOf(error)}.`;
    return [about('Database').fault(found, 'Start PostgreSQL, or correct DATABASE_URL.')];
  } finally {
    await pool.end().catch(() => {});
  }
}

/** Every finding about a running installation with this configuration. */
export async function examine(config: Config, database: pg.ClientConfig, outside: Outside): Promise<Finding[]> {
  const { now } = outside;
  const http = createHttpClient({ timeoutMs: TIMEOUT_MS });
  const gateways = createGateways(config.gateways, { timeoutMs: TIMEOUT_MS, clock: now });
  const eInvoicing = createEInvoicing(config.eInvoicing, { sandboxBase: null, timeoutMs: TIMEOUT_MS, clock: now });
  const whatsApp = createWhatsApp(config.whatsApp, { sandboxBase: null, timeoutMs: TIMEOUT_MS });
  const intakes = createIntakes(config.virtualAccounts, config.gateways, { timeoutMs: TIMEOUT_MS, clock: now });
  const portal = portalOrigin(config);
  const publicUrl = new URL(config.publicUrl ?? portal);
  const parts = await Promise.all([
    checkPortal(portal, http),
    checkWithDatabase(database, async (pool) => [
      ...(await checkDatabase(pool)),
      ...(await checkClock(pool, now)),
      ...(await checkBackups(pool, now)),
      ...(await checkRadius({
        pool,
        secrets: config.nasSecrets,
        keys: () => installationSecrets(config).encryptionKeys,
        networkToken: config.networkTokens[0] ?? null,
        portal,
        http,
      })),
    ]),
    checkReplica(config),
    checkRedis(config.redis),
    checkDisk(config.dataDir),
    checkTls(publicUrl, now),
    checkPaymentPages(publicUrl, SCRIPT_INVENTORY),
    checkGateways(gateways),
    checkWebhooks(publicUrl, gateways, http),
    checkUssd(publicUrl, config.ussd, http),
    checkDirectDebit(gateways),
    checkVirtualAccounts(intakes, now()),
    checkEInvoicing(eInvoicing, config.eInvoicing !== null),
    checkWhatsApp(whatsApp, config.whatsApp),
    checkDirectory(config.directory, http, now),
    checkMail({
      smtpUrl: config.smtpUrl,
      from: config.mailFrom ?? brand.supportEmail,
      dkimSelector: config.mailDkimSelector,
      resolveTxt: outside.resolveTxt,
    }),
    checkMailbox(config.inboundMail?.url ?? null),
  ]);
  return [...parts.flat(), checkEncryption(config)];
}

/** Where this machine itself reaches the portal. */
function portalOrigin({ host, port }: Config): string {
  const callable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${callable.includes(':') ? `[${callable}]` : callable}:${port}`;
}

async function lookUpTxt(name: string): Promise<string[]> {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENODATA' || code === 'ENOTFOUND') return [];
    throw error;
  }
}

function print(findings: readonly Finding[]): void {
  for (const finding of findings) {
    console.log(`${LABELS[finding.state]}  ${finding.subject}: ${finding.found}`);
    if ('remedy' in finding) console.log(`         → ${finding.remedy}`);
  }
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length;
  console.log(`${count('ok')} ok, ${count('warning')} to look at, ${count('fault')} wrong.`);
}

/**
 * Checks a running installation, with the portal's own environment; changes nothing. Each finding
 * has the sentence that mends it. Returns 1 when something is wrong.
 */
export async function doctor(_args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  let findings: Finding[];
  try {
    const config = readConfig(env);
    findings = await examine(config, findRunningDatabase(env), { now: () => new Date(), resolveTxt: lookUpTxt });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const remedy = 'Correct it where the portal’s environment is set; docs/configuration.md lists every variable.';
    findings = error.faults.map((fault) => about('Configuration').fault(fault, remedy));
  }
  print(findings);
  return findings.some(({ state }) => state === 'fault') ? 1 : 0;
}
