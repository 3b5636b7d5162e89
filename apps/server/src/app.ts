import { brand } from '@portal/brand';
import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { AutoPayParts } from './billing/auto-pay/auto-pay-dependencies.ts';
import { listCreditWithin } from './billing/credit/list-credit.ts';
import { registerDataBundle } from './billing/data-bundles/data-bundle.routes.ts';
import { registerInvoice } from './billing/invoices/invoice.routes.ts';
import { voidInvoices } from './billing/invoices/void-invoices.ts';
import type { Gateway } from './billing/payments/gateways/gateway.port.ts';
import { createPaymentJobs } from './billing/payments/payment.jobs.ts';
import { registerPayment } from './billing/payments/payment.routes.ts';
import type { PaymentParts } from './billing/payments/payment-dependencies.ts';
import { registerPaymentReturn } from './billing/payments/payment-return.routes.ts';
import { recordReferral } from './billing/referrals/record-referral.ts';
import type { RefundParts } from './billing/refunds/refund-dependencies.ts';
import { findRunningLine } from './billing/subscriptions/find-active-subscription.ts';
import { findSubscription } from './billing/subscriptions/find-subscription.ts';
import { registerSubscription } from './billing/subscriptions/subscription.routes.ts';
import { createPlanPublisher, type PublishPlans } from './catalogue/plans/create-plan-publisher.ts';
import { findActivePlan } from './catalogue/plans/find-active-plan.ts';
import { registerPlan } from './catalogue/plans/plan.routes.ts';
import type { AnnouncementParts } from './console/announcements/announcement-dependencies.ts';
import { createPaying } from './create-auto-pay-parts.ts';
import { createJobs } from './create-jobs.ts';
import { createNetworkParts, type NetworkParts } from './create-network-parts.ts';
import { createNotificationParts, type NotificationParts, type PushParts } from './create-notification-parts.ts';
import { createPageParts } from './create-page-parts.ts';
import { createRefundParts } from './create-refund-parts.ts';
import { createRenewalParts } from './create-renewal-parts.ts';
import { createSmsParts, type SmsParts } from './create-sms-parts.ts';
import { createTicketParts } from './create-ticket-parts.ts';
import { setVerifiedPhone } from './identity/accounts/account.repository.ts';
import { registerAccount } from './identity/accounts/account.routes.ts';
import { recordAudit } from './identity/audit/record-audit.ts';
import { registerPhoneVerification } from './identity/phone-verification/phone-verification.routes.ts';
import { createSessions, type Sessions } from './identity/sessions/create-sessions.ts';
import { CHECKS_AT_ONCE, createPasswords } from './identity/sign-in/create-passwords.ts';
import type { SendMessage } from './messaging/email/deliver-messages.ts';
import { registerOutboxPage } from './messaging/email/outbox-page.ts';
import type { NoticeTexts } from './messaging/notices/notice-labels.ts';
import { listMessages, saveLanguage } from './messaging/preferences/notification.repository.ts';
import { createNetworkReaders } from './network/incidents/create-network-status.ts';
import type { NetworkStatusDeps } from './network/incidents/network-status.routes.ts';
import { createSpeedTestScope, type SpeedTestScope } from './network/speed-tests/speed-test-scope.ts';
import { type ClockGuard, createClockGuard } from './platform/clock/create-clock-guard.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/database/connection.ts';
import type { LiveBus } from './platform/events/live-bus.ts';
import { type Changes, createChanges } from './platform/events/live-updates.ts';
import { shareCounts } from './platform/events/share-counts.ts';
import { registerSystem } from './platform/health/system.routes.ts';
import { acceptFiles } from './platform/http/file-body.ts';
import { acceptJsonOnly, acceptRawBody } from './platform/http/json-body.ts';
import { createLimiters } from './platform/http/limits/rate-limit.ts';
import { createCounters, type OpenCounter } from './platform/http/limits/shared-counters.ts';
import { createStaffAddresses } from './platform/http/limits/staff-ip-allowlist.ts';
import { openApiDocument } from './platform/http/openapi.ts';
import { registerOriginCheck } from './platform/http/origin-check.ts';
import { registerPages } from './platform/http/pages/page.routes.ts';
import type { Site } from './platform/http/pages/site.ts';
import { createPortalServer, registerNotFound } from './platform/http/portal-server.ts';
import { createRoutes, type Routes } from './platform/http/route-from-contract.ts';
import { registerSecurityHeaders } from './platform/http/security-headers.ts';
import { readSessionToken, type SessionCookie, sessionCookie } from './platform/http/session-cookie.ts';
import type { SendSms } from './platform/outside/sms-sender.ts';
import { registerSelfCare } from './register-self-care.ts';
import { registerStaff } from './register-staff.ts';
import { createSupport, type Support } from './register-support.ts';
import type { TicketParts } from './support/tickets/ticket-dependencies.ts';

