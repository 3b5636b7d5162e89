import {
  AUTO_PAY_CONSENT,
  type AutoPayCard,
  type AutoPayMethod,
  type AutoPayView,
} from '@portal/contract/billing/payments/auto-pay';
import { MANDATE_CONSENT } from '@portal/contract/billing/payments/mandates';
import { chargeTimes, LAST_WORKING_DAY } from '@portal/kernel/billing/auto-pay';
import { lagosDate, lagosPeriod } from '@portal/kernel/calendar';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import { priceCharge } from '../pricing/price-month.ts';
import { gatewayName } from '../saved-cards/list-payment-methods.ts';
import { listOwnPaymentMethods } from '../saved-cards/saved-card.repository.ts';
import { declineReason, isExpired, lastWarnedMonth, methodLabel } from './auto-pay.policy.ts';
import { cardGateways, gatewayOf } from './card-gateways.ts';
import type { PaymentRow } from './charge.repository.ts';
import { findDeclineReason, findReusablePayment, listCharges } from './charge.repository.ts';
import { findLatestConsent, findOpenSubscription, listConsented, type OpenSubscription } from './consent.repository.ts';
import { graceOf } from './record-failed-charge.ts';
import { isSpent } from './schedule-charges.ts';

type Named = {
  readonly id: string;
  readonly provider: string;
  readonly kind: 'card' | 'mandate';
  readonly bankName: string | null;
  readonly cardBrand: string | null;
  readonly cardLastFour: string | null;
  readonly cardExpiry: string | null;
};

function presentCard(deps: BillingDependencies, card: Named, now: Date): AutoPayCard {
  return {
    id: card.id,
    provider: card.provider,
    kind: card.kind,
    expires: card.cardExpiry,
    label: methodLabel(card, gatewayName(cardGateways(deps.gateways), card.provider)),
    endsSoon: card.cardExpiry !== null && card.cardExpiry <= lastWarnedMonth(now),
  };
}

/**
 * A saved card or account without a permanent decline, else the card of the newest payment. Where
 * auto-pay is on, only one of a kind that is not charged yet.
 */
async function findOffer(
  deps: BillingDependencies,
  queryable: Queryable,
  wanted: {
    readonly userId: number;
    readonly declinedId: string | null;
    readonly kinds: readonly Named['kind'][];
    readonly now: Date;
  },
): Promise<AutoPayCard | null> {
  const { userId, declinedId, kinds, now } = wanted;
  if (kinds.length === 0) return null;
  const configured = cardGateways(deps.gateways);
  const gateways: readonly string[] = configured.map(({ id }) => id);
  const saved = (await listOwnPaymentMethods(queryable, userId)).find(
    (method) =>
      method.id !== declinedId &&
      kinds.includes(method.kind) &&
      gatewayOf(configured, method) &&
      !isExpired(method.cardExpiry, now),
  );
  if (saved) return presentCard(deps, saved, now);
  if (!kinds.includes('card')) return null;
  const payment = await findReusablePayment(queryable, { userId, gateways, month: lagosPeriod(now) });
  if (!payment?.card) return null;
  const { brand: cardBrand, lastFour: cardLastFour, expiry: cardExpiry } = payment.card;
  const paid = { id: payment.id, provider: payment.gateway, kind: 'card' as const, bankName: null };
  return presentCard(deps, { ...paid, cardBrand, cardLastFour, cardExpiry }, now);
}

/**
 * The latest attempt for the next month to be paid; null when there was none, or the subscription
 * is not active.
 */
