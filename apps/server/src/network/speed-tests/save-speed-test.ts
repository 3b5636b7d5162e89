import type { SpeedTest, TestConditions, TestTrace } from '@portal/contract/network/speed-tests';
import { startOfLagosDay } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../platform/database/connection.ts';
import { lockCustomer } from '../../platform/database/lock-customer.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { presentSpeedTest } from './present-speed-test.ts';
import { type CountedTest, isPossible, secondsUntilFree } from './speed-test.policy.ts';
import { countSavedTests, insertSpeedTest } from './speed-test.repository.ts';

/** Mbps and milliseconds, checked by the contract: finite, in range, two decimals. */
export type MeasuredSpeed = {
  readonly lineId: number;
  readonly downloadSpeed: number;
  readonly uploadSpeed: number;
  readonly ping: number;
  /** Null where the browser reported nothing about it. */
  readonly how: TestConditions | null;
  /** Of the test at our own test server, where it had one. */
  readonly session: string | null;
  readonly trace: TestTrace | null;
};

/** The test server of this process. */
export type TestServerFacts = {
  /** Null for a session that is not known here: of another server, or ended long ago. */
  readonly countsOf: (session: string) => CountedTest | null;
  readonly fastestMbps: number;
  readonly foreignHost: string | null;
};

/**
 * Stores a result with the server's own time and how it was measured. Throws ApiError
 * speed-test.impossible for figures that our test server cannot have given, and
 * speed-test.too-often for results that come too close or too often, also when they arrive at once
 * (threats U2, U3).
 */
export async function saveSpeedTest(
  deps: { readonly database: Database; readonly clock: Clock; readonly testServer: TestServerFacts },
  measured: MeasuredSpeed,
): Promise<SpeedTest> {
  const { lineId, how, session, trace } = measured;
  const { countsOf, fastestMbps, foreignHost } = deps.testServer;
  const counted = session === null ? null : countsOf(session);
  if (!isPossible(measured, { counted, fastestMbps, foreignHost })) throw new ApiError('speed-test.impossible');
  return deps.database.transaction(async (tx) => {
    await lockCustomer(tx, 'speed-test', lineId);
    const now = deps.clock();
    const wait = secondsUntilFree(await countSavedTests(tx, lineId, startOfLagosDay(now)), now);
    if (wait !== null) throw new ApiError('speed-test.too-often', { retryAfterSeconds: wait });
    const row = await insertSpeedTest(tx, {
      lineId,
      downloadSpeed: measured.downloadSpeed.toFixed(2),
      uploadSpeed: measured.uploadSpeed.toFixed(2),
      ping: measured.ping.toFixed(2),
      timestamp: now,
      how: how && { ...how, confirmed: counted !== null },
      trace,
    });
    return presentSpeedTest(row);
  });
}
