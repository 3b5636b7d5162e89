import { join } from 'node:path';
import { paymentDecided } from '../billing/events.ts';
import type { Billing } from '../billing/index.ts';
import { findCredit, findSubscription, listLines, listPayments, sellerOf } from '../billing/index.ts';
import type { Channels } from '../channels/index.ts';
import { createPasswords, type Identity, recordAudit, setAccountDisabled } from '../identity/index.ts';
import type { Messaging } from '../messaging/index.ts';
import { findLineArea, findLineEquipment, findUsage, listSpeedTestsForStaff } from '../network/index.ts';
import type { Context } from '../platform/context.ts';
import { handler } from '../platform/events/domain-events.ts';
import { createFileStore } from '../platform/files/create-file-store.ts';
import { createLimit } from '../platform/http/limits/rate-limit.ts';
import { HOUR_MS } from '../platform/http/limits/shared-counters.ts';
import { metricsJob } from '../platform/metrics/metrics-job.ts';
import type { Platform } from '../platform/platform.ts';
import { createVatRules } from '../platform/settings/vat-rules.ts';
import { listTickets, type Support } from '../support/index.ts';
import { registerAccountMerge } from './account-merges/account-merge.routes.ts';
import { createAccountMerges } from './account-merges/create-account-merges.ts';
import { registerAnnouncement } from './announcements/announcement.routes.ts';
import { deliverAnnouncements } from './announcements/deliver-announcements.ts';
import { registerArchives } from './archive/archive.routes.ts';
import { createArchiveRunner } from './archive/create-archive-runner.ts';
import { registerAudit } from './audit/audit.routes.ts';
import { registerBulkActions } from './bulk-actions/bulk-action.routes.ts';
import { runBulkActions } from './bulk-actions/run-bulk-actions.ts';
import { registerCallBack } from './call-backs/call-back.routes.ts';
import { endCallsOfPayer } from './call-backs/change-call-backs.ts';
import { createRequestCallBack } from './call-backs/request-call-back.ts';
import { registerCollection } from './collections/collection.routes.ts';
import { registerStaffCustomer } from './customers/staff-customer.routes.ts';
import { registerExports } from './exports/export.routes.ts';
import { createImportRunner } from './imports/create-import-runner.ts';
import { registerImports } from './imports/import.routes.ts';
import { registerNotes } from './notes/note.routes.ts';
import { registerOperations } from './operations/operations.routes.ts';
import type { Channel } from './operations/queue-age.repository.ts';
import { createQueueWatch } from './operations/watch-queues.ts';
import { computeFigures } from './overview/compute-figures.ts';
import { registerOverview } from './overview/overview.routes.ts';
import { registerSavedFilters } from './saved-filters/saved-filter.routes.ts';
import { registerSearch } from './search/search.routes.ts';
import { remindOfDuties } from './security-incidents/remind-of-duties.ts';
import { registerSecurityIncidents } from './security-incidents/security-incident.routes.ts';
import { registerSettings } from './settings/setting.routes.ts';
import { pagesWithTexts } from './settings/site-text.ts';
import { createWebhooks } from './webhook-endpoints/create-webhooks.ts';
import { registerWebhookEndpoints } from './webhook-endpoints/webhook-endpoint.routes.ts';

export { previousWebhookSecrets, webhookSecrets } from './webhook-endpoints/webhook-endpoint.repository.ts';

const ANNOUNCEMENT_INTERVAL_MS = 3000;
const BULK_INTERVAL_MS = 3000;
const BULK_JOB = 'bulk actions';
const ARCHIVE_INTERVAL_MS = 10 * 60_000;
const NOTICE_TESTS = { name: 'notice-tests', max: 20, windowMs: HOUR_MS };
const MERGE_INTERVAL_MS = 60_000;
const DUTY_INTERVAL_MS = 60_000;
const OVERVIEW_INTERVAL_MS = 5 * 60_000;

/**
 * What staff see across contexts: customers, announcements, the audit log, operations; and webhooks
 * to the operator's other programs.
 */
