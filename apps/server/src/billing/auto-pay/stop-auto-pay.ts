import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { removeOwnCard } from '../saved-cards/saved-card.repository.ts';
import { cardGateways } from './card-gateways.ts';
import {
  endConsents,
  findOpenSubscription,
  lockSubscription,
  lockSubscriptionsOfAccount,
} from './consent.repository.ts';

/**
 * Switches auto-pay off at once: a charge that has not been sent is not made. Safe to repeat.
 */
export async function stopAutoPay(deps: BillingDependencies, { accountId, lineId }: Line): Promise<void> {
  const subscription = await findOpenSubscription(deps.database, lineId);
  if (!subscription) return;
  const now = deps.clock();
  await runTransaction(deps.database, async (tx) => {
    await lockSubscription(tx, subscription.id);
    await endConsents(tx, { subscriptionId: subscription.id }, 'customer', now);
  });
  deps.publishLiveUpdate(accountId, 'subscription');
}

/** Has the gateway deactivate a card, too; our token is deleted in any case. */
async function forget(deps: BillingDependencies, card: { readonly provider: string; readonly reference: string }) {
  const gateway = cardGateways(deps.gateways).find(({ id }) => id === card.provider);
  if (!gateway) return;
  try {
    if (await gateway.forget(deps.cardEncryption.decrypt(card.reference))) return;
    deps.log.warn({ gateway: gateway.id }, 'the gateway did not delete a removed card');
  } catch (error) {
    deps.log.warn({ err: error, gateway: gateway.id }, 'the gateway did not delete a removed card');
  }
}

/**
 * Deletes a customer's saved card at once, and ends auto-pay with it. Throws
 * payment-method.not-found, also for another customer's.
 */
export async function removeCard(
  deps: BillingDependencies,
  wish: { readonly userId: number; readonly id: string },
): Promise<void> {
  const { userId, id } = wish;
  const now = deps.clock();
  const card = await runTransaction(deps.database, async (tx) => {
    if (!isUuid(id)) throw new ApiError('payment-method.not-found');
    await lockSubscriptionsOfAccount(tx, userId);
    const removed = await removeOwnCard(tx, userId, id, now);
    if (!removed) throw new ApiError('payment-method.not-found');
    await endConsents(tx, { paymentMethodId: id }, 'card-removed', now);
    return removed;
  });
  await forget(deps, card);
  deps.publishLiveUpdate(userId, 'subscription');
}
