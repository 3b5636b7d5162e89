import type { Transaction } from '../../platform/database/connection.ts';
import { cardLabel } from '../auto-pay/auto-pay.policy.ts';
import type { CardDependencies } from '../auto-pay/auto-pay-dependencies.ts';
import type { PaymentRow } from '../auto-pay/charge.repository.ts';
import { beginConsent, lockLine } from '../auto-pay/consent.repository.ts';
import { gatewayName } from './list-payment-methods.ts';
import { saveOwnCard } from './saved-card.repository.ts';

type Kept = {
  readonly payment: PaymentRow;
  readonly card: PaymentRow['card'];
  /** What the gateway charges it with; null where it cannot. */
  readonly token: string | null;
  /** What the customer has agreed to. */
  readonly words: string;
  readonly now: Date;
};

/**
 * Keeps the card of a successful payment, encrypted, and switches auto-pay on with it for the payment's line, in the given transaction; the customer is told. Repeating is
 * safe. Where the card cannot be charged again, or the line is cancelled, only the former is told. Locks the line.
 */
export async function saveCard(deps: CardDependencies, tx: Transaction, kept: Kept): Promise<void> {
  const { payment, card, token, words, now } = kept;
  const { userId, subscriptionId, gateway: provider, email } = payment;
  const plan = payment.quote.planName;
  if (card === null || token === null) {
    const key = `auto-pay-needs-card:${payment.reference}`;
    await deps.notify(tx, { key, kind: 'auto-pay-needs-card', customerId: userId, values: { plan } });
    return;
  }
  if (!(await lockLine(tx, subscriptionId))) return;
  const named = { cardBrand: card.brand, cardLastFour: card.lastFour };
  const paymentMethodId = await saveOwnCard(tx, {
    ...{ userId, provider, email, reference: deps.encryption.encrypt(token), createdAt: now },
    ...{ ...named, cardExpiry: card.expiry, cardSignature: card.signature },
  });
  const consentId = await beginConsent(tx, { userId, subscriptionId, paymentMethodId, words, givenAt: now });
  if (consentId === null) return;
  const values = { card: cardLabel(named, gatewayName(deps, provider)), plan };
  await deps.notify(tx, { key: `auto-pay-on:${consentId}`, kind: 'auto-pay-on', customerId: userId, values });
}