/** Everything concrete that the portal is made of; main.ts makes the real ones, tests their own. */
export type Parts = {
  readonly config: Config;
  /** The origin that customers use. */
  readonly publicUrl: URL;
  readonly sessionSecret: string;
  /** What the RADIUS server proves itself with; null lets nobody in. */
  readonly networkToken: string | null;
  readonly database: Database;
  /** Tells open pages, on whichever instance, what has happened. */
  readonly bus: LiveBus;
  readonly gateways: readonly Gateway[];
  /** Origins of payment pages that a customer may be sent to. */
  readonly checkoutOrigins: readonly string[];
  /** Null where there is no mail server: then mail stays in the outbox. */
  readonly sendEmail: SendMessage | null;
  /** Null where there is no SMS provider: then texts stay in the outbox. */
  readonly sendSms: SendSms | null;
  readonly push: PushParts;
  /** What notices, mails and texts say in other languages than English. */
  readonly noticeTexts: NoticeTexts;
  /** Null when only the API is wanted. */
  readonly site: Site | null;
  /** Mounts the stand-ins below /sandbox; null in production. */
  readonly mountSandbox: ((scope: FastifyInstance) => Promise<void>) | null;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly logger: FastifyBaseLogger;
};

/** What the features share. */
type Made = Changes & {
  readonly cookie: SessionCookie;
  readonly sessions: Sessions;
  readonly payments: PaymentParts;
  readonly autoPay: AutoPayParts;
  readonly refunds: RefundParts;
  readonly sms: SmsParts;
  readonly notifications: NotificationParts;
  readonly announcements: AnnouncementParts;
  readonly publishPlans: PublishPlans;
  readonly network: NetworkStatusDeps;
  readonly lines: NetworkParts;
  readonly jobs: ReturnType<typeof createJobs>;
  readonly tickets: TicketParts;
  readonly support: Support;
  readonly speedTests: SpeedTestScope;
  readonly webhookScope: FastifyInstance;
  readonly fileScope: FastifyInstance;
  readonly metricsRegistry: Registry;
  readonly clockGuard: ClockGuard;
  readonly openCounter: OpenCounter;
};

export type Portal = {
  readonly app: FastifyInstance;
  /** Starts what repeats; `app.close()` stops it. */
  readonly startJobs: () => void;
  /** Has each of them look soon, whenever it would have been next. */
  readonly wakeJobs: () => void;
};

const PASSWORD_PLACES = 100;
const OUTBOX_PAGE_SIZE = 100;

