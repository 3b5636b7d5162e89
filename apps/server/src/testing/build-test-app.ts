import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import pino from 'pino';
import { type AppDependencies, buildApp, type Portal } from '../app.ts';
import { readConfig } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connection.ts';
import { createLiveBus } from '../platform/events/live-bus.ts';

/** The token of the RADIUS server of tests. */
export const TEST_NETWORK_TOKEN = 'the network token of tests';

/** The secret of this test installation. */
export const TEST_SESSION_SECRET = 'a secret that only tests know, 32 characters and more';

/** Limits that no test reaches by accident; tests about limits set their own. */
export const HIGH_LIMITS = {
  readsPerMinute: 1_000_000,
  writesPerMinute: 1_000_000,
  signInsPerMinute: 1_000_000,
  registrationsPerHour: 1_000_000,
  salesRequestsPerHour: 1_000_000,
  quickPayPerMinute: 1_000_000,
  quickPayPerHour: 1_000_000,
  signedInReadsPerMinute: 1_000_000,
  signedInWritesPerMinute: 1_000_000,
  accountReadsPerMinute: 1_000_000,
  accountWritesPerMinute: 1_000_000,
  apiKeyCallsPerMinute: 1_000_000,
  registrationsPerDevicePerHour: 1_000_000,
  failedSignInsPerMinute: 1_000_000,
  concurrentRequests: 1_000_000,
};

const PUBLIC_URL = new URL('http://portal.test');

/**
 * The real application on a migrated database, without pages, mail server and gateways unless `overrides`
 * gives them. Also for a program of a test's own.
 */
export async function buildTestApp(
  { database, owner }: { readonly database: Database; readonly owner: pg.ClientConfig },
  overrides: Partial<AppDependencies>,
): Promise<Portal> {
  return buildApp({
    config: { ...readConfig({}), limits: HIGH_LIMITS, trustedProxies: ['127.0.0.1'] },
    release: { version: '1.2.3', commit: '0f3c', builtAt: null },
    publicUrl: PUBLIC_URL,
    networkTokens: [TEST_NETWORK_TOKEN],
    sessionSecrets: [TEST_SESSION_SECRET],
    encryptionKeys: [TEST_SESSION_SECRET],
    hashKey: TEST_SESSION_SECRET,
    database,
    owner,
    replica: null,
    bus: createLiveBus({ relay: null, onError: () => {} }),
    gateways: [],
    checkoutOrigins: [],
    isDiskFull: () => false,
    sendEmail: null,
    sendSms: null,
    push: { publicKey: 'B'.padEnd(87, 'A'), send: async () => ({ kind: 'taken' }) },
    noticeTexts: {},
    site: null,
    mountSandbox: null,
    clock: () => new Date(),
    randomBytes,
    logger: pino({ level: 'silent' }),
    tracer: null,
    ...overrides,
  });
}
