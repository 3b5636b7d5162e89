import { AUTO_PAY_CONSENT, type AutoPayCard, type AutoPayView } from '@portal/contract/billing/payments/auto-pay';
import { chargeTimes } from '@portal/kernel/billing/auto-pay';
import { lagosPeriod } from '@portal/kernel/calendar';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import { priceCharge } from '../pricing/price-month.ts';
import { gatewayName } from '../saved-cards/list-payment-methods.ts';
import { listOwnPaymentMethods } from '../saved-cards/saved-card.repository.ts';
import { cardLabel, isExpired, lastWarnedMonth } from './auto-pay.policy.ts';
import { cardGateways } from './card-gateways.ts';
import type { PaymentRow } from './charge.repository.ts';
import { findReusablePayment, listCharges } from './charge.repository.ts';
import { findLatestConsent, findOpenSubscription, type OpenSubscription } from './consent.repository.ts';
import { graceOf } from './record-failed-charge.ts';
import { isSpent } from './schedule-charges.ts';

type Named = {
  readonly id: string;
  readonly provider: string;
  readonly cardBrand: string | null;
  readonly cardLastFour: string | null;
  readonly cardExpiry: string | null;
};

function presentCard(deps: BillingDependencies, card: Named, now: Date): AutoPayCard {
  return {
    id: card.id,
    provider: card.provider,
    expires: card.cardExpiry,
    label: cardLabel(card, gatewayName(cardGateways(deps.gateways), card.provider)),
    endsSoon: card.cardExpiry !== null && card.cardExpiry <= lastWarnedMonth(now),
  };
}

/** A saved card without a permanent decline, else that of the newest payment. */
async function findOffer(
  deps: BillingDependencies,
  queryable: Queryable,
  wanted: { readonly userId: number; readonly declinedId: string | null; readonly now: Date },
): Promise<AutoPayCard | null> {
  const { userId, declinedId, now } = wanted;
  const gateways: readonly string[] = cardGateways(deps.gateways).map(({ id }) => id);
  const saved = (await listOwnPaymentMethods(queryable, userId)).find(
    ({ id, provider, cardExpiry }) => id !== declinedId && gateways.includes(provider) && !isExpired(cardExpiry, now),
  );
  if (saved) return presentCard(deps, saved, now);
  const payment = await findReusablePayment(queryable, { userId, gateways, month: lagosPeriod(now) });
  if (!payment?.card) return null;
  const { brand: cardBrand, lastFour: cardLastFour, expiry: cardExpiry } = payment.card;
  return presentCard(deps, { id: payment.id, provider: payment.gateway, cardBrand, cardLastFour, cardExpiry }, now);
}

/**
 * The latest attempt for the next month to be paid; null when there was none, or the subscription
 * is not active.
 */
function presentAttempt(
  deps: BillingDependencies,
  subscription: OpenSubscription,
  charge: PaymentRow | undefined,
  next: Date | null,
): AutoPayView['attempt'] {
  if (!charge) return null;
  const isUndecided = ['initialized', 'pending', 'review'].includes(charge.status);
  const isDeclined = charge.status === 'failed' || charge.status === 'abandoned';
  if (!isUndecided && !isDeclined) return null;
  return {
    state: isUndecided && charge.authorizationUrl ? 'confirm' : isDeclined ? 'declined' : 'charging',
    amount: nairaFromKobo(charge.amount),
    at: charge.createdAt.toISOString(),
    confirmUrl: isUndecided ? charge.authorizationUrl : null,
    nextTryAt: isDeclined ? (next?.toISOString() ?? null) : null,
    payBy: subscription.status === 'active' ? graceOf(subscription, deps.rules).end.toISOString() : null,
  };
}

/**
 * The next charge of a subscription on auto-pay: the first moment of charging that is ahead or was
 * not used; null without one.
 */
function nextCharge(
  deps: BillingDependencies,
  subscription: OpenSubscription,
  charge: PaymentRow | undefined,
  now: Date,
): Date | null {
  if (subscription.status !== 'active' || subscription.cancelRequestedAt !== null) return null;
  if (charge && charge.status !== 'failed' && charge.status !== 'abandoned') return null;
  const { start, end } = graceOf(subscription, deps.rules);
  const moments = chargeTimes(start, end);
  const passed = moments.findLast((at) => at <= now);
  const isUsed = passed && charge && isSpent(charge) && charge.createdAt >= passed;
  return (isUsed ? null : passed) ?? moments.find((at) => at > now) ?? null;
}

async function readSubscription(
  deps: BillingDependencies,
  queryable: Queryable,
  subscription: OpenSubscription,
  now: Date,
) {
  const latest = await findLatestConsent(queryable, subscription.id);
  const isOn = subscription.autoPay && latest?.consent.endedAt === null;
  const isStopped = latest?.consent.endReason === 'declined' || latest?.consent.endReason === 'charged-back';
  if (!latest || (!isOn && !isStopped)) return null;
  const card = presentCard(deps, latest.card, now);
  if (isStopped) return { state: 'stopped', card, next: null, attempt: null, declinedId: card.id } as const;
  const months = [{ subscriptionId: subscription.id, periodNumber: subscription.paidPeriods + 1 }];
  const [charge] = await listCharges(queryable, months);
  const at = nextCharge(deps, subscription, charge, now);
  const { upcomingPlanName: name, upcomingPriceKobo: priceKobo, upcomingVatRate: issuedVatRate } = subscription;
  const plan = { name, priceKobo, issuedVatRate, addons: subscription.upcomingAddons };
  const { totalKobo, savingKobo } = priceCharge(deps, plan, await findCredit(queryable, subscription.accountId));
  const sums = { amount: nairaFromKobo(totalKobo), saving: nairaFromKobo(savingKobo) };
  return {
    state: 'on',
    card,
    next: at && { at: at.toISOString(), ...sums, planName: plan.name },
    attempt: presentAttempt(deps, subscription, charge, at),
    declinedId: null,
  } as const;
}

/**
 * How the renewals of a line are paid, the next charge, and the card with which auto-pay could be
 * set up.
 */
export async function readAutoPay(
  deps: BillingDependencies,
  queryable: Queryable,
  { accountId, lineId }: Line,
): Promise<AutoPayView> {
  const now = deps.clock();
  const subscription = await findOpenSubscription(queryable, lineId);
  const found = subscription && (await readSubscription(deps, queryable, subscription, now));
  const { declinedId = null, ...state } = found ?? { state: 'off', card: null, next: null, attempt: null };
  const isOffered = state.state !== 'on' && subscription !== null && subscription.status !== 'pending';
  return {
    ...state,
    offer: isOffered ? await findOffer(deps, queryable, { userId: accountId, declinedId, now }) : null,
    providers: cardGateways(deps.gateways).map(({ id, name }) => ({ id, name })),
    consent: AUTO_PAY_CONSENT,
  };
}
