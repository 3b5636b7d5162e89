import { listSpeedTests as listEntry, saveSpeedTest as saveEntry } from '@portal/contract/network/speed-tests';
import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../platform/database/connection.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { listSpeedTests } from './list-speed-tests.ts';
import { saveSpeedTest, type TestServerFacts } from './save-speed-test.ts';

/** The caller's speed tests: list and save. */
export function registerSpeedTestHistory(
  routes: Routes,
  deps: { readonly database: Database; readonly clock: Clock; readonly testServer: TestServerFacts },
): void {
  routes.serve(listEntry, async ({ line: { lineId }, query }) => listSpeedTests(deps.database, { lineId, ...query }));

  routes.serve(saveEntry, async ({ line, body }) => {
    const { downloadSpeed, uploadSpeed, ping, how = null, session = null, trace = null } = body;
    const figures = { downloadSpeed, uploadSpeed, ping, how, session, trace };
    const result = await saveSpeedTest(deps, { lineId: line.lineId, ...figures });
    return { success: true as const, message: 'Your results have been saved to your account.', result };
  });
}
