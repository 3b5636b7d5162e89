import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { seedChargeProducts } from '../../../billing/charges/seed-charge-products.ts';
import { seedDataBundles } from '../../../billing/data-bundles/seed-data-bundles.ts';
import { seedPlans } from '../../../catalogue/plans/seed-plans.ts';
import { seedDemoData } from '../../../console/demo-data/seed-demo-data.ts';
import { TEST_SESSION_SECRET } from '../../../testing/test-portal.ts';
import { connectPool, databaseOf } from '../connection.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { migrateDatabase } from './migrate.ts';

vi.setConfig({ testTimeout: 60_000 });

const NOW = new Date('2026-07-04T09:00:00Z');

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const open = () => connectPool(testDatabase.poolConfig, () => {});

/** Like start-portal.ts. */
async function startInstance(): Promise<void> {
  await migrateDatabase(testDatabase.poolConfig);
  const pool = open();
  const database = databaseOf(pool);
  await seedPlans(database);
  await seedDataBundles(database);
  await seedChargeProducts(database);
  await seedDemoData(database, { clock: () => NOW, randomBytes, encryptionKeys: [TEST_SESSION_SECRET] });
  await pool.end();
}

it('three instances that start together on an empty database all start, with one catalogue and one demo customer', async () => {
  const pool = open();
  await pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public');
  await Promise.all([startInstance(), startInstance(), startInstance()]);
  const { rows } = await pool.query(
    `select (select count(*) from service_plans)::int > 0 as offers, (select count(*) - count(distinct position) from service_plans)::int as twice,
            (select count(*) - count(distinct position) from data_bundles)::int as bundles_twice,
            (select count(*) from users where email = 'customer@example.com')::int as customers`,
  );
  expect(rows).toEqual([{ offers: true, twice: 0, bundles_twice: 0, customers: 1 }]);
  await pool.end();
});
