import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { rewardReferrer } from '../payments/settlement/fulfil-payment.ts';
import { lockFirstPurchase } from '../refunds/refund.repository.ts';

/**
 * Locks the first payment, not refunded, with which a friend has bought something; the result
 * completes their referral for it, as that payment would have. Without one it does nothing.
 */
export async function prepareReward(
  deps: Pick<BillingDependencies, 'clock' | 'notify'>,
  tx: Transaction,
  friendId: number,
): Promise<() => Promise<void>> {
  const payment = await lockFirstPurchase(tx, friendId);
  return async () => {
    if (payment) await rewardReferrer(deps, tx, payment, deps.clock());
  };
}
