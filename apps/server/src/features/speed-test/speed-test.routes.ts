import { listSpeedTests as listEntry, saveSpeedTest as saveEntry } from '@portal/contract/speed-test';
import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../database/connection.ts';
import type { Routes } from '../../http/route-from-contract.ts';
import { listSpeedTests } from './list-speed-tests.ts';
import { saveSpeedTest } from './save-speed-test.ts';

/** The caller's measured speeds: read them, keep another. */
export function registerSpeedTestHistory(
  routes: Routes,
  deps: { readonly database: Database; readonly clock: Clock },
): void {
  routes.serve(listEntry, async ({ viewer, query }) =>
    listSpeedTests(deps.database, { userId: viewer.user.id, ...query }),
  );

  routes.serve(saveEntry, async ({ viewer, body }) => {
    const { downloadSpeed, uploadSpeed, ping } = body;
    const result = await saveSpeedTest(deps, { userId: viewer.user.id, downloadSpeed, uploadSpeed, ping });
    return { success: true as const, message: 'Your results have been saved to your account.', result };
  });
}
