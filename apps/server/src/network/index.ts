import {
  addonsEnded,
  dataBundleAdded,
  lineMoved,
  subscriptionExtended,
  subscriptionUpgraded,
} from '../billing/events.ts';
import { type Billing, sellerOf } from '../billing/index.ts';
import type { Identity } from '../identity/index.ts';
import { recordAudit } from '../identity/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Context } from '../platform/context.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import { handler, type Publish } from '../platform/events/domain-events.ts';
import { topic } from '../platform/events/live-bus.ts';
import type { Platform } from '../platform/platform.ts';
import { createLineLookup } from './access/create-line-lookup.ts';
import { moveLogin } from './access/move-login.ts';
import { registerNetworkAccess } from './access/network-access.routes.ts';
import { createRadiusTokenGuard } from './access/radius-token-guard.ts';
import { registerStaffLine } from './access/staff-line.routes.ts';
import { type SyncAccessDependencies, syncAccessOf } from './access/sync-access.ts';
import { accessServerSecrets } from './access-servers/access-server.repository.ts';
import { registerAccessServers } from './access-servers/access-server.routes.ts';
import { askAccessServer } from './access-servers/ask-access-server.ts';
import { createServerCounts } from './access-servers/count-server-minutes.ts';
import { createAccessServerLookup } from './access-servers/create-access-server-lookup.ts';
import { takeOverNasSecrets } from './access-servers/take-over-nas-secrets.ts';
import { registerAccounting } from './accounting/accounting.routes.ts';
import { createPacketStore } from './accounting/create-packet-store.ts';
import { registerAddressOwners } from './address-owners/address-owner.routes.ts';
import { readAddressPaper } from './address-owners/issue-address-paper.ts';
import { registerAddress } from './addresses/address.routes.ts';
import { moveAddresses, releaseAddresses } from './addresses/release-addresses.ts';
import { registerDataCredit } from './data-credits/data-credit.routes.ts';
import { continueDemoSessions } from './demo-data/demo-sessions.ts';
import { cachedReport } from './incidents/cached-report.ts';
import { createNetworkReaders } from './incidents/create-network-status.ts';
import { registerNetworkStatus } from './incidents/network-status.routes.ts';
import { registerStaffNetwork } from './incidents/staff-network.routes.ts';
import { applyLimits } from './limits/apply-limits.ts';
import { createNetworkSnapshot } from './line-status/create-network-snapshot.ts';
import { networkJobs } from './network.jobs.ts';
import { createAnswerCounter, createPacketCounter, networkMetrics } from './network.metrics.ts';
import { registerOutage } from './outage-credits/outage.routes.ts';
import { registerStaffOutage } from './outage-credits/staff-outage.routes.ts';
import { sendCoa } from './radius-actions/send-coa.ts';
import { registerSessions } from './sessions/session.routes.ts';
import { registerSimultaneousUse } from './simultaneous-use/simultaneous-use.routes.ts';
import { registerSpeedTestHistory } from './speed-tests/speed-test.routes.ts';
import { createSpeedTestScope } from './speed-tests/speed-test-scope.ts';
import { findUsedOf, reconsiderAlerts } from './usage/bought-data.ts';
import { createFreeHours } from './usage/create-free-hours.ts';
import { createUsageUpdates } from './usage/create-usage-updates.ts';
import { recordAllowance } from './usage/record-allowance.ts';
import { registerUsage } from './usage/usage.routes.ts';
import { registerVendorProfiles } from './vendor-profiles/vendor-profile.routes.ts';

