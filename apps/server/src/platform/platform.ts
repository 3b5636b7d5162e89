import { brand } from '@portal/brand';
import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { type ClockGuard, createClockGuard } from './clock/create-clock-guard.ts';
import type { Config } from './config/config.ts';
import type { AcceptedSecrets } from './crypto/accepted-secrets.ts';
import type { Database } from './database/connection.ts';
import { keepWorkOfCallers } from './database/query-timing.ts';
import { createReports, primaryOnly, type Reports } from './database/replica/create-reports.ts';
import { createDomainEvents, type DomainEvents } from './events/domain-events.ts';
import type { LiveBus } from './events/live-bus.ts';
import { type Changes, createLiveUpdates } from './events/live-updates.ts';
import { shareCounts } from './events/share-counts.ts';
import { createDrain, type Drain } from './health/drain.ts';
import { type SessionCookie, sessionCookie } from './http/authorisation/session-cookie.ts';
import { createLimiters, type Limiters } from './http/limits/rate-limit.ts';
import { createCounters, type OpenCounter } from './http/limits/shared-counters.ts';
import { createStaffIpAllowlist, type IsStaffIp } from './http/limits/staff-ip-allowlist.ts';
import type { Site } from './http/pages/site.ts';
import { createJobRunner, type JobRunner } from './jobs/job-runner.ts';
import { createRunRecorder } from './jobs/record-job-runs.ts';
import { createJobRequests, type RequestJob } from './jobs/request-job.ts';
import { createMetricsRegistry } from './metrics/create-metrics-registry.ts';
import { registerDatabaseMetrics } from './metrics/database-metrics.ts';
import { createJobMetrics } from './metrics/job-metrics.ts';
import { createReplicaMetrics } from './metrics/replica-metrics.ts';
import type { SendEmail } from './outside/mail-sender.ts';
import type { SendPush } from './outside/push-sender.ts';
import type { SendSms } from './outside/sms-sender.ts';
import type { Release } from './release.ts';
import { createSecurityEvents, type SecurityEvents } from './security-events/create-security-events.ts';
import { createSettings, type Settings } from './settings/create-settings.ts';
import { initialSettings } from './settings/initial-settings.ts';
import type { Tracer } from './trace/trace.ts';

/**
 * The concrete dependencies of the platform; start-portal.ts creates the real ones, tests their
 * own.
 */
export type PlatformDependencies = {
  readonly config: Config;
  readonly release: Release;
  /** The origin that customers use. */
  readonly publicUrl: URL;
  readonly sessionSecrets: AcceptedSecrets;
  readonly encryptionKeys: AcceptedSecrets;
  /** Keys recovery codes and the fingerprints of cards, whichever secrets are configured. */
  readonly hashKey: string;
  /** The tokens of the RADIUS server that are accepted; with none all its calls are refused. */
  readonly networkTokens: readonly string[];
  readonly database: Database;
  /** How the owner of its tables connects, for partitions. */
  readonly owner: pg.ClientConfig;
  /** A streaming replica of it; null without one. */
  readonly replica: Database | null;
  /** Whether the disk of the embedded database is full: then nothing may be written. */
  readonly isDiskFull: () => boolean;
  /** Publishes live updates to open pages, on any instance. */
  readonly bus: LiveBus;
  /** Null where no mail server is configured: then mail stays in the outbox. */
  readonly sendEmail: SendEmail | null;
  /** Null where no SMS provider is configured: then texts stay in the outbox. */
  readonly sendSms: SendSms | null;
  /** Sends push notifications. `publicKey` in base64url. */
  readonly push: { readonly publicKey: string; readonly send: SendPush };
  /** Translations of notices, mails and texts: English to another language, by language. */
  readonly noticeTexts: Parameters<typeof initialSettings>[2];
  /** Null when only the API is needed. */
  readonly site: Site | null;
  /** Mounts the fake gateways below /sandbox; null in production. */
  readonly mountSandbox: ((scope: FastifyInstance) => Promise<void>) | null;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly logger: FastifyBaseLogger;
  /** Exports traces; null where no collector is configured. */
  readonly tracer: Tracer | null;
};

/** The foundation of all contexts. */
export type Platform = PlatformDependencies &
  Changes & {
    readonly events: DomainEvents;
    readonly jobs: JobRunner;
    readonly requestJob: RequestJob;
    /** Names this process; new at each start. */
    readonly instanceId: string;
    readonly metricsRegistry: Registry;
    readonly clockGuard: ClockGuard;
    readonly drain: Drain;
    readonly cookie: SessionCookie;
    readonly openCounter: OpenCounter;
    readonly limiters: Limiters;
    readonly isStaffIp: IsStaffIp;
    readonly reports: Reports;
    readonly securityEvents: SecurityEvents;
    readonly settings: Settings;
  };

export function createPlatform(dependencies: PlatformDependencies): Platform {
  const { config, bus, randomBytes, database, replica, clock, logger, tracer } = dependencies;
  const metricsRegistry = createMetricsRegistry(dependencies.release);
  registerDatabaseMetrics(metricsRegistry, database.$client);
  if (tracer !== null) keepWorkOfCallers(database.$client);
  const reports = replica
    ? createReports({ database, replica, clock, logger, onBehind: createReplicaMetrics(metricsRegistry) })
    : primaryOnly(database);
  const instanceId = randomBytes(8).toString('hex');
  const openCounter = createCounters(shareCounts(bus, instanceId));
  const clockGuard = createClockGuard({ ...dependencies, isMoved: config.testClock, metricsRegistry });
  const record = createRunRecorder({ database, instanceId, logger });
  const metrics = createJobMetrics(metricsRegistry, clock);
  const jobs = createJobRunner({ ...dependencies, clockGuard, metrics, record });
  return {
    ...dependencies,
    ...createLiveUpdates(bus),
    events: createDomainEvents(),
    jobs,
    requestJob: createJobRequests(bus, jobs),
    instanceId,
    metricsRegistry,
    clockGuard,
    drain: createDrain(),
    securityEvents: createSecurityEvents(dependencies),
    cookie: sessionCookie(dependencies.publicUrl),
    openCounter,
    limiters: createLimiters(config.limits, openCounter),
    isStaffIp: createStaffIpAllowlist(config.staffAddresses),
    reports,
    settings: createSettings({
      database,
      bus,
      logger,
      initial: initialSettings(brand, config, dependencies.noticeTexts),
    }),
  };
}
