import { AUTO_PAY_CONSENT } from '@portal/contract/billing/auto-pay';
import { lagosPeriod } from '@portal/kernel/calendar';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { gatewayName } from '../saved-cards/list-payment-methods.ts';
import { saveCard } from '../saved-cards/save-card.ts';
import { findOwnCard, type SavedCard } from '../saved-cards/saved-card.repository.ts';
import { cardLabel, isExpired } from './auto-pay.policy.ts';
import type { AutoPayDependencies } from './auto-pay-dependencies.ts';
import type { PaymentRow } from './charge.repository.ts';
import { findReusablePayment } from './charge.repository.ts';
import { beginConsent, findOpenLine, lockLine, type OpenLine } from './consent.repository.ts';

async function requireLine(deps: AutoPayDependencies, userId: number): Promise<OpenLine> {
  const line = await findOpenLine(deps.database, userId);
  if (!line) throw new ApiError('subscription.none');
  if (line.status === 'pending') throw new ApiError('subscription.not-running');
  return line;
}

async function useSavedCard(deps: AutoPayDependencies, line: OpenLine, card: SavedCard): Promise<void> {
  const now = deps.clock();
  const { userId, id: subscriptionId, comingPlanName: plan } = line;
  if (isExpired(card.cardExpiry, now) || card.reference === '') throw new ApiError('auto-pay.card-gone');
  await runTransaction(deps.database, async (tx) => {
    if (!(await lockLine(tx, subscriptionId))) throw new ApiError('subscription.none');
    const consent = { userId, subscriptionId, paymentMethodId: card.id, words: AUTO_PAY_CONSENT, givenAt: now };
    const consentId = await beginConsent(tx, consent);
    if (consentId === null) return;
    const values = { card: cardLabel(card, gatewayName(deps, card.provider)), plan };
    await deps.notify(tx, { key: `auto-pay-on:${consentId}`, kind: 'auto-pay-on', customerId: userId, values });
  });
}

/** The gateway is asked for what charges the card only now that its owner has agreed: nothing of the kind is kept before. */
async function usePaidCard(deps: AutoPayDependencies, line: OpenLine, payment: PaymentRow): Promise<void> {
  const found = await deps.findPaidCard(payment);
  if (found === null) throw new ApiError('payment.gateway-unavailable');
  if (found === 'none' || found.token === null) throw new ApiError('auto-pay.card-gone');
  const { token, label } = found;
  const now = deps.clock();
  const quote = { ...payment.quote, planName: line.comingPlanName };
  const kept = { ...payment, subscriptionId: line.id, quote };
  await runTransaction(deps.database, (tx) =>
    saveCard(deps, tx, { payment: kept, card: label, token, words: AUTO_PAY_CONSENT, now }),
  );
}

/**
 * Switches auto-pay on for the customer's line with a card that is kept or that one of their payments was made with. Repeating is safe. Refuses with subscription.none,
 * subscription.not-running, auto-pay.card-gone (alike for another's), payment.gateway-unavailable.
 */
export async function setUpAutoPay(
  deps: AutoPayDependencies,
  wish: { readonly userId: number; readonly cardId: string },
): Promise<void> {
  const { userId, cardId: id } = wish;
  if (!isUuid(id)) throw new ApiError('auto-pay.card-gone');
  const line = await requireLine(deps, userId);
  const saved = await findOwnCard(deps.database, userId, id);
  if (saved) {
    await useSavedCard(deps, line, saved);
  } else {
    const gateways = deps.gateways.map((gateway) => gateway.id);
    const wanted = { userId, id, gateways, month: lagosPeriod(deps.clock()) };
    const payment = await findReusablePayment(deps.database, wanted);
    if (!payment) throw new ApiError('auto-pay.card-gone');
    await usePaidCard(deps, line, payment);
  }
  deps.publishLiveUpdate(userId, 'subscription');
}
