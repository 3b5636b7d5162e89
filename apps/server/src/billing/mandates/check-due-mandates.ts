import type { BillingDependencies } from '../billing-dependencies.ts';
import { checkMandate } from './check-mandate.ts';
import { OPENING_MS } from './mandate.policy.ts';
import { claimDueMandates } from './mandate.repository.ts';

const BATCH = 10;

/**
 * Asks the vendor about every mandate that is due, and returns how many were asked about. Needs neither
 * webhooks nor customers. Safe on several instances and to kill at any moment. Stops after the signal, and
 * after a batch without any answer.
 */
export async function checkDueMandates(deps: BillingDependencies, signal?: AbortSignal): Promise<number> {
  let count = 0;
  while (!signal?.aborted) {
    const now = deps.clock();
    const openedBefore = new Date(now.getTime() - OPENING_MS);
    const leaseEndsAt = new Date(now.getTime() + 2 * deps.gatewayTimeoutMs + 30_000);
    const due = await claimDueMandates(deps.database, { now, openedBefore, leaseEndsAt, limit: BATCH });
    if (due.length === 0) break;
    const results = await Promise.allSettled(due.map((mandate) => checkMandate(deps, mandate)));
    for (const result of results) {
      if (result.status === 'rejected') deps.log.error({ err: result.reason }, 'a mandate could not be checked');
    }
    count += due.length;
    if (results.every((result) => result.status === 'rejected' || !result.value)) break;
  }
  return count;
}
