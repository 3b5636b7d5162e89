import { brand } from '@portal/brand';
import type { FastifyInstance } from 'fastify';
import { createBilling, type EInvoicing, type Gateway, type Intake, savedCardTokens } from './billing/index.ts';
import { createCatalogue } from './catalogue/index.ts';
import { createChannels, inboundTextBodies, type WhatsApp } from './channels/index.ts';
import { createConsole, previousWebhookSecrets, webhookSecrets } from './console/index.ts';
import { createIdentity, secondFactorSecrets } from './identity/index.ts';
import { createMessaging, listMessages, registerOutboxPage } from './messaging/index.ts';
import { accessServerSecrets, createNetwork, previousAccessServerSecrets } from './network/index.ts';
import { createBackup } from './platform/backup/create-backup.ts';
import type { Context } from './platform/context.ts';
import type { EncryptedColumn } from './platform/crypto/encrypted-column.ts';
import { storedKeys } from './platform/crypto/hash-key.repository.ts';
import { reencryptionJob } from './platform/crypto/reencrypt-stored-texts.ts';
import { createRetention } from './platform/database/partitions/create-retention.ts';
import { registerSystem } from './platform/health/system.routes.ts';
import type { Installation } from './platform/http/openapi.ts';
import { registerSecurityTxt } from './platform/http/pages/security-txt.ts';
import { storeAssetsJob } from './platform/http/pages/stored-assets.ts';
import { serveContexts } from './platform/http/serve-contexts.ts';
import { watchInstance } from './platform/instances/watch-instance.ts';
import { instanceMetrics } from './platform/metrics/instance-metrics.ts';
import { replicationMetrics } from './platform/metrics/replication-metrics.ts';
import { createPlatform, type Platform, type PlatformDependencies } from './platform/platform.ts';
import { createSupport } from './support/index.ts';

/**
 * The concrete dependencies of the portal; start-portal.ts creates the real ones, tests their own.
 */
export type AppDependencies = PlatformDependencies & {
  readonly gateways: readonly Gateway[];
  /** How documents are registered with the tax authority; absent or null where they are not. */
  readonly eInvoicing?: EInvoicing | null;
  /** WhatsApp; absent or null where there is none. */
  readonly whatsApp?: WhatsApp | null;
  /** Who opens account numbers for customers; absent where nobody does. */
  readonly intakes?: readonly Intake[];
  /** Origins of payment pages that a customer may be redirected to. */
  readonly checkoutOrigins: readonly string[];
};

export type Portal = {
  readonly app: FastifyInstance;
  /** Starts the jobs; `app.close()` stops them. */
  readonly startJobs: () => void;
  /** Has the named jobs run soon, or each where none is named, whenever they would have been next. */
  readonly wakeJobs: (...names: readonly string[]) => void;
  /** Says that it is not ready any more, and goes on answering until `app.close()`. */
  readonly beginDrain: () => void;
};

const OUTBOX_PAGE_SIZE = 100;
const REPLICA_INTERVAL_MS = 2000;
const SECURITY_EVENTS_INTERVAL_MS = 60_000;

/** Every column with encrypted texts: all of them are encrypted anew when a key is turned. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  storedKeys,
  secondFactorSecrets,
  savedCardTokens,
  accessServerSecrets,
  previousAccessServerSecrets,
  webhookSecrets,
  previousWebhookSecrets,
  inboundTextBodies,
];

/** As the description of the API names it, with the contact that applies at that moment. */
function installationOf({ release, publicUrl, settings, cookie }: Platform): Installation {
  const { supportEmail } = settings.get('contacts');
  const { version } = release;
  return { name: brand.name, version, origin: publicUrl.origin, supportEmail, sessionCookieName: cookie.name };
}

