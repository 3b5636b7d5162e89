import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { revokeMandateOf } from '../mandates/mandate.repository.ts';
import { removeOwnMethod } from '../saved-cards/saved-card.repository.ts';
import { cardGateways } from './card-gateways.ts';
import { endConsents, lockSubscriptionsOfAccount } from './consent.repository.ts';

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
 * Deletes a customer's saved card or bank account at once, and ends auto-pay with it; a mandate is ended
 * at the gateway, too, however long that takes. Throws payment-method.not-found, also for another
 * customer's.
 */
export async function removePaymentMethod(
  deps: BillingDependencies,
  wish: { readonly userId: number; readonly id: string },
): Promise<void> {
  const { userId, id } = wish;
  const now = deps.clock();
  const card = await runTransaction(deps.database, async (tx) => {
    if (!isUuid(id)) throw new ApiError('payment-method.not-found');
    await lockSubscriptionsOfAccount(tx, userId);
    const removed = await removeOwnMethod(tx, userId, id, now);
    if (!removed) throw new ApiError('payment-method.not-found');
    await endConsents(tx, { paymentMethodId: id }, 'card-removed', now);
    if (removed.kind === 'mandate') await revokeMandateOf(tx, id, 'customer', now);
    return removed;
  });
  // The job of mandates has the gateway end one, and asks again until it has.
  if (card.kind === 'card') await forget(deps, card);
  deps.publishLiveUpdate(userId, 'subscription');
}
