import type { GatewayId } from '@portal/contract/billing/payments';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { claimDuePayments } from './payment.repository.ts';
import { settlePayment } from './settle-payment.ts';

const BATCH = 10;
const MAX_BATCHES = 50;

/**
 * Asks a gateway about every unsettled payment that is due, and returns how many were asked about.
 * Needs neither webhooks nor customers. Safe on several instances and to kill at any moment. After
 * the signal no more are asked about, nor after a batch that the gateway left without any answer:
 * then it is asked again in the next round.
 */
export async function pollPendingPayments(
  deps: BillingDependencies,
  gateway: GatewayId,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0;
  for (let batch = 0; batch < MAX_BATCHES && !signal?.aborted; batch++) {
    const now = deps.clock();
    // Longer than the answers of a batch may take; then settling sets the true next moment.
    const leaseEndsAt = new Date(now.getTime() + 3 * deps.gatewayTimeoutMs + 30_000);
    const due = await claimDuePayments(deps.database, { gateway, now, leaseEndsAt, limit: BATCH });
    if (due.length === 0) break;
    const results = await Promise.allSettled(
      due.map((row) => settlePayment(deps, { ...row, receiptNumber: null }, 'polling')),
    );
    for (const result of results) {
      if (result.status === 'rejected') deps.log.error({ err: result.reason }, 'a pending payment could not be polled');
    }
    count += due.length;
    if (results.every((result) => result.status === 'fulfilled' && result.value.found === 'unknown')) break;
  }
  return count;
}
