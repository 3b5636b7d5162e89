import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { gatewayName } from '../saved-cards/list-payment-methods.ts';
import { methodLabel } from './auto-pay.policy.ts';
import type { PaymentRow } from './charge.repository.ts';
import { endConsents, findCardOf } from './consent.repository.ts';

/**
 * Stops charging the card of a payment that was charged back, in the transaction of the chargeback,
 * and notifies its owner. Does nothing for a card that is not on auto-pay. Safe to repeat.
 */
export async function stopChargingCard(
  deps: Pick<BillingDependencies, 'gateways' | 'notify'>,
  tx: Transaction,
  { payment, now }: { readonly payment: PaymentRow; readonly now: Date },
): Promise<void> {
  const card = await findCardOf(tx, payment);
  if (!card) return;
  const stopped = await endConsents(tx, { paymentMethodId: card.id }, 'charged-back', now);
  if (stopped.length === 0) return;
  await deps.notify(tx, {
    key: `auto-pay-charged-back:${payment.reference}`,
    kind: 'auto-pay-stopped',
    customerId: payment.userId,
    values: { card: methodLabel(card, gatewayName(deps.gateways, card.provider)) },
  });
}
