import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { recordAudit } from './identity/audit/record-audit.ts';
import type { QueueEmail } from './messaging/email/queue-email.ts';
import { findChoices } from './messaging/preferences/notification.repository.ts';
import type { QueueSms } from './messaging/sms/queue-sms.ts';
import { createLineLookup } from './network/access/create-line-lookup.ts';
import { registerNetworkAccess } from './network/access/network-access.routes.ts';
import { tellReturning } from './network/access/notify-restored-service.ts';
import { workOffActions } from './network/access/process-radius-actions.ts';
import { createNetworkDoor } from './network/access/radius-token-guard.ts';
import { compareNetwork } from './network/access/reconcile-access.ts';
import { askAccessServer } from './network/access/send-coa.ts';
import { registerStaffLine } from './network/access/staff-line.routes.ts';
import { type SettleParts, settleLines } from './network/access/sync-access.ts';
import { registerAccounting } from './network/accounting/accounting.routes.ts';
import { closeSilentSessions } from './network/accounting/close-stale-sessions.ts';
import { createPacketStore } from './network/accounting/create-packet-store.ts';
import { pruneUnusablePackets } from './network/accounting/rejected-packets.ts';
import { createUsageNews } from './network/usage/create-usage-updates.ts';
import { noteAllowance } from './network/usage/record-allowance.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/database/connection.ts';
import type { AnnounceChange } from './platform/events/live-updates.ts';
import type { Routes } from './platform/http/route-from-contract.ts';
import type { PeriodicJob } from './platform/jobs/periodic-job.ts';

const ACTIONS_INTERVAL_MS = 2000;
const LINES_INTERVAL_MS = 10_000;
const COPY_INTERVAL_MS = 60_000;
const SILENCE_INTERVAL_MS = 60_000;
const COMPARISON_INTERVAL_MS = 600_000;
const PRUNE_INTERVAL_MS = 3_600_000;

/** Work that repeats, under its name. */
export type Repeat = (
  name: string,
  intervalMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
) => Pick<PeriodicJob, 'wake'>;

export type NetworkParts = {
  readonly settle: SettleParts;
  /** The calls of the RADIUS server, whose bodies `rawScope` keeps as they came, and those of staff about lines. */
  readonly registerRoutes: (routes: Routes, rawScope: FastifyInstance) => void;
  readonly repeat: (repeat: Repeat) => void;
  readonly stop: () => void;
};

/** Where the network and the books meet: accounting counts usage, authorisation follows the subscription, access servers hear of changes. */
export function createNetworkParts(parts: {
  readonly config: Pick<Config, 'nasSecrets' | 'uploadPercent'>;
  readonly networkToken: string | null;
  readonly publicUrl: URL;
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly logger: FastifyBaseLogger;
  readonly announceChange: AnnounceChange;
  readonly queueEmail: QueueEmail;
  readonly queueSms: QueueSms;
}): NetworkParts {
  const { database, clock, logger: log, config, randomBytes, queueEmail, queueSms } = parts;
  const door = createNetworkDoor({ token: parts.networkToken, log });
  const lookup = createLineLookup({ database, log });
  const news = createUsageNews((userId) => parts.announceChange(userId, 'usage'));
  const settle: SettleParts = { noteAllowance };
  const storePacket = createPacketStore({
    database,
    alerts: {
      ...{ origin: parts.publicUrl.origin, queueEmail, queueSms },
      wantsServiceUpdates: async (tx, userId) => (await findChoices(tx, userId)).serviceUpdates,
    },
    tellReturning,
    onRecorded: news.note,
    onRefused: (error) => log.error({ err: error }, 'an accounting packet could not be stored and was set aside'),
  });
  const actions = { database, clock, randomBytes, ask: askAccessServer };
  return {
    settle,
    registerRoutes: (routes, rawScope) => {
      registerAccounting(routes, { clock, door, storePacket, rawScope });
      registerNetworkAccess(routes, {
        ...{ database, clock, log, lookup, door, rawScope },
        uploadPercent: config.uploadPercent,
      });
      registerStaffLine(routes, { ...settle, database, clock, recordAudit });
    },
    repeat: (repeat) => {
      const { uploadPercent, nasSecrets: accessServers } = config;
      repeat('network actions', ACTIONS_INTERVAL_MS, (signal) =>
        workOffActions({ ...actions, uploadPercent, accessServers }, signal),
      );
      repeat('lines', LINES_INTERVAL_MS, () => settleLines({ ...settle, database }, clock()));
      repeat('copy of lines', COPY_INTERVAL_MS, lookup.refresh).wake();
      repeat('silent sessions', SILENCE_INTERVAL_MS, () => closeSilentSessions(database, clock()));
      repeat('network comparison', COMPARISON_INTERVAL_MS, () => compareNetwork({ database, clock }));
      repeat('pruning of packets', PRUNE_INTERVAL_MS, () => pruneUnusablePackets(database, clock()));
    },
    stop: news.stop,
  };
}
