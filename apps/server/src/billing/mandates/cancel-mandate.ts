import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { lockSubscriptionsOfAccount } from '../auto-pay/consent.repository.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { endMandate } from './end-mandate.ts';
import { findOwnMandate, lockMandate } from './mandate.repository.ts';

/**
 * Ends a customer's mandate at once, in whichever state: it is never charged from then on. The gateway is
 * told by the job of mandates, until it knows. Throws mandate.not-found, also for another customer's and for
 * one that has ended.
 */
export async function cancelMandate(
  deps: Pick<BillingDependencies, 'database' | 'clock' | 'publishLiveUpdate'>,
  { userId, id }: { readonly userId: number; readonly id: string },
): Promise<void> {
  if (!isUuid(id) || !(await findOwnMandate(deps.database, userId, id))) throw new ApiError('mandate.not-found');
  const now = deps.clock();
  await runTransaction(deps.database, async (tx) => {
    await lockSubscriptionsOfAccount(tx, userId);
    const mandate = await lockMandate(tx, id);
    if (!mandate || mandate.status === 'revoked' || mandate.status === 'failed')
      throw new ApiError('mandate.not-found');
    await endMandate(tx, { mandate, reason: 'customer', tellVendorAt: now, now });
  });
  deps.publishLiveUpdate(userId, 'subscription');
}
