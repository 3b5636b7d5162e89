import type { SpeedTest } from '@portal/contract/speed-test';
import { startOfLagosDay } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../database/connection.ts';
import { lockCustomer } from '../../database/lock-customer.ts';
import { Refusal } from '../../http/refusal.ts';
import { presentSpeedTest } from './present-speed-test.ts';
import { secondsUntilFree } from './speed-test.policy.ts';
import { countKeptTests, insertSpeedTest } from './speed-test.repository.ts';

/** Mbps and milliseconds, checked by the contract: finite, in range, two decimals. */
export type MeasuredSpeed = {
  readonly userId: number;
  readonly downloadSpeed: number;
  readonly uploadSpeed: number;
  readonly ping: number;
};

/**
 * Keeps a result under the server's own time. Results that come too close or too often are refused with speed-test.too-often, also when they
 * arrive at once (threats U2, U3).
 */
export async function saveSpeedTest(
  deps: { readonly database: Database; readonly clock: Clock },
  measured: MeasuredSpeed,
): Promise<SpeedTest> {
  const { userId } = measured;
  return deps.database.transaction(async (tx) => {
    await lockCustomer(tx, 'speed-test', userId);
    const now = deps.clock();
    const wait = secondsUntilFree(await countKeptTests(tx, userId, startOfLagosDay(now)), now);
    if (wait !== null) throw new Refusal('speed-test.too-often', { retryAfterSeconds: wait });
    const row = await insertSpeedTest(tx, {
      userId,
      downloadSpeed: measured.downloadSpeed.toFixed(2),
      uploadSpeed: measured.uploadSpeed.toFixed(2),
      ping: measured.ping.toFixed(2),
      timestamp: now,
    });
    return presentSpeedTest(row);
  });
}