export { accessServerSecrets, previousAccessServerSecrets } from './access-servers/access-server.repository.ts';
export { listCapacity } from './areas/area-capacity.repository.ts';
export { listBusyHours, recordAreaTraffic } from './areas/area-traffic.repository.ts';
export { findLineArea } from './areas/service-area.repository.ts';
export { seedSessions } from './demo-data/demo-sessions.ts';
export { seedAddresses } from './demo-data/seed-addresses.ts';
export { type FriendLine, seedAccessServers, seedFriendLine, seedLine } from './demo-data/seed-network.ts';
export { seedPastUsage, seedPresentUsage } from './demo-data/seed-usage.ts';
export { readMac, readSerial } from './equipment/equipment.policy.ts';
export { findLineEquipment } from './equipment/equipment.repository.ts';
export type { NetworkSnapshot } from './line-status/create-network-snapshot.ts';
export { listSpeedTestsForStaff } from './speed-tests/list-speed-tests.ts';
export { findUsedOf } from './usage/bought-data.ts';
export { findUsage } from './usage/find-usage.ts';

/** As access servers do, before two were due. */
const DEMO_SESSIONS_INTERVAL_MS = 5 * 60_000;

/** Access servers or vendor profiles have changed. */
const accessServersChanged = topic<object>('access-servers');

/** How the network handles billing's events. */
export function networkHandlers(publish: Publish) {
  const settle: SyncAccessDependencies = { recordAllowance, publish };
  return [
    handler(subscriptionExtended, 'open the line', (tx, order) => syncAccessOf(settle, tx, order)),
    handler(subscriptionUpgraded, 'change the speed of the line', (tx, order) => syncAccessOf(settle, tx, order)),
    handler(lineMoved, 'move the login to the line of its new owner', moveLogin),
    handler(lineMoved, 'move its fixed addresses', moveAddresses),
    handler(dataBundleAdded, 'warn again of shares that are not reached any more', reconsiderAlerts),
    handler(dataBundleAdded, 'lift what is in force at the limit', (tx, { lineId, now }) =>
      applyLimits(settle, tx, { lineIds: [lineId], now }),
    ),
  ];
}

export type Network = ReturnType<typeof createNetwork>;

/**
 * Connects billing with the network: accounting counts usage, authorisation follows the
 * subscription, access servers get changes; incidents and speed tests.
 */
