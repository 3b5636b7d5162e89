import { availableParallelism } from 'node:os';
import { brand } from '@portal/brand';
import type { Clock } from '@portal/kernel/clock';
import { paymentReference } from '@portal/kernel/payment-reference';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from './config.ts';
import type { Database } from './database/connection.ts';
import { registerAccount } from './features/account/account.routes.ts';
import { createPasswords } from './features/account/create-passwords.ts';
import { createSessions, type Sessions } from './features/account/create-sessions.ts';
import { pruneSignIns } from './features/account/prune-sign-ins.ts';
import { registerInvoice } from './features/invoice/invoice.routes.ts';
import { issueReceipt } from './features/invoice/issue-receipt.ts';
import { deliverMessages, type SendMessage } from './features/notification/deliver-messages.ts';
import { listMessages } from './features/notification/notification.repository.ts';
import { registerOutboxPage } from './features/notification/outbox-page.ts';
import { queueEmail } from './features/notification/queue-email.ts';
import type { Gateway } from './features/payment/gateways/gateway.port.ts';
import { createPaymentJobs, type PaymentJobs } from './features/payment/payment.jobs.ts';
import { registerPayment } from './features/payment/payment.routes.ts';
import type { PaymentParts } from './features/payment/payment-parts.port.ts';
import { registerPaymentReturn } from './features/payment/payment-return.routes.ts';
import { findActivePlan } from './features/plan/find-active-plan.ts';
import { registerPlan } from './features/plan/plan.routes.ts';
import { completeReferral } from './features/referral/complete-referral.ts';
import { hasFirstMonthDiscount } from './features/referral/has-first-month-discount.ts';
import { recordReferral } from './features/referral/record-referral.ts';
import { applyScheduledPlans } from './features/subscription/apply-scheduled-plans.ts';
import { ensureSubscription } from './features/subscription/ensure-subscription.ts';
import { extendSubscription } from './features/subscription/extend-subscription.ts';
import { findSubscription } from './features/subscription/find-subscription.ts';
import { registerSubscription } from './features/subscription/subscription.routes.ts';
import { registerSystem } from './features/system/system.routes.ts';
import { acceptJsonOnly, acceptRawBody } from './http/json-body.ts';
import { openApiDocument } from './http/openapi.ts';
import { registerOriginCheck } from './http/origin-check.ts';
import { registerPages, type Site } from './http/pages.ts';
import { createPortalServer, registerNotFound } from './http/portal-server.ts';
import { createLimiters } from './http/rate-limit.ts';
import { createRoutes, type Routes } from './http/route-from-contract.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { readSessionToken, type SessionCookie, sessionCookie } from './http/session.ts';
import { type PeriodicJob, startPeriodicJob } from './jobs/periodic-job.ts';

/** Everything concrete that the portal is made of; main.ts makes the real ones, tests their own. */
export type Parts = {
  readonly config: Pick<
    Config,
    | 'demoData'
    | 'limits'
    | 'metricsToken'
    | 'trustedProxies'
    | 'speedTestOrigin'
    | 'gatewayTimeoutMs'
    | 'reconcileIntervalS'
    | 'production'
  >;
  /** The origin that customers use. */
  readonly publicUrl: URL;
  readonly sessionSecret: string;
  readonly database: Database;
  readonly gateways: readonly Gateway[];
  /** Origins of payment pages that a customer may be sent to. */
  readonly checkoutOrigins: readonly string[];
  /** Null where there is no mail server: then mail stays in the outbox. */
  readonly sendEmail: SendMessage | null;
  /** Null when only the API is wanted. */
  readonly site: Site | null;
  /** Mounts the stand-ins below /sandbox; null in production. */
  readonly mountSandbox: ((scope: FastifyInstance) => Promise<void>) | null;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly logger: FastifyBaseLogger;
};

/** What the features share. */
type Made = {
  readonly cookie: SessionCookie;
  readonly sessions: Sessions;
  readonly payments: PaymentParts;
  readonly jobs: { readonly wakeWebhookWorker: () => void };
  readonly webhookScope: FastifyInstance;
};

export type Portal = {
  readonly app: FastifyInstance;
  /** Starts what repeats; `app.close()` stops it. */
  readonly startJobs: () => void;
};

const PASSWORD_PLACES = 100;
const WEBHOOK_INTERVAL_MS = 5000;
const MAIL_INTERVAL_MS = 10_000;
const SCHEDULED_PLANS_INTERVAL_MS = 60_000;
const PRUNE_INTERVAL_MS = 3_600_000;
const OUTBOX_PAGE_SIZE = 100;

