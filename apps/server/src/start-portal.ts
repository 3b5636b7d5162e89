import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brand } from '@portal/brand';
import { SANDBOX_KEYS, SANDBOX_TELEPHONE } from '@portal/sandbox/sandbox-options';
import type { FastifyInstance } from 'fastify';
import type pino from 'pino';
import { type AppDependencies, buildApp, encryptedColumns, type Portal } from './app.ts';
import { seedChargeProducts } from './billing/charges/seed-charge-products.ts';
import { seedDataBundles } from './billing/data-bundles/seed-data-bundles.ts';
import { createEInvoicing } from './billing/invoices/e-invoices/access-points/create-e-invoicing.ts';
import { createGateways, sandboxSettings } from './billing/payments/gateways/create-gateways.ts';
import { createIntakes, sandboxMonnify } from './billing/virtual-accounts/providers/create-intakes.ts';
import { seedPlans } from './catalogue/plans/seed-plans.ts';
import { createWhatsApp } from './channels/whatsapp/create-whatsapp.ts';
import { hasDemoData, seedDemoData } from './console/demo-data/seed-demo-data.ts';
import { readNoticeTexts } from './messaging/notices/read-notice-texts.ts';
import { createTestClock, registerClockControl } from './platform/clock/test-clock.ts';
import { type Config, ConfigurationError, checkConfig, listGaps } from './platform/config/config.ts';
import { installationSecrets, networkTokens } from './platform/config/installation-secrets.ts';
import { probeServers } from './platform/config/probe-servers.ts';
import { vapidKeysOf } from './platform/config/vapid-keys.ts';
import { findMissingKeys } from './platform/crypto/find-missing-keys.ts';
import { loadHashKey } from './platform/crypto/load-hash-key.ts';
import { connectPool, type Database, databaseOf } from './platform/database/connection.ts';
import { EmbeddedPostgresError } from './platform/database/embedded/embedded-postgres-error.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/database/embedded/start-embedded-postgres.ts';
import { MigrationLockError, migrateDatabase } from './platform/database/migrations/migrate.ts';
import { DatabaseVersionError } from './platform/database/migrations/migration-journal.ts';
import { readReplication, replicationGap } from './platform/database/read-replication.ts';
import { openReplica } from './platform/database/replica/open-replica.ts';
import { embeddedAccounts, givenAccounts } from './platform/database/rights/database-accounts.ts';
import { type DiskWatch, watchDisk } from './platform/disk/watch-disk.ts';
import { createLiveBus, type LiveBus } from './platform/events/live-bus.ts';
import { loadSite } from './platform/http/pages/site.ts';
import { storeAssets } from './platform/http/pages/stored-assets.ts';
import { createLog } from './platform/log/create-log.ts';
import { createLogDestination } from './platform/log/create-log-destination.ts';
import { createSmsSenderFrom } from './platform/outside/create-sms-sender.ts';
import { createHttpClient, type OutsideCall } from './platform/outside/http-client.ts';
import { createPushSender } from './platform/outside/push-sender.ts';
import { readRelease } from './platform/release.ts';
import type { Tracer } from './platform/trace/trace.ts';

type Secrets = ReturnType<typeof installationSecrets>;

const DRAIN_MS = 30_000;
const SMS_TIMEOUT_MS = 10_000;
const PUSH_TIMEOUT_MS = 10_000;
const WEB_DIST = fileURLToPath(new URL('../../web/dist', import.meta.url));
const TEXTS = { pages: fileURLToPath(new URL('../../web/src/shared/i18n', import.meta.url)) };
const WEB_FONTS = fileURLToPath(new URL('../../web/public/fonts', import.meta.url));

const testClock = createTestClock(() => new Date());
const clock = testClock.now;

/**
 * The address at which this machine itself reaches the portal: a wildcard address cannot be called.
 */
