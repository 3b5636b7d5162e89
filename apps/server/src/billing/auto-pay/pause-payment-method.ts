import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { pauseOwnMethod } from '../saved-cards/saved-card.repository.ts';
import { lockSubscriptionsOfAccount, wakeRenewalsOf } from './consent.repository.ts';

/**
 * Pauses a saved method, which is then not charged until its owner resumes it; what is under way stays so.
 * Safe to repeat. Throws payment-method.not-found, also for another customer's.
 */
export async function pausePaymentMethod(
  deps: Pick<BillingDependencies, 'database' | 'clock' | 'publishLiveUpdate'>,
  wish: { readonly userId: number; readonly id: string; readonly isPaused: boolean },
): Promise<void> {
  const { userId, id } = wish;
  const now = deps.clock();
  await runTransaction(deps.database, async (tx) => {
    if (!isUuid(id)) throw new ApiError('payment-method.not-found');
    await lockSubscriptionsOfAccount(tx, userId);
    if (!(await pauseOwnMethod(tx, { ...wish, now }))) throw new ApiError('payment-method.not-found');
    await wakeRenewalsOf(tx, id, now);
  });
  deps.publishLiveUpdate(userId, 'subscription');
}
