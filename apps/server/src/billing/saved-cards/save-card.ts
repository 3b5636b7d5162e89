import type { Transaction } from '../../platform/database/connection.ts';
import { methodLabel } from '../auto-pay/auto-pay.policy.ts';
import { beginConsent, lockSubscription } from '../auto-pay/consent.repository.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findLineOf } from '../lines/line.repository.ts';
import { planOf } from '../payments/payment.policy.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';
import { gatewayName } from './list-payment-methods.ts';
import { saveOwnCard } from './saved-card.repository.ts';

type PaidCard = {
  readonly payment: PaymentRow;
  readonly card: PaymentRow['card'];
  /** The token for charging it; null where the gateway cannot. */
  readonly token: string | null;
  /** The text that the customer has agreed to. */
  readonly wording: string;
  readonly now: Date;
};

/**
 * Saves the card of a successful payment, encrypted, and switches auto-pay on with it for the
 * payment's subscription, in the given transaction, and notifies the customer. Safe to repeat.
 * Where the card cannot be charged again it only notifies the customer of that; for a cancelled
 * subscription it does nothing. Locks the subscription.
 */
export async function saveCard(
  deps: Pick<BillingDependencies, 'gateways' | 'cardEncryption' | 'notify'>,
  tx: Transaction,
  paid: PaidCard,
): Promise<void> {
  const { payment, card, token, wording, now } = paid;
  const { userId, gateway: provider, email } = payment;
  const { subscriptionId } = planOf(payment);
  const plan = payment.quote.planName;
  const told = { customerId: userId, lineId: await findLineOf(tx, subscriptionId) };
  if (card === null || token === null) {
    const key = `auto-pay-needs-card:${payment.reference}`;
    await deps.notify(tx, { key, kind: 'auto-pay-needs-card', ...told, values: { plan } });
    return;
  }
  if (!(await lockSubscription(tx, subscriptionId))) return;
  const named = { cardBrand: card.brand, cardLastFour: card.lastFour };
  const paymentMethodId = await saveOwnCard(tx, {
    userId,
    provider,
    email,
    reference: deps.cardEncryption.encrypt(token),
    createdAt: now,
    ...named,
    cardExpiry: card.expiry,
    cardSignature: card.signature,
  });
  const consentId = await beginConsent(tx, {
    userId,
    subscriptionId,
    paymentMethodId,
    kind: 'card',
    wording,
    givenAt: now,
  });
  if (consentId === null) return;
  const values = { card: methodLabel(named, gatewayName(deps.gateways, provider)), plan };
  await deps.notify(tx, { key: `auto-pay-on:${consentId}`, kind: 'auto-pay-on', ...told, values });
}