function loopbackOrigin(host: string, port: number): string {
  const callable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${callable.includes(':') ? `[${callable}]` : callable}:${port}`;
}

/**
 * A port that is free at this moment: links and callbacks must be known before the server listens.
 */
async function findFreePort(host: string): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, host, resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/**
 * The key of permanent hashes. Throws ConfigurationError when stored secrets need a key that is not
 * configured.
 */
async function openStoredKeys(database: Database, secrets: Secrets): Promise<string> {
  const deps = { database, keys: secrets.encryptionKeys, randomBytes };
  const faults = await findMissingKeys(deps, encryptedColumns);
  if (faults.length > 0) throw new ConfigurationError(faults);
  return loadHashKey({ ...deps, sessionSecret: secrets.sessionSecrets[0] });
}

/** Watches the disk of the embedded database, and keeps space on it for a start when it is full. */
function watchOwnDisk(config: Config, embedded: EmbeddedPostgres, log: pino.Logger): DiskWatch {
  embedded.keepReserve();
  return watchDisk(config.dataDir, (isFull) => {
    if (isFull)
      return log.error({ folder: config.dataDir }, 'the disk is full: writes are refused until there is space');
    log.info({ folder: config.dataDir }, 'the disk has space again: writes are accepted');
    embedded.keepReserve();
  });
}

async function openDatabase(config: Config, secrets: Secrets, log: pino.Logger) {
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        log: (message) => log.info(message),
        archiveWal: config.backup !== null,
      });
  const { settings, owner, portalRole } = embedded ? embeddedAccounts(embedded.connection) : givenAccounts(config);
  await migrateDatabase(owner, { portalRole, onRetry: (message) => log.warn(message) });
  const pool = connectPool(settings, (error) => log.warn({ err: error }, 'a database connection broke'));
  const database = databaseOf(pool);
  const hashKey = await openStoredKeys(database, secrets);
  await seedPlans(database);
  await seedDataBundles(database);
  await seedChargeProducts(database);
  if (config.demoData) await seedDemoData(database, { clock, randomBytes, encryptionKeys: secrets.encryptionKeys });
  if (config.production && (await hasDemoData(database))) {
    throw new ConfigurationError([
      'the database holds demo data (accounts with published passwords, payments that never were): use another',
    ]);
  }
  const replica = config.replicaUrl === null ? null : openReplica(config.replicaUrl, log);
  const disk = embedded && watchOwnDisk(config, embedded, log);
  const close = async (): Promise<void> => {
    disk?.stop();
    await replica?.$client.end();
    await pool.end();
    await embedded?.stop();
  };
  const isDiskFull = disk?.isFull ?? (() => false);
  return { database, owner, replica, hashKey, close, closed: embedded?.closed ?? null, isDiskFull };
}

/** Events between instances through Redis, where one is configured. */
async function openBus(redis: Config['redis'], log: pino.Logger): Promise<LiveBus> {
  const onError = (error: unknown): void => log.error({ err: error }, 'a listener failed');
  if (redis === null) return createLiveBus({ relay: null, onError });
  const { createRedisRelay } = await import('./platform/events/redis-relay.ts');
  const onTrouble = (error: unknown): void => log.warn({ err: error }, 'Redis cannot be reached; chats go on, slower');
  return createLiveBus({ relay: createRedisRelay({ redis, self: randomUUID(), onTrouble }), onError });
}

/** By SMTP where a server is configured. */
async function openMail({ smtpUrl, mailFrom }: Config): Promise<AppDependencies['sendEmail']> {
  if (!smtpUrl) return null;
  const { createMailSender } = await import('./platform/outside/mail-sender.ts');
  return createMailSender(smtpUrl, mailFrom ?? brand.supportEmail);
}

/** The browsers' push services, each by its own address. */
function openPush(config: Config, log: pino.Logger): AppDependencies['push'] {
  const keys = vapidKeysOf(config);
  const logCall = ({ path: _path, ...call }: OutsideCall): void => log.info(call, 'outside call');
  const http = createHttpClient({ timeoutMs: PUSH_TIMEOUT_MS, log: logCall });
  return { publicKey: keys[0].publicKey, send: createPushSender(keys, `mailto:${brand.supportEmail}`, http) };
}

/** OpenTelemetry is loaded only where there is a collector. */
async function openTracer({ tracing }: Config): Promise<Tracer | null> {
  if (tracing === null) return null;
  const { createOpenTelemetryTracer } = await import('./platform/trace/open-telemetry.ts');
  return createOpenTelemetryTracer(tracing);
}

/** Where the sandbox stands in for the vendors, its telephone does for USSD and SMS that are not configured. */
function withTelephone(config: Config): Config {
  if (!config.sandbox) return config;
  const { code, ussdSecret, textToken } = SANDBOX_TELEPHONE;
  const tokens = config.smsReports['africas-talking'];
  return {
    ...config,
    ussd: config.ussd ?? { code, secrets: [ussdSecret] },
    smsReports: { ...config.smsReports, 'africas-talking': tokens.length > 0 ? tokens : [textToken] },
  };
}

/** The telephone of the sandbox, which calls this portal. */
function telephoneOf({ ussd, smsReports }: Config, own: string) {
  const webhooks = `${own}/api/webhooks`;
  const key = encodeURIComponent(ussd?.secrets[0] ?? '');
  const token = encodeURIComponent(smsReports['africas-talking'][0] ?? '');
  return {
    code: ussd?.code ?? SANDBOX_TELEPHONE.code,
    brandName: brand.name,
    number: SANDBOX_TELEPHONE.number,
    ussdUrl: `${webhooks}/ussd/africas-talking?key=${key}`,
    textUrl: `${webhooks}/sms/inbound?token=${token}`,
    newId: randomUUID,
    clock,
  };
}

async function start(given: Config, log: pino.Logger): Promise<void> {
  const config = withTelephone(given);
  const port = config.port === 0 ? await findFreePort(config.host) : config.port;
  const publicUrl = new URL(config.publicUrl ?? loopbackOrigin(config.host, port));
  const own = loopbackOrigin(config.host, port);
  const secrets = installationSecrets(config);
  const opening = openDatabase(config, secrets, log);
  const [database, site] = await Promise.all([opening, loadSite(WEB_DIST)]);
  const mountSandbox = async (scope: FastifyInstance): Promise<void> => {
    const { registerSandbox } = await import('@portal/sandbox/register-sandbox');
    const { registerTelephone } = await import('@portal/sandbox/telephone/telephone.routes');
    if (config.testClock) registerClockControl(scope, testClock, () => portal.wakeJobs());
    await registerSandbox(scope, {
      publicBase: `${publicUrl.origin}/sandbox`,
      merchantName: brand.name,
      webhookTarget: (gateway) => `${own}/api/webhooks/${gateway}`,
      keys: SANDBOX_KEYS,
      storeFile: join(config.dataDir, 'sandbox.jsonl'),
      settlesDaily: !config.testClock,
      clock,
      newId: randomUUID,
      log,
      fontFolder: WEB_FONTS,
    });
    registerTelephone(scope, telephoneOf(config, own));
  };
  const bus = await openBus(config.redis, log);
  const tracer = await openTracer(config);
  const gatewaySettings = config.sandbox ? sandboxSettings(`${own}/sandbox`) : config.gateways;
  const portal = await buildApp({
    config,
    release: readRelease(),
    publicUrl,
    ...secrets,
    hashKey: database.hashKey,
    networkTokens: networkTokens(config),
    database: database.database,
    owner: database.owner,
    replica: database.replica,
    bus,
    gateways: createGateways(gatewaySettings, {
      largest: config.largestPayments,
      timeoutMs: config.gatewayTimeoutMs,
      clock,
      log: (call) => log.info(call, 'outside call'),
    }),
    intakes: createIntakes(
      config.sandbox
        ? { ...config.virtualAccounts, monnify: sandboxMonnify(`${own}/sandbox`) }
        : config.virtualAccounts,
      gatewaySettings,
      { timeoutMs: config.gatewayTimeoutMs, clock, log: (call) => log.info(call, 'outside call') },
    ),
    eInvoicing: createEInvoicing(config.eInvoicing, {
      sandboxBase: config.sandbox ? `${own}/sandbox` : null,
      timeoutMs: config.gatewayTimeoutMs,
      clock,
      log: (call) => log.info(call, 'outside call'),
    }),
    whatsApp: createWhatsApp(config.whatsApp, {
      sandboxBase: config.sandbox ? `${own}/sandbox` : null,
      timeoutMs: config.gatewayTimeoutMs,
      log: (call) => log.info(call, 'outside call'),
    }),
    checkoutOrigins: config.sandbox ? [publicUrl.origin] : config.checkoutOrigins,
    isDiskFull: database.isDiskFull,
    sendEmail: await openMail(config),
    sendSms: createSmsSenderFrom(config.smsProviders, {
      timeoutMs: SMS_TIMEOUT_MS,
      brandName: brand.name,
      log: (call) => log.info(call, 'outside call'),
    }),
    push: openPush(config, log),
    noticeTexts: readNoticeTexts(TEXTS),
    site,
    mountSandbox: config.sandbox ? mountSandbox : null,
    clock,
    randomBytes,
    logger: log,
    tracer,
  });
  await storeAssets(database.database, site, clock);
  await portal.app.listen({ host: config.host, port });
  portal.startJobs();
  log.info(`${brand.name} is ready at ${publicUrl.origin}`);
  for (const gap of listGaps(config)) log.warn(gap);
  if (config.databaseUrl) void warnOfReplication(database.database, log).catch(() => undefined);
  closeOnSignal({
    portal,
    others: [bus, database, ...(tracer ? [tracer] : [])],
    databaseClosed: database.closed,
    log,
    delayMs: config.shutdownDelayMs,
  });
}

async function warnOfReplication(database: Database, log: pino.Logger): Promise<void> {
  const gap = replicationGap(await readReplication(database));
  if (gap !== null) log.warn(gap);
}

/**
 * On SIGTERM: says that it is not ready, and serves for `delayMs` until balancers have noticed.
 * Then, and on SIGINT at once: sends sockets elsewhere, accepts no new requests, finishes running
 * ones within 30 s, stops the jobs, closes the database, exits.
 */
function closeOnSignal(running: {
  readonly portal: Portal;
  /** Closed after the portal, in this order. */
  readonly others: readonly { readonly close: () => Promise<void> }[];
  readonly databaseClosed: Awaited<ReturnType<typeof openDatabase>>['closed'];
  readonly log: pino.Logger;
  readonly delayMs: number;
}): void {
  const { portal, others, databaseClosed, log, delayMs } = running;
  let closing = false;
  const close = async (reason: string, exitCode: number): Promise<void> => {
    if (closing) return;
    closing = true;
    log.info(`closing: ${reason}`);
    const patience = setTimeout(() => process.exit(1), DRAIN_MS);
    await portal.app.close();
    for (const { close: closeOther } of others) await closeOther();
    clearTimeout(patience);
    await new Promise((written) => log.flush(written));
    process.exit(exitCode);
  };
  process.on('SIGTERM', () => {
    if (delayMs > 0) log.info(`draining for ${delayMs / 1000} s`);
    portal.beginDrain();
    setTimeout(() => void close('SIGTERM', 0), delayMs);
  });
  process.on('SIGINT', () => void close('SIGINT', 0));
  void databaseClosed?.then(({ expected, reason }) => {
    if (expected) return;
    process.stderr.write(`${reason}\n`);
    void close('the embedded database cannot be recovered', 1);
  });
}

/** Faults that an operator can fix are shown in plain words, others with their stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof EmbeddedPostgresError) return error.message;
  if (error instanceof DatabaseVersionError || error instanceof MigrationLockError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `The port is taken: ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Reads the configuration, creates the portal, listens. A failure to start is explained on stderr,
 * with exit code 1.
 */
export async function startPortal(): Promise<void> {
  try {
    const { config, faults } = checkConfig();
    const allFaults = [...faults, ...(await probeServers(config))];
    if (allFaults.length > 0) throw new ConfigurationError(allFaults);
    const log = createLog(config.logLevel, createLogDestination(1));
    // Log lines are buffered, but not for long.
    setInterval(() => log.flush(), 1000).unref();
    await start(config, log);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}