/** The API of all features, in written order. `webhookScope` takes bodies as bytes, for those who sign them. */
function registerFeatures(routes: Routes, parts: Parts, made: Made): void {
  const { config, database, clock, randomBytes, logger, sessionSecret: secret } = parts;
  const { cookie, sessions, payments, sms, publishPlans, jobs, webhookScope, notifications } = made;
  const tickets = { ...made.tickets, fileScope: made.fileScope };
  const passwords = createPasswords({ concurrent: CHECKS_AT_ONCE, places: PASSWORD_PLACES });
  registerAccount(routes, {
    ...{ database, clock, randomBytes, sessions, passwords, secret, cookie, recordReferral, saveLanguage },
    ...{ origin: parts.publicUrl.origin, announceChange: made.announceChange, queueEmail: notifications.queueEmail },
    ...{ openCounter: made.openCounter, limits: config.limits },
  });
  registerPlan(routes, { ...notifications, database, clock, randomBytes, salesEmail: brand.salesEmail, publishPlans });
  registerSubscription(routes, {
    ...{ database, clock, findActivePlan, voidInvoices, rules: config.renewals },
    announceChange: made.announceChange,
  });
  registerPayment(routes, { ...payments, findSubscription, webhookScope, wakeWebhookWorker: jobs.wakeWebhookWorker });
  registerInvoice(routes, {
    ...{ database, clock, listCreditWithin, recordAudit },
    onClose: (close) => void webhookScope.addHook('onClose', close),
  });
  registerDataBundle(routes, { database, clock, findRunningLine, addsVat: !config.pricesIncludeVat });
  notifications.registerRoutes(routes, webhookScope);
  registerPhoneVerification(routes, {
    ...sms.phoneCodes,
    ...{ database, randomBytes, secret, log: logger, setVerifiedPhone },
    limits: config.phoneCodeLimits,
    brandName: brand.name,
  });
  registerSelfCare(routes, { ...made, database, clock, tickets });
  registerStaff(routes, { ...parts, ...made, tickets });
  made.lines.registerRoutes(routes, webhookScope);
  made.support.registerRoutes(routes);
  registerSystem(routes, {
    clockGuard: made.clockGuard,
    metricsRegistry: made.metricsRegistry,
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

/** Makes what the features share; nothing runs yet. */
function makeShared(parts: Parts, metricsRegistry: Registry): Omit<Made, 'speedTests' | 'webhookScope' | 'fileScope'> {
  const { config, database, publicUrl } = parts;
  const cookie = sessionCookie(publicUrl);
  const sessions = createSessions({
    ...{ database, cookie, secret: parts.sessionSecret, randomBytes: parts.randomBytes },
    asksSecondFactor: !config.demoData,
  });
  const sms = createSmsParts(parts);
  const changes = createChanges(parts.bus);
  const notifications = createNotificationParts(parts, { ...changes, canText: sms.phoneCodes.canReachPhones });
  const { notify, queueEmail } = notifications;
  const shared = { ...parts, ...changes, notify, queueEmail, queueSms: sms.queueSms };
  const announcements = { database, clock: parts.clock, recordAudit, ...notifications };
  const { payments, autoPay } = createPaying(shared);
  const refunds = createRefundParts(payments, { config });
  const tickets = createTicketParts(shared);
  const support = createSupport(shared, { tickets, findViewer: sessions.findViewer, metricsRegistry });
  const lines = createNetworkParts(shared);
  const clockGuard = createClockGuard({ ...parts, isMoved: config.testClock, metricsRegistry });
  const jobs = createJobs(parts, {
    clockGuard,
    payments: createPaymentJobs(refunds),
    autoPay,
    refunds,
    sms,
    tickets,
    support,
    lines,
    notifications,
    announcements,
    metricsRegistry,
    renewals: createRenewalParts(payments, { config, notify, ...changes }),
  });
  const publishPlans = createPlanPublisher({
    ...{ database, clock: parts.clock, addsVat: payments.addsVat },
    onStale: (error) => parts.logger.warn({ err: error }, 'the plan catalogue could not be refreshed'),
    onChange: (listener) => changes.onChange('plans', listener),
  });
  const network = createNetworkReaders({
    ...{ database, clock: parts.clock },
    onStale: (error) => parts.logger.warn({ err: error }, 'the network status could not be refreshed'),
    onChange: (listener) => changes.onChange('network-status', listener),
  });
  return {
    ...{ cookie, sessions, payments, autoPay, refunds, sms, notifications, publishPlans, network, lines, jobs },
    ...{ tickets, support, announcements, metricsRegistry, clockGuard },
    openCounter: createCounters(shareCounts(parts.bus, parts.randomBytes(8).toString('hex'))),
    ...changes,
  };
}

/** Puts the portal together. Throws when the contract promises what no route serves. Nothing repeats or listens until the caller says so. */
export async function buildApp(parts: Parts): Promise<Portal> {
  const { config, publicUrl, site } = parts;
  const metricsRegistry = new Registry();
  collectDefaultMetrics({ register: metricsRegistry });
  const { trustedProxies } = config;
  const app = createPortalServer({ log: parts.logger, trustedProxies, metricsRegistry });
  registerSecurityHeaders(app, {
    https: publicUrl.protocol === 'https:',
    styleHashes: site?.styleHashes ?? [],
    connectOrigins: config.speedTestOrigin ? [new URL(config.speedTestOrigin).origin] : [],
  });
  const made = makeShared(parts, metricsRegistry);
  const speedTests = createSpeedTestScope({
    ...config.speedTest,
    speedTestOrigin: config.speedTestOrigin,
    findViewer: made.sessions.findViewer,
    ...{ randomBytes: parts.randomBytes, logger: parts.logger },
  });
  const { cookie, sessions, support, jobs } = made;
  const isStaffAddress = createStaffAddresses(config.staffAddresses);
  const limiters = createLimiters(config.limits, made.openCounter);
  app.register(async (webhookScope) => {
    acceptRawBody(webhookScope);
    registerPaymentReturn(webhookScope);
    webhookScope.register(async (fileScope) => {
      acceptFiles(fileScope);
      registerOriginCheck(fileScope, publicUrl.origin);
      fileScope.register(async (scope) => {
        acceptJsonOnly(scope);
        const routes = createRoutes({ app: scope, limiters, findViewer: sessions.findViewer, isStaffAddress });
        registerFeatures(routes, parts, { ...made, speedTests, webhookScope, fileScope });
        if (!site) return;
        registerPages(scope, {
          site,
          facts: {
            demo: config.demoData,
            speedTestOrigin: config.speedTestOrigin,
            vatExtra: !config.pricesIncludeVat,
          },
          ...{ publicUrl, log: parts.logger },
          hasSessionCookie: (request) => readSessionToken(request.headers.cookie, cookie) !== null,
          findViewer: sessions.findViewer,
          ...createPageParts({ ...parts, ...made }),
        });
      });
    });
  });
  support.registerSockets(app, { limiters, isStaffAddress });
  speedTests.register(app);
  if (!config.production) registerSandboxScope(app, parts);
  registerNotFound(app);
  // Asked to end while the last requests are answered, waited for afterwards.
  app.addHook('preClose', async () => void jobs.stop());
  app.addHook('onClose', async () => made.lines.stop());
  app.addHook('onClose', jobs.stop);
  await app.ready();
  return { app, startJobs: jobs.start, wakeJobs: jobs.wake };
}
