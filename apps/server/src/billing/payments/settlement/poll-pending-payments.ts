import type { GatewayId } from '@portal/contract/billing/payments/payments';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { claimDuePayments } from '../payment.repository.ts';
import { settlePayment } from './settle-payment.ts';

const BATCH = 10;
const MAX_BATCHES = 50;

/**
 * Polls a gateway about every unsettled payment that is due, and returns how many were polled.
 * Needs neither webhooks nor customers. Safe on several instances and to kill at any moment. Stops
 * after the signal, and after a batch without any answer of the gateway: then it goes on with the
 * next run.
 */
export async function pollPendingPayments(
  deps: BillingDependencies,
  gateway: GatewayId,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0;
  for (let batch = 0; batch < MAX_BATCHES && !signal?.aborted; batch++) {
    const now = deps.clock();
    // Longer than the answers of a batch may take; settling then sets the real next time.
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
