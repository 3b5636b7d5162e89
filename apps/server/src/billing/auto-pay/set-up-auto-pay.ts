import { AUTO_PAY_CONSENT } from '@portal/contract/billing/payments/auto-pay';
import { MANDATE_CONSENT } from '@portal/contract/billing/payments/mandates';
import { lagosPeriod } from '@portal/kernel/calendar';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findCompany } from '../invoices/company-billing.repository.ts';
import { labelOf } from '../payments/settlement/settle-payment.ts';
import { gatewayName } from '../saved-cards/list-payment-methods.ts';
import { saveCard } from '../saved-cards/save-card.ts';
import { findOwnMethod, type SavedMethod } from '../saved-cards/saved-card.repository.ts';
import { isExpired, methodLabel } from './auto-pay.policy.ts';
import { cardGateways } from './card-gateways.ts';
import type { PaymentRow } from './charge.repository.ts';
import { findReusablePayment } from './charge.repository.ts';
import { beginConsent, findOpenSubscription, lockSubscription, type OpenSubscription } from './consent.repository.ts';

/**
 * The subscription of a line whose months may be charged automatically. Throws subscription.none,
 * subscription.billed-monthly, subscription.not-running.
 */
export async function requireChargeableSubscription(
  deps: BillingDependencies,
  lineId: number,
): Promise<OpenSubscription> {
  const subscription = await findOpenSubscription(deps.database, lineId);
  if (!subscription) throw new ApiError('subscription.none');
  if (await findCompany(deps.database, subscription.accountId)) throw new ApiError('subscription.billed-monthly');
  if (subscription.status === 'pending') throw new ApiError('subscription.not-running');
  return subscription;
}

async function useSavedMethod(
  deps: BillingDependencies,
  subscription: OpenSubscription,
  card: SavedMethod,
): Promise<void> {
  const now = deps.clock();
  const { accountId: userId, id: subscriptionId, upcomingPlanName: plan } = subscription;
  if (isExpired(card.cardExpiry, now) || card.reference === '') throw new ApiError('auto-pay.card-gone');
  await runTransaction(deps.database, async (tx) => {
    if (!(await lockSubscription(tx, subscriptionId))) throw new ApiError('subscription.none');
    const wording = card.kind === 'mandate' ? MANDATE_CONSENT : AUTO_PAY_CONSENT;
    const consent = {
      userId,
      subscriptionId,
      paymentMethodId: card.id,
      kind: card.kind,
      wording,
      givenAt: now,
    };
    const consentId = await beginConsent(tx, consent);
    if (consentId === null) return;
    const values = { card: methodLabel(card, gatewayName(cardGateways(deps.gateways), card.provider)), plan };
    const told = { customerId: userId, lineId: subscription.lineId };
    await deps.notify(tx, { key: `auto-pay-on:${consentId}`, kind: 'auto-pay-on', ...told, values });
  });
}

/** The card of a payment by the gateway's answer; null without an answer. */
async function findPaidCard(deps: BillingDependencies, payment: PaymentRow) {
  const gateway = deps.gateways.find(({ id }) => id === payment.gateway);
  const { reference, amount: amountKobo, gatewayReference } = payment;
  const finding = await gateway?.confirm({ reference, amountKobo, gatewayReference });
  if (finding === undefined || finding.kind === 'unknown') return null;
  if (finding.kind !== 'paid' || finding.facts.reference !== reference || !finding.facts.card) return 'none';
  return { label: labelOf(deps, payment, finding.facts.card), token: finding.facts.card.token };
}

/**
 * The token is requested from the gateway only now that its owner has consented: it is not stored
 * before.
 */
async function usePaidCard(
  deps: BillingDependencies,
  subscription: OpenSubscription,
  payment: PaymentRow,
): Promise<void> {
  const found = await findPaidCard(deps, payment);
  if (found === null) throw new ApiError('payment.gateway-unavailable');
  if (found === 'none' || found.token === null) throw new ApiError('auto-pay.card-gone');
  const { token, label } = found;
  const now = deps.clock();
  const quote = { ...payment.quote, planName: subscription.upcomingPlanName };
  const paid = { ...payment, subscriptionId: subscription.id, quote };
  await runTransaction(deps.database, (tx) =>
    saveCard(deps, tx, { payment: paid, card: label, token, wording: AUTO_PAY_CONSENT, now }),
  );
}

/**
 * Switches auto-pay on for the subscription of a line with a saved card or account, or the card of one of
 * their payments. Safe to repeat. Throws subscription.none, subscription.not-running,
 * subscription.billed-monthly, auto-pay.card-gone (also for another customer's), payment.gateway-unavailable.
 */
export async function setUpAutoPay(deps: BillingDependencies, wish: Line & { readonly cardId: string }): Promise<void> {
  const { accountId: userId, lineId, cardId: id } = wish;
  if (!isUuid(id)) throw new ApiError('auto-pay.card-gone');
  const subscription = await requireChargeableSubscription(deps, lineId);
  const saved = await findOwnMethod(deps.database, userId, id);
  if (saved) {
    await useSavedMethod(deps, subscription, saved);
  } else {
    const gateways = cardGateways(deps.gateways).map((gateway) => gateway.id);
    const wanted = { userId, id, gateways, month: lagosPeriod(deps.clock()) };
    const payment = await findReusablePayment(deps.database, wanted);
    if (!payment) throw new ApiError('auto-pay.card-gone');
    await usePaidCard(deps, subscription, payment);
  }
  deps.publishLiveUpdate(userId, 'subscription');
}
