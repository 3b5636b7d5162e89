import { DAY_MS, formatLagosDay, lagosDate } from '@portal/kernel/calendar';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { mandateLabel } from '../auto-pay/auto-pay.policy.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { takeIdle } from './mandate.repository.ts';

const BATCH = 100;
const AHEAD_MS = 3 * DAY_MS;

/**
 * Tells the owners of mandates that will not pay for a month that is due within three days, because the bank
 * has not activated them or they are paused, to pay by hand; once for each month. Returns how many. Safe on
 * several instances.
 */
export async function warnOfIdleMandates(deps: BillingDependencies, signal?: AbortSignal): Promise<number> {
  let count = 0;
  while (!signal?.aborted) {
    const now = deps.clock();
    const warned = await runTransaction(deps.database, async (tx) => {
      const idle = await takeIdle(tx, { from: now, to: new Date(now.getTime() + AHEAD_MS), limit: BATCH });
      for (const { mandate, lineId, nextRenewal } of idle) {
        await deps.notify(tx, {
          key: `mandate-idle:${mandate.id}:${lagosDate(nextRenewal)}`,
          kind: mandate.status === 'active' ? 'mandate-paused' : 'mandate-not-ready',
          customerId: mandate.userId,
          lineId,
          values: {
            account: mandateLabel(mandate.bankName, mandate.lastFour),
            date: formatLagosDay(nextRenewal),
          },
        });
      }
      return idle.length;
    });
    count += warned;
    if (warned < BATCH) break;
  }
  return count;
}
