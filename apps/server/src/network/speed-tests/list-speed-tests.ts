import type { SpeedTest, TracedSpeedTest } from '@portal/contract/network/speed-tests';
import type { Database } from '../../platform/database/connection.ts';
import { presentSpeedTest } from './present-speed-test.ts';
import { listOwnSpeedTests, listTracedSpeedTests } from './speed-test.repository.ts';

const PAGE_SIZE = 20;

/**
 * One customer's speed tests, newest first: 20 unless `limit` says otherwise, older than the result
 * `before` when it is given. Another customer's `before` finds nothing.
 */
export async function listSpeedTests(
  database: Database,
  page: { readonly lineId: number; readonly limit?: number | undefined; readonly before?: string | undefined },
): Promise<SpeedTest[]> {
  const { lineId, limit = PAGE_SIZE, before = null } = page;
  return (await listOwnSpeedTests(database, { lineId, limit, before })).map(presentSpeedTest);
}

/** The customer's newest speed tests as staff see them, with their raw data. */
export async function listSpeedTestsForStaff(
  database: Database,
  latest: { readonly lineId: number; readonly limit: number },
): Promise<TracedSpeedTest[]> {
  const rows = await listTracedSpeedTests(database, latest);
  return rows.map((row) => ({ ...presentSpeedTest(row), trace: row.trace }));
}
