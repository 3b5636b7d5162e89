import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import pino from 'pino';
import { type AppDependencies, buildApp } from '../app.ts';
import { seedChargeProducts } from '../billing/charges/seed-charge-products.ts';
import { seedDataBundles } from '../billing/data-bundles/seed-data-bundles.ts';
import { seedPlans } from '../catalogue/plans/seed-plans.ts';
import { readConfig } from '../platform/config/config.ts';
import { connectPool, type Database, databaseOf } from '../platform/database/connection.ts';
import { PORTAL_ROLE } from '../platform/database/embedded/start-embedded-postgres.ts';
import { createTestDatabase, UNHURRIED } from '../platform/database/testing/test-database.ts';
import { createLiveBus } from '../platform/events/live-bus.ts';
import { TestBrowser } from './test-browser.ts';

export type TestPortal = {
  readonly app: FastifyInstance;
  readonly pool: pg.Pool;
  readonly database: Database;
  /** How the portal itself connects, for a pool like its own. */
  readonly poolConfig: pg.PoolConfig;
  /** Starts the jobs. */
  readonly startJobs: () => void;
  /** Has the named jobs run soon, or each where none is named. */
  readonly wakeJobs: (...names: readonly string[]) => void;
  /** As at SIGTERM. */
  readonly beginDrain: () => void;
  /** A new browser without cookies, at the given address. */
  readonly browser: (address?: string) => TestBrowser;
  readonly close: () => Promise<void>;
};

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
  signedInReadsPerMinute: 1_000_000,
  signedInWritesPerMinute: 1_000_000,
  accountReadsPerMinute: 1_000_000,
  accountWritesPerMinute: 1_000_000,
  apiKeyCallsPerMinute: 1_000_000,
  registrationsPerDevicePerHour: 1_000_000,
  failedSignInsPerMinute: 1_000_000,
  concurrentRequests: 1_000_000,
};

/**
 * The real application on a database of its own with the real catalogue, without pages, mail server
 * and gateways unless `overrides` gives them.
 */
export async function startTestPortal(overrides: Partial<AppDependencies> = {}): Promise<TestPortal> {
  const testDatabase = await createTestDatabase();
  const poolConfig = { ...testDatabase.poolConfig, user: PORTAL_ROLE };
  const database = databaseOf(connectPool(poolConfig, () => {}));
  // For what tests store and look up themselves: as the owner of the tables.
  const pool = connectPool({ ...testDatabase.poolConfig, ...UNHURRIED }, () => {});
  await seedPlans(database);
  await seedDataBundles(database);
  await seedChargeProducts(database);
  const publicUrl = overrides.publicUrl ?? new URL('http://portal.test');
  const { app, startJobs, wakeJobs, beginDrain } = await buildApp({
    config: { ...readConfig({}), limits: HIGH_LIMITS, trustedProxies: ['127.0.0.1'] },
    release: { version: '1.2.3', commit: '0f3c', builtAt: null },
    publicUrl,
    networkTokens: [TEST_NETWORK_TOKEN],
    sessionSecrets: [TEST_SESSION_SECRET],
    encryptionKeys: [TEST_SESSION_SECRET],
    hashKey: TEST_SESSION_SECRET,
    database,
    owner: testDatabase.poolConfig,
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
  return {
    app,
    startJobs,
    wakeJobs,
    beginDrain,
    pool,
    database,
    poolConfig,
    browser: (address) => new TestBrowser(app, publicUrl.origin, address),
    close: async () => {
      await app.close();
      await database.$client.end();
      await pool.end();
      await testDatabase.drop();
    },
  };
}