export function createConsole(
  platform: Platform,
  {
    identity: { recordCustomerView, correctCustomer, identityApprovals },
    messaging,
    billing,
    support,
    channels: { callBacks },
  }: {
    readonly identity: Identity;
    readonly messaging: Messaging;
    readonly billing: Billing;
    readonly support: Support;
    readonly channels: Channels;
  },
) {
  callBacks.connect(createRequestCallBack({ recordAudit }));
  const { database, clock, publishLiveUpdate, reports } = platform;
  const announcements = { database, clock, recordAudit, ...messaging };
  const { giveCredit, needsApproval } = billing;
  const bulk = { ...announcements, logger: platform.logger, giveCredit, needsApproval, publishLiveUpdate };
  const { queueEmail } = messaging;
  const incidents = { database, clock, recordAudit, queueEmail, origin: platform.publicUrl.origin };
  const webhooks = createWebhooks(platform, messaging);
  const mergeDeps = {
    database,
    clock,
    randomBytes: platform.randomBytes,
    secrets: platform.sessionSecrets,
    origin: platform.publicUrl.origin,
    settings: platform.settings,
    recordAudit,
    notify: messaging.notify,
    queueEmail,
    approvals: identityApprovals,
    publish: platform.events.publish,
    publishLiveUpdate,
  };
  const merges = createAccountMerges(mergeDeps, identityApprovals);
  const channels: Channel[] = ['push'];
  if (platform.sendEmail) channels.push('email');
  if (platform.sendSms) channels.push('sms');
  const { hash: hashPassword } = createPasswords({ concurrent: 1, places: 1 });
  const seller = () => sellerOf(platform.settings);
  const { vatRate } = createVatRules(platform);
  const { hashVoucherCode } = billing;
  const imports = {
    database,
    clock,
    randomBytes: platform.randomBytes,
    hashPassword,
    recordAudit,
    seller,
    vatRate,
    hashVoucherCode,
  };
  const folder = join(platform.config.dataDir, 'imports');
  const runner = createImportRunner({ ...imports, folder, logger: platform.logger });
  const archives = createArchiveRunner({
    database,
    clock,
    recordAudit,
    logger: platform.logger,
    release: platform.release.version,
    files: createFileStore(join(platform.config.dataDir, 'uploads')),
    folder: join(platform.config.dataDir, 'archives'),
  });
  return {
    routes: (routes, { files }) => {
      registerArchives(routes, archives);
      registerWebhookEndpoints(routes, webhooks.dependencies);
      registerAudit(routes, { reports });
      registerAccountMerge(routes, mergeDeps);
      registerAnnouncement(routes, announcements);
      registerImports(routes, { ...imports, runner, reports, fileScope: files });
      registerExports(routes, { database, reports, recordAudit });
      registerCollection(routes, {
        database,
        clock,
        recordAudit,
        recordCustomerView,
        publishLiveUpdate,
        findLanguage: messaging.findLanguage,
        promiseWithin: billing.promiseWithin,
        promiseDaysOf: billing.promiseDaysOf,
        openTicket: support.openTicket,
        publishTicketOpened: support.publishTicketOpened,
      });
      registerCallBack(routes, { database, clock, recordAudit, publishLiveUpdate });
      registerNotes(routes, { database, reports, clock, recordAudit, recordCustomerView });
      const { hasEInvoicing, hasAccountNumbers } = billing;
      registerOverview(routes, { database, reports, clock, recordAudit, hasEInvoicing, hasAccountNumbers });
      registerSavedFilters(routes, { database, clock, recordAudit });
      registerBulkActions(routes, { ...bulk, reports, wake: () => platform.jobs.wake(BULK_JOB) });
      registerSearch(routes, { reports });
      registerSecurityIncidents(routes, { ...incidents, legalName: () => platform.settings.get('company').legalName });
      registerSettings(routes, {
        database,
        clock,
        settings: platform.settings,
        recordAudit,
        sendNoticeTest: messaging.sendNoticeTest,
        countTest: createLimit(platform.openCounter, NOTICE_TESTS),
      });
      registerOperations(routes, {
        ...platform,
        channels,
        recordAudit,
        wakeChannel: messaging.wakeChannel,
        wakeWebhookWorkers: billing.wakeWebhookWorkers,
      });
      registerStaffCustomer(routes, {
        database,
        reports,
        clock,
        recordAudit,
        recordCustomerView,
        publish: platform.events.publish,
        publishLiveUpdate,
        setAccountDisabled,
        correctCustomer,
        findLanguage: messaging.findLanguage,
        listLines,
        findSubscription,
        findUsage,
        findCredit,
        findLineArea,
        findLineEquipment,
        listPayments,
        listTickets,
        listSpeedTests: listSpeedTestsForStaff,
        readAutoPay: billing.readAutoPay,
        listAwaitedMandates: billing.listAwaitedMandates,
        findReferral: billing.findReferral,
      });
    },
    jobs: [
      {
        name: 'announcements',
        intervalMs: ANNOUNCEMENT_INTERVAL_MS,
        work: (signal) => deliverAnnouncements(announcements, signal),
      },
      { name: 'account merges', intervalMs: MERGE_INTERVAL_MS, work: () => merges.expire() },
      { name: BULK_JOB, intervalMs: BULK_INTERVAL_MS, work: (signal) => runBulkActions(bulk, signal) },
      {
        name: 'overview',
        intervalMs: OVERVIEW_INTERVAL_MS,
        atStart: true,
        work: (signal) => computeFigures({ database, clock }, signal),
      },
      { name: 'duties of security incidents', intervalMs: DUTY_INTERVAL_MS, work: () => remindOfDuties(incidents) },
      { name: 'archives', intervalMs: ARCHIVE_INTERVAL_MS, work: archives.removeExpired },
      ...webhooks.jobs,
      metricsJob('queue', createQueueWatch({ ...platform, channels })),
    ],
    pages: pagesWithTexts(platform.settings),
    handlers: [
      ...webhooks.handlers,
      ...merges.handlers,
      handler(paymentDecided, 'call nobody about what is paid', async (tx, { paymentId, outcome }) => {
        if (outcome === 'successful') await endCallsOfPayer(tx, paymentId, clock());
      }),
    ],
    close: async () => {
      await archives.close();
      await runner.close();
      await webhooks.close();
    },
  } satisfies Context & Record<string, unknown>;
}
