import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { AppDependencies } from '../app.ts';
import { seedChargeProducts } from '../billing/charges/seed-charge-products.ts';
import { seedDataBundles } from '../billing/data-bundles/seed-data-bundles.ts';
import { seedPlans } from '../catalogue/plans/seed-plans.ts';
import { connectPool, type Database, databaseOf } from '../platform/database/connection.ts';
import { PORTAL_ROLE } from '../platform/database/embedded/start-embedded-postgres.ts';
import { createTestDatabase, UNHURRIED } from '../platform/database/testing/test-database.ts';
import { buildTestApp } from './build-test-app.ts';
import { TestBrowser } from './test-browser.ts';

export { HIGH_LIMITS, TEST_NETWORK_TOKEN, TEST_SESSION_SECRET } from './build-test-app.ts';

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
  const owner = testDatabase.poolConfig;
  const { app, startJobs, wakeJobs, beginDrain } = await buildTestApp({ database, owner }, { ...overrides, publicUrl });
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