/** Liveness, readiness, metrics, the API description, the replica, and the row of this instance. */
function createHealth(platform: Platform): Context {
  const { clockGuard, drain, metricsRegistry, config, database, bus, reports } = platform;
  const instance = watchInstance(platform);
  const replica = { name: 'replica', intervalMs: REPLICA_INTERVAL_MS, atStart: true as const };
  return {
    ...instance,
    jobs: [
      ...instance.jobs,
      ...instanceMetrics(metricsRegistry, { database, bus, dataDir: config.dataDir }),
      replicationMetrics(metricsRegistry, database),
      ...(reports.watch ? [{ ...replica, work: reports.watch }] : []),
    ],
    routes: (routes) =>
      registerSystem(routes, {
        clockGuard,
        drain,
        metricsRegistry,
        metricsTokens: config.metricsTokens,
        installation: () => installationOf(platform),
      }),
  };
}

/** The website's files, for instances of other builds, and where to report vulnerabilities. */
function createPages(platform: Platform): Context {
  const { site, database, clock } = platform;
  return {
    jobs: site ? [storeAssetsJob(database, site, clock)] : [],
    mount: (app) => registerSecurityTxt(app, platform),
  };
}

/** Stores what was counted each minute, and at the end. */
function storeSecurityEvents({ securityEvents, logger }: Platform): Context {
  return {
    jobs: [{ name: 'security events', intervalMs: SECURITY_EVENTS_INTERVAL_MS, work: securityEvents.flush }],
    close: () =>
      securityEvents.flush().catch((error: unknown) => {
        logger.warn({ err: error }, 'the last security events were not stored');
      }),
  };
}

/**
 * Only on machines without gateways or mail server: the fake gateways and the outbox page, in a
 * scope with none of the portal's hooks.
 */
function createSandbox({ config, database, mountSandbox }: Platform): Context {
  const mount = (app: FastifyInstance) =>
    void app.register(
      async (scope) => {
        registerOutboxPage(scope, (recipient) => listMessages(database, recipient, OUTBOX_PAGE_SIZE));
        await mountSandbox?.(scope);
      },
      { prefix: '/sandbox' },
    );
  return config.production ? {} : { mount };
}

/**
 * Composes the portal: the contexts in the order in which each may use those before it. Throws when
 * the contract has an entry without a route. Nothing repeats or listens until the caller starts it.
 */
export async function buildApp(dependencies: AppDependencies): Promise<Portal> {
  const { noticeTexts, gateways, eInvoicing = null, whatsApp = null, intakes = [], checkoutOrigins } = dependencies;
  const platform = createPlatform(dependencies);
  // A database that is away keeps nothing from starting: what is published is read once it is back.
  await platform.settings.load().catch((error: unknown) => {
    platform.logger.warn({ err: error }, 'settings were not read: those of the installation apply');
  });
  const identity = createIdentity(platform);
  const messaging = createMessaging(platform, { identity, noticeTexts, hasWhatsApp: whatsApp !== null });
  const catalogue = createCatalogue(platform, { messaging });
  const billing = createBilling(platform, {
    identity,
    messaging,
    catalogue,
    gateways,
    eInvoicing,
    intakes,
    checkoutOrigins,
  });
  const network = createNetwork(platform, { identity, messaging, billing });
  const support = createSupport(platform, { identity, messaging });
  const channels = createChannels(platform, { identity, messaging, catalogue, billing, network, support, whatsApp });
  const staffConsole = createConsole(platform, { identity, messaging, billing, support, channels });
  const contexts: readonly Context[] = [
    createHealth(platform),
    createBackup(platform),
    createRetention(platform),
    { jobs: platform.settings.jobs },
    storeSecurityEvents(platform),
    createPages(platform),
    identity,
    messaging,
    catalogue,
    billing,
    network,
    support,
    channels,
    staffConsole,
    createSandbox(platform),
  ];
  for (const { handlers = [] } of contexts) platform.events.subscribe(handlers);
  const reencryption = reencryptionJob(platform, encryptedColumns);
  const { findFirstLine } = billing;
  const app = await serveContexts(platform, contexts, { ...identity, findFirstLine });
  return {
    app,
    startJobs: () => platform.jobs.start([reencryption, ...contexts.flatMap(({ jobs = [] }) => jobs)]),
    wakeJobs: (...names) => (names.length === 0 ? platform.jobs.wakeAll() : names.forEach(platform.jobs.wake)),
    beginDrain: platform.drain.begin,
  };
}