/** What repeats, and how to wake the worker of the webhooks; nothing runs before `start`. */
function createJobs(parts: Parts, payments: PaymentJobs) {
  const { database, clock, config, logger, sendEmail } = parts;
  const running: PeriodicJob[] = [];
  let webhooks: PeriodicJob | null = null;
  const repeat = (name: string, intervalMs: number, work: (signal: AbortSignal) => Promise<unknown>): PeriodicJob => {
    const job = startPeriodicJob(work, intervalMs, (error) => logger.error({ err: error, job: name }, 'a job failed'));
    running.push(job);
    return job;
  };
  return {
    start: (): void => {
      webhooks = repeat('webhooks', WEBHOOK_INTERVAL_MS, payments.workOffWebhooks);
      repeat('sweep', config.reconcileIntervalS * 1000, async (signal) => {
        await payments.sweepPayments(signal);
        await payments.compareWithGateways(signal);
      });
      repeat('scheduled plans', SCHEDULED_PLANS_INTERVAL_MS, () => applyScheduledPlans(database, clock()));
      repeat('pruning', PRUNE_INTERVAL_MS, () => pruneSignIns(database));
      if (!sendEmail) return;
      const onFailure = (error: unknown, messageId: number) => logger.warn({ err: error, messageId }, 'mail not taken');
      repeat('mail', MAIL_INTERVAL_MS, (signal) => deliverMessages({ database, sendEmail, clock, onFailure }, signal));
    },
    stop: async (): Promise<void> => {
      await Promise.all(running.map((job) => job.stop()));
    },
    wakeWebhookWorker: (): void => webhooks?.wake(),
  };
}

/** The functions that features owe each other: none of them imports another. */
export function paymentParts(
  parts: Pick<Parts, 'database' | 'clock' | 'randomBytes' | 'logger' | 'gateways' | 'checkoutOrigins' | 'publicUrl'> & {
    readonly config: Pick<Config, 'gatewayTimeoutMs'>;
  },
): PaymentParts {
  return {
    database: parts.database,
    clock: parts.clock,
    newReference: () => paymentReference(parts.randomBytes(14)),
    log: parts.logger,
    gateways: parts.gateways,
    checkoutOrigins: parts.checkoutOrigins,
    returnUrl: `${parts.publicUrl.origin}/payment/return`,
    gatewayTimeoutMs: parts.config.gatewayTimeoutMs,
    findActivePlan,
    ensureSubscription,
    extendSubscription,
    hasFirstMonthDiscount,
    completeReferral,
    issueReceipt,
    queueEmail,
  };
}

/** The API of all features, in written order. `webhookScope` takes bodies as bytes, for those who sign them. */
function registerFeatures(routes: Routes, parts: Parts, made: Made): void {
  const { config, database, clock, randomBytes, logger, sessionSecret: secret } = parts;
  const { cookie, sessions, payments, jobs, webhookScope } = made;
  const passwords = createPasswords({ concurrent: availableParallelism(), places: PASSWORD_PLACES });
  const metricsRegistry = new Registry();
  collectDefaultMetrics({ register: metricsRegistry });
  registerAccount(routes, { database, clock, randomBytes, sessions, passwords, secret, cookie, recordReferral });
  registerPlan(routes, { database, clock, randomBytes, queueEmail, salesEmail: brand.salesEmail, log: logger });
  registerSubscription(routes, { database, clock, findActivePlan });
  registerPayment(routes, { ...payments, findSubscription, webhookScope, wakeWebhookWorker: jobs.wakeWebhookWorker });
  registerInvoice(routes, { database });
  registerSystem(routes, {
    pingDatabase: () => database.execute(sql`select 1`),
    metricsRegistry,
    metricsToken: config.metricsToken,
    openApiDocument: () => openApiDocument(brand.name, cookie.name),
  });
  routes.complete();
}

/** What only machines without gateways or mail server have: the stand-ins and the outbox, in a scope with none of the portal's hooks. */
function registerSandboxScope(app: FastifyInstance, parts: Parts): void {
  app.register(
    async (scope) => {
      registerOutboxPage(scope, (recipient) => listMessages(parts.database, recipient, OUTBOX_PAGE_SIZE));
      await parts.mountSandbox?.(scope);
    },
    { prefix: '/sandbox' },
  );
}

/** Puts the portal together. Throws when the contract promises what no route serves. Nothing repeats or listens until the caller says so. */
export async function buildApp(parts: Parts): Promise<Portal> {
  const { config, database, publicUrl, site } = parts;
  const app = createPortalServer({ logger: parts.logger, trustedProxies: config.trustedProxies });
  registerSecurityHeaders(app, {
    https: publicUrl.protocol === 'https:',
    styleHashes: site?.styleHashes ?? [],
    connectOrigins: config.speedTestOrigin ? [config.speedTestOrigin] : [],
  });
  const cookie = sessionCookie(publicUrl);
  const sessions = createSessions({ database, secret: parts.sessionSecret, cookie, randomBytes: parts.randomBytes });
  const payments = paymentParts(parts);
  const jobs = createJobs(parts, createPaymentJobs(payments));
  const limiters = await createLimiters(app, config.limits);

  app.register(async (webhookScope) => {
    acceptRawBody(webhookScope);
    registerPaymentReturn(webhookScope);
    webhookScope.register(async (scope) => {
      acceptJsonOnly(scope);
      registerOriginCheck(scope, publicUrl.origin);
      const routes = createRoutes({ app: scope, limiters, findViewer: sessions.findViewer });
      registerFeatures(routes, parts, { cookie, sessions, payments, jobs, webhookScope });
      if (!site) return;
      registerPages(scope, {
        site,
        facts: { demo: config.demoData },
        hasSessionCookie: (request) => readSessionToken(request.headers.cookie, cookie) !== null,
        findViewer: sessions.findViewer,
      });
    });
  });
  if (!config.production) registerSandboxScope(app, parts);
  registerNotFound(app);
  // Asked to end while the last requests are answered, waited for afterwards.
  app.addHook('preClose', async () => void jobs.stop());
  app.addHook('onClose', jobs.stop);
  await app.ready();
  return { app, startJobs: jobs.start };
}