async function presentAttempt(
  deps: BillingDependencies,
  queryable: Queryable,
  {
    subscription,
    charge,
    next,
    labelOf,
  }: {
    readonly subscription: OpenSubscription;
    readonly charge: PaymentRow | undefined;
    readonly next: Date | null;
    readonly labelOf: (paymentMethodId: string | null) => string;
  },
): Promise<AutoPayView['attempt']> {
  if (!charge) return null;
  const isUndecided = ['initialized', 'pending', 'review'].includes(charge.status);
  const isDeclined = charge.status === 'failed' || charge.status === 'abandoned';
  if (!isUndecided && !isDeclined) return null;
  return {
    state: isUndecided && charge.authorizationUrl ? 'confirm' : isDeclined ? 'declined' : 'charging',
    amount: nairaFromKobo(charge.amount),
    at: charge.createdAt.toISOString(),
    confirmUrl: isUndecided ? charge.authorizationUrl : null,
    reason: isDeclined ? declineReason(await findDeclineReason(queryable, charge.id)) : null,
    label: labelOf(charge.paymentMethodId),
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
  const moments = momentsOf(deps, subscription);
  const passed = moments.findLast((at) => at <= now);
  const isUsed = charge && passed && ((isSpent(charge) && charge.createdAt >= passed) || isToday(charge, now));
  const ahead = moments.find((at) => at > now && !(charge && lagosDate(at) === charge.chargeDay));
  return (isUsed ? null : passed) ?? ahead ?? null;
}

const isToday = ({ chargeDay }: PaymentRow, now: Date) => chargeDay === lagosDate(now);

function momentsOf(deps: BillingDependencies, subscription: OpenSubscription): Date[] {
  const { start, end } = graceOf(subscription, deps.rules);
  return chargeTimes(start, end, subscription.salaryDay);
}

/** The planned moments that are ahead, from the next charge on. */
function plannedFrom(deps: BillingDependencies, subscription: OpenSubscription, next: Date | null): string[] {
  if (next === null) return [];
  return [next, ...momentsOf(deps, subscription).filter((at) => at > next)].map((at) => at.toISOString());
}

/** Why auto-pay ends without its customer. */
const STOPPED: ReadonlySet<string> = new Set(['declined', 'charged-back', 'revoked']);

/** What the customer has agreed to for a subscription, in the order in which it is charged. */
async function readMethods(
  deps: BillingDependencies,
  queryable: Queryable,
  subscriptionId: string,
  now: Date,
): Promise<AutoPayMethod[]> {
  const consented = (await listConsented(queryable, [subscriptionId])).get(subscriptionId) ?? [];
  const gateways = cardGateways(deps.gateways);
  return consented
    .filter(({ method }) => gatewayOf(gateways, method))
    .map(({ method }) => ({ ...presentCard(deps, method, now), isPaused: method.pausedAt !== null }));
}

/** What is charged first: of all that are paused the first. */
function firstOf(methods: readonly AutoPayMethod[]): AutoPayCard | null {
  const first = methods.find(({ isPaused }) => !isPaused) ?? methods[0];
  if (!first) return null;
  const { isPaused: _, ...card } = first;
  return card;
}

/** As the customer sees it. */
function presentSalaryDay(salaryDay: number | null): AutoPayView['salaryDay'] {
  return salaryDay === LAST_WORKING_DAY ? 'last-working-day' : salaryDay;
}

async function readSubscription(
  deps: BillingDependencies,
  queryable: Queryable,
  subscription: OpenSubscription,
  now: Date,
) {
  const latest = await findLatestConsent(queryable, subscription.id);
  const isOn = subscription.autoPay && latest?.consent.endedAt === null;
  const isStopped = STOPPED.has(latest?.consent.endReason ?? '');
  if (!latest || (!isOn && !isStopped)) return null;
  if (isStopped) {
    const card = presentCard(deps, latest.card, now);
    return {
      state: 'stopped',
      card,
      next: null,
      attempt: null,
      methods: [],
      plannedAt: [],
      declinedId: card.id,
    } as const;
  }
  const methods = await readMethods(deps, queryable, subscription.id, now);
  const months = [{ subscriptionId: subscription.id, periodNumber: subscription.paidPeriods + 1 }];
  const [charge] = await listCharges(queryable, months);
  const isCharged = methods.some(({ isPaused }) => !isPaused);
  const at = isCharged ? nextCharge(deps, subscription, charge, now) : null;
  const { upcomingPlanName: name, upcomingPriceKobo: priceKobo, upcomingVatRate: issuedVatRate } = subscription;
  const plan = { name, priceKobo, issuedVatRate, addons: subscription.upcomingAddons };
  const { totalKobo, savingKobo } = priceCharge(deps, plan, await findCredit(queryable, subscription.accountId));
  const sums = { amount: nairaFromKobo(totalKobo), saving: nairaFromKobo(savingKobo) };
  return {
    state: 'on',
    card: firstOf(methods) ?? presentCard(deps, latest.card, now),
    methods,
    plannedAt: plannedFrom(deps, subscription, at),
    next: at && { at: at.toISOString(), ...sums, planName: plan.name },
    attempt: await presentAttempt(deps, queryable, {
      subscription,
      charge,
      next: at,
      labelOf: (id) => methods.find((method) => method.id === id)?.label ?? '',
    }),
    declinedId: null,
  } as const;
}

const OFF = {
  state: 'off',
  card: null,
  next: null,
  attempt: null,
  methods: [],
  plannedAt: [],
  declinedId: null,
} as const;

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
  const { declinedId, ...state } = found ?? OFF;
  const isOffered = subscription !== null && subscription.status !== 'pending';
  const charged = state.methods.map(({ kind }) => kind);
  const gateways = cardGateways(deps.gateways);
  const hasMandates = isOffered && gateways.some((gateway) => gateway.hasMandates);
  const possible = hasMandates ? (['card', 'mandate'] as const) : isOffered ? (['card'] as const) : [];
  const kinds = possible.filter((kind) => !charged.includes(kind));
  const offer = await findOffer(deps, queryable, { userId: accountId, declinedId, kinds, now });
  return {
    ...state,
    methods: [...state.methods],
    plannedAt: [...state.plannedAt],
    salaryDay: presentSalaryDay(subscription?.salaryDay ?? null),
    offer,
    providers: gateways.map(({ id, name }) => ({ id, name })),
    hasMandates,
    consent: AUTO_PAY_CONSENT,
    offerConsent: offer?.kind === 'mandate' ? MANDATE_CONSENT : AUTO_PAY_CONSENT,
  };
}