export function createNetwork(
  platform: Platform,
  {
    identity,
    messaging,
    billing,
  }: { readonly identity: Identity; readonly messaging: Messaging; readonly billing: Billing },
) {
  const { config, database, clock, logger: log, randomBytes, publishLiveUpdate, metricsRegistry } = platform;
  const { publish } = platform.events;
  const { queueEmail, queueSms, wantsServiceUpdates } = messaging;
  billing.dataBundleUsage.connect(findUsedOf);
  billing.addressPapers.connect(readAddressPaper);
  const guard = createRadiusTokenGuard({ tokens: platform.networkTokens, log });
  const lookup = createLineLookup({ database, clock, log });
  const settle: SyncAccessDependencies = { recordAllowance, publish };
  const freeHours = createFreeHours(database);
  platform.onChange(
    'plans',
    () =>
      void freeHours
        .refresh()
        .catch((error: unknown) => log.warn({ err: error }, 'the free hours of the plans could not be read')),
  );
  const updates = createUsageUpdates((accountId) => publishLiveUpdate(accountId, 'usage'));
  const storePacket = createPacketStore({
    database,
    count: createPacketCounter(metricsRegistry),
    alerts: { origin: platform.publicUrl.origin, queueEmail, queueSms, wantsServiceUpdates },
    freeHoursOf: freeHours.freeHoursOf,
    applyLimits: (tx, order) => applyLimits(settle, tx, order),
    onRecorded: updates.note,
    onRefused: (error) => log.error({ err: error }, 'an accounting packet could not be stored and was set aside'),
  });
  const status = createNetworkReaders({
    database,
    clock,
    onStale: (error) => log.warn({ err: error }, 'the network status could not be refreshed'),
    onChange: (listener) => platform.onChange('network-status', listener),
  });
  const speedTests = createSpeedTestScope({
    ...config.speedTest,
    speedTestOrigin: config.speedTestOrigin,
    findViewer: identity.sessions.findViewer,
    randomBytes,
    logger: log,
  });
  const { uploadPercent, nasSecrets, previousNasSecrets } = config;
  const encryption = createEncryption({
    keys: platform.encryptionKeys,
    purpose: accessServerSecrets.purpose,
    randomBytes,
  });
  const accessServers = createAccessServerLookup({
    database,
    encryption,
    log,
    prepare: () => takeOverNasSecrets({ database, clock, encryption, log, nasSecrets, previousNasSecrets }),
  });
  platform.bus.subscribe(accessServersChanged, accessServers.forget);
  const counts = createServerCounts(accessServers);
  const countAnswer = createAnswerCounter(metricsRegistry, {
    counts,
    nameOf: (nas) => accessServers.entryOf(nas).name,
  });
  const actions = { database, clock, randomBytes, ask: sendCoa, uploadPercent, accessServers, countAnswer };
  const desk = {
    database,
    clock,
    encryption,
    recordAudit,
    announce: () => platform.bus.publish([accessServersChanged], {}),
  };
  const { addons } = billing;
  const quarantineDays = () => platform.settings.get('addresses').quarantineDays;
  const addresses = { database, clock, addons, notify: messaging.notify, quarantineDays, recordAudit };
  const outages = { database, clock, notify: messaging.notify, publish, publishLiveUpdate };
  return {
    /** What is known of incidents now, at most 3 s old and from memory, for answers inside a transaction. */
    takeSnapshot: async () => createNetworkSnapshot((await status.readNotices()).notices, clock()),
    routes: (routes, { raw: rawScope }) => {
      registerAccounting(routes, { clock, guard, storePacket, countPacket: counts.packet, rawScope });
      registerNetworkAccess(routes, { database, clock, log, lookup, guard, rawScope, uploadPercent, accessServers });
      registerAccessServers(routes, { ...desk, lookup: accessServers, guard, ask: askAccessServer });
      registerVendorProfiles(routes, { ...desk, uploadPercent });
      registerStaffLine(routes, { ...settle, database, reports: platform.reports, clock, recordAudit });
      registerSessions(routes, { database, clock, publish, recordAudit });
      registerSimultaneousUse(routes, { database, clock, recordAudit });
      registerAddressOwners(routes, {
        database,
        clock,
        randomBytes,
        recordAudit,
        seller: () => sellerOf(platform.settings),
        printLetter: billing.printLetter,
        checkAt: billing.checkProofAt,
      });
      registerAddress(routes, { ...addresses, reports: platform.reports, publishLiveUpdate });
      registerUsage(routes, { database, clock });
      registerDataCredit(routes, {
        database,
        clock,
        publish,
        recordAudit,
        notify: messaging.notify,
        publishLiveUpdate,
      });
      registerSpeedTestHistory(routes, { database, clock, testServer: speedTests });
      registerNetworkStatus(routes, status);
      registerStaffNetwork(routes, { database, clock, recordAudit, publish, publishLiveUpdate });
      registerOutage(routes, { database });
      registerStaffOutage(routes, { database, clock, recordAudit });
    },
    mount: (app) => speedTests.register(app),
    jobs: [
      ...networkJobs({
        database,
        clock,
        actions,
        refreshLookup: lookup.refresh,
        refreshFreeHours: freeHours.refresh,
        settle,
        outages,
        accessServers,
        counts,
      }),
      ...(config.demoData
        ? [
            {
              name: 'demo sessions',
              intervalMs: DEMO_SESSIONS_INTERVAL_MS,
              atStart: true as const,
              work: () => continueDemoSessions({ database, clock, storePacket, countPacket: counts.packet }),
            },
          ]
        : []),
      ...networkMetrics(metricsRegistry, platform),
    ],
    handlers: [
      ...networkHandlers(publish),
      handler(addonsEnded, 'release their addresses', (tx, ended) => releaseAddresses(addresses, tx, ended)),
    ],
    pages: { '/status': cachedReport(status.readReport) },
    close: async () => {
      updates.stop();
      await counts
        .write(database)
        .catch((error: unknown) => log.warn({ err: error }, 'counts of access servers are lost'));
    },
  } satisfies Context & Record<string, unknown>;
}
