import type { BillingDependencies } from '../billing-dependencies.ts';
import { claimDueRefunds } from './refund.repository.ts';
import { pursueRefund } from './refund-payment.ts';

const BATCH = 10;
const MAX_BATCHES = 20;

/**
 * Asks the gateways about every refund that is not decided and due, and returns how many. Needs
 * neither webhooks nor people. Safe on several instances and to kill at any moment. After the
 * signal no more are asked about.
 */
export async function pollRefunds(deps: BillingDependencies, signal?: AbortSignal): Promise<number> {
  let count = 0;
  for (let batch = 0; batch < MAX_BATCHES && !signal?.aborted; batch++) {
    const now = deps.clock();
    const leaseEndsAt = new Date(now.getTime() + 3 * deps.gatewayTimeoutMs + 30_000);
    const due = await claimDueRefunds(deps.database, { now, leaseEndsAt, limit: BATCH });
    if (due.length === 0) break;
    const results = await Promise.allSettled(due.map((refund) => pursueRefund(deps, refund, true)));
    for (const result of results) {
      if (result.status === 'rejected') deps.log.error({ err: result.reason }, 'a refund could not be polled');
    }
    count += due.length;
  }
  return count;
}
