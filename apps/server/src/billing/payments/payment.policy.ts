import type { PaymentStatus } from '@portal/contract/billing/payments/payments';
import { paidOutGateway } from '@portal/contract/billing/payments/staff-payouts';
import { counterMethod } from '@portal/contract/billing/staff-counter';
import type { Kobo } from '@portal/kernel/money';
import { type Finding, NOT_FOUND, type PaidFacts } from './gateways/gateway.port.ts';

/** The description of a payment that came too late, or was too much, for its product. */
export const CREDITED_DESCRIPTION = 'Added to your account credit';

/** Whether it bought nothing. */
export function becameCredit(payment: { readonly description: string }): boolean {
  return payment.description === CREDITED_DESCRIPTION;
}

/** No month has this number: a payment for it buys nothing and becomes credit. */
export const NO_PERIOD = 0;

/** Whether it is for the account itself, and was never to buy something. */
export function buysNothing(payment: { readonly periodNumber: number }): boolean {
  return payment.periodNumber === NO_PERIOD;
}

/** The channel of a payment that came to an account number of the customer's own. */
export const OWN_NUMBER = 'virtual-account';

/** Whether it was sent to an account number of the customer's own. */
export function isToOwnNumber({ channel }: { readonly channel: string | null }): boolean {
  return channel === OWN_NUMBER;
}

/**
 * The gateways of payments whose money staff pay out when it goes back: from the counter, a voucher, an agent, and
 * Monnify, which takes no payments here but transfers to account numbers.
 */
export const PAID_OUT_GATEWAYS: ReadonlySet<string> = new Set(paidOutGateway.options);

/** Whether what goes back of a payment is paid out by staff, since no gateway sends it. */
export function isPaidOutByStaff({ gateway }: { readonly gateway: string }): boolean {
  return PAID_OUT_GATEWAYS.has(gateway);
}

/** The gateways of payments that were taken at the counter. */
const COUNTER_METHODS: ReadonlySet<string> = new Set(counterMethod.options);

/** Whether a payment was taken at the counter: its money is not at a gateway that can be asked. */
export function isCounterPayment({ gateway }: { readonly gateway: string }): boolean {
  return COUNTER_METHODS.has(gateway);
}

/** The number of the voucher that paid, or the name of the agent who took it; null for other ways of paying. */
export function paidWithOf(payment: { readonly gateway: string; readonly channel: string | null }): string | null {
  return payment.gateway === 'voucher' || payment.gateway === 'agent' ? payment.channel : null;
}

/** Whether an amount is more than a gateway takes at once. */
export function isAboveLargest(
  { largestKobo }: { readonly largestKobo?: Kobo | undefined },
  amountKobo: Kobo,
): boolean {
  return largestKobo !== undefined && amountKobo > largestKobo;
}

/** The products, as invoices and the API name them. */
export type ProductKind = 'period' | 'upgrade' | 'bundle' | 'charge' | 'monthly';

/** The product of a payment, by its row. */
export function kindOf(payment: {
  readonly bundleId: string | null;
  readonly chargeId: string | null;
  readonly invoiceId: string | null;
  readonly upgradeFromPlanId: string | null;
}): ProductKind {
  if (payment.invoiceId !== null) return 'monthly';
  if (payment.chargeId !== null) return 'charge';
  if (payment.bundleId !== null) return 'bundle';
  return payment.upgradeFromPlanId === null ? 'period' : 'upgrade';
}

/** The subscription and plan of a payment for a month, an upgrade or data. Throws for another's. */
export function planOf(payment: {
  readonly reference: string;
  readonly subscriptionId: string | null;
  readonly planId: string | null;
}): { readonly subscriptionId: string; readonly planId: string } {
  const { subscriptionId, planId } = payment;
  if (subscriptionId === null || planId === null) throw new Error(`payment ${payment.reference} is for no plan`);
  return { subscriptionId, planId };
}

/** What a customer wants to pay for. */
export function kindOfWish(wish: {
  readonly purpose: 'period' | 'upgrade';
  readonly bundleId?: string | null;
  readonly chargeId?: string | null;
}): Exclude<ProductKind, 'monthly'> {
  if ((wish.chargeId ?? null) !== null) return 'charge';
  return (wish.bundleId ?? null) === null ? wish.purpose : 'bundle';
}

/**
 * States that a gateway's answer may still change. `failed` and `abandoned` are left when the
 * gateway later confirms the payment, or reports that it is pending after all.
 */
export const OPEN_STATUSES = ['initialized', 'pending', 'failed', 'abandoned'] as const satisfies PaymentStatus[];

export function isOpen(status: PaymentStatus): boolean {
  return (OPEN_STATUSES as readonly PaymentStatus[]).includes(status);
}

/** How long a second click gets the same gateway's page for the same payment. */
const LINK_LIFE_MS = 30 * 60_000;
/**
 * A gateway may report a pending transfer as unfinished: it is not abandoned for a day (reference
 * on outside services, section 5).
 */
const UNFINISHED_LIFE_MS = 24 * 3_600_000;
/**
 * An unknown answer of a gateway may change; after that it goes to review (same reference,
 * Quickteller).
 */
const UNCLEAR_FOR_MS = 24 * 3_600_000;
/**
 * How long a bank may wait for its customer's approval of an automatic charge: until shortly before
 * the next attempt.
 */
const CONFIRMATION_LIFE_MS = 20 * 3_600_000;
/** After that no charge can still be on its way to a gateway. */
const ON_ITS_WAY_MS = 3_600_000;
/** A bank transfer may take three days (reference on outside services, section 8). */
const GIVE_UP_MS = 72 * 3_600_000;

export type Verdict =
  | { readonly kind: 'paid'; readonly facts: PaidFacts }
  | { readonly kind: 'review'; readonly reason: string; readonly facts: PaidFacts | null }
  | { readonly kind: 'failed' | 'abandoned' | 'pending' | 'unknown' };

/**
 * The first difference between what the gateway reports as paid and what we asked for; null when
 * there is none.
 */
function findDifference(
  payment: { readonly reference: string; readonly amount: Kobo; readonly currency: string },
  facts: PaidFacts,
): string | null {
  if (facts.reference !== payment.reference) return 'other-reference';
  if (facts.currency !== payment.currency) return 'other-currency';
  if (!facts.modeMatches) return 'other-mode';
  if (facts.amountKobo === payment.amount * 100 || facts.amountKobo * 100 === payment.amount)
    return 'naira-kobo-mix-up';
  // A payer who bears the gateway's fee is charged more than was asked for: that is no overpayment.
  // An overpayment is no difference: it becomes credit.
  if (facts.amountKobo < payment.amount || facts.chargedKobo < facts.amountKobo) return 'other-amount';
  return null;
}

type Judged = {
  readonly reference: string;
  readonly amount: Kobo;
  readonly currency: string;
  readonly createdAt: Date;
  /** Set where no payer was sent to a gateway's page: a saved card was charged. */
  readonly chargeAttempt?: number | null;
  readonly authorizationUrl?: string | null;
};

/**
 * The meaning of a gateway's answer for a payment. A payer who has left the page may return, or
 * have sent a slow transfer. An automatic charge that the gateway does not know after an hour has never
 * reached it; one that is under way there stays pending however long that takes, since nothing else may be
 * charged meanwhile.
 */
export function judgeFinding(payment: Judged, finding: Finding, now: Date): Verdict {
  const ageMs = now.getTime() - payment.createdAt.getTime();
  const isCharge = payment.chargeAttempt !== undefined && payment.chargeAttempt !== null;
  switch (finding.kind) {
    case 'paid': {
      const difference = findDifference(payment, finding.facts);
      return difference === null
        ? { kind: 'paid', facts: finding.facts }
        : { kind: 'review', reason: difference, facts: finding.facts };
    }
    case 'held':
      return { kind: 'review', reason: `gateway-says-${finding.rawStatus}`, facts: null };
    case 'unclear':
      if (ageMs < UNCLEAR_FOR_MS) return { kind: 'pending' };
      return { kind: 'review', reason: `gateway-says-${finding.rawStatus}`, facts: null };
    case 'abandoned':
      return { kind: ageMs < (isCharge ? CONFIRMATION_LIFE_MS : UNFINISHED_LIFE_MS) ? 'pending' : 'abandoned' };
    case 'pending':
      if (isCharge && !payment.authorizationUrl && finding.rawStatus === NOT_FOUND && ageMs >= ON_ITS_WAY_MS)
        return { kind: 'failed' };
      if (isCharge && finding.isUnderWay) return { kind: 'pending' };
      return { kind: ageMs < GIVE_UP_MS ? 'pending' : 'abandoned' };
    case 'failed':
    case 'unknown':
      return { kind: finding.kind };
  }
}

/**
 * Whether the gateway now reports money on its way for a payment that it had called failed or
 * unfinished: the payer has tried again on the page that was still open, mostly by bank transfer.
 * Impossible for a charge of a saved card.
 */
export function isUnderWayAgain(
  payment: { readonly status: PaymentStatus; readonly chargeAttempt: number | null },
  finding: Finding,
): boolean {
  if (payment.status !== 'failed' && payment.status !== 'abandoned') return false;
  return payment.chargeAttempt === null && finding.kind === 'pending' && finding.isUnderWay;
}

const FIRST_GAP_MS = 15_000;
const LONGEST_GAP_MS = 3_600_000;

/**
 * When to poll an unsettled payment again: after a quarter of its age, at least 15 s, at most an
 * hour; null after 72 hours, once the gateway has answered. A gateway that does not answer is
 * polled for as long as it takes.
 */
export function nextCheckAt(createdAt: Date, now: Date, wasAnswered: boolean): Date | null {
  const ageMs = now.getTime() - createdAt.getTime();
  if (ageMs >= GIVE_UP_MS && wasAnswered) return null;
  return new Date(now.getTime() + Math.min(Math.max(ageMs / 4, FIRST_GAP_MS), LONGEST_GAP_MS));
}

/**
 * What a second click must have in common with the attempt that it reuses: payer, gateway, sum,
 * product, the address for the receipt, whether the card is saved, the link that it came by, and whether
 * somebody pays what is due.
 */
export function openKeyOf(order: {
  readonly userId: number;
  readonly gateway: string;
  readonly planId: string | null;
  readonly amount: Kobo;
  readonly subscriptionId: string | null;
  readonly periodNumber: number;
  readonly bundleId: string | null;
  readonly chargeId: string | null;
  readonly invoiceId: string | null;
  readonly upgradeFromPlanId: string | null;
  readonly email: string;
  readonly autoPayConsent: string | null;
  readonly linkId?: string | null;
  readonly paysDue?: boolean;
}): string {
  const { userId, gateway, planId, amount, subscriptionId, periodNumber, bundleId, email } = order;
  const what = bundleId ?? order.chargeId ?? order.invoiceId ?? kindOf(order);
  const autoPay = order.autoPayConsent === null ? [] : ['auto-pay'];
  const link = order.linkId ? [order.linkId] : [];
  const due = order.paysDue ? ['due'] : [];
  const key = [userId, gateway, planId, amount, subscriptionId, periodNumber, what, email, ...autoPay, ...link, ...due];
  return key.join(':');
}

/**
 * Whether a second click may get the page of this attempt: for half an hour from its opening, or
 * from when the gateway reported it as pending again. One without a page is waited for as long as
 * its gateway's timeout.
 */
export function isStillOpening(
  attempt: { readonly createdAt: Date; readonly updatedAt: Date; readonly authorizationUrl: string | null },
  now: Date,
  gatewayTimeoutMs: number,
): boolean {
  const { createdAt, updatedAt, authorizationUrl } = attempt;
  if (authorizationUrl === null) return now.getTime() - createdAt.getTime() < gatewayTimeoutMs + 5000;
  return now.getTime() - updatedAt.getTime() < LINK_LIFE_MS;
}

/**
 * Whether a link points to a payment page of a gateway: exactly one of the allowed origins, nothing
 * that only looks like it.
 */
export function isCheckoutLink(link: string, checkoutOrigins: readonly string[]): boolean {
  const url = URL.parse(link);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return checkoutOrigins.some((origin) => URL.parse(origin)?.origin === url.origin);
}

/** Added to the return address for a payer who came by a link of staff: their page knows the link. */
export const BY_LINK = '/link';
/** The same for somebody who pays without signing in. */
export const BY_QUICK_PAY = '/quick-pay';

/** What follows the return address for the payer of an attempt. */
export function returnPathOf(attempt: { readonly linkId: string | null; readonly paysDue: boolean }): string {
  if (attempt.linkId !== null) return BY_LINK;
  return attempt.paysDue ? BY_QUICK_PAY : '';
}

/** What a gateway's page says of a payment by somebody who may not know what it buys. */
export const SUM_DESCRIPTION = 'Account balance';

const REVERSAL_EVENT = /refund|dispute|revers/i;

/**
 * Webhooks about reversals: stored for staff, because the gateway's verify does not report them.
 */
export function isReversalEvent(eventName: string): boolean {
  return REVERSAL_EVENT.test(eventName);
}

/**
 * Between attempts of a webhook: half a minute, doubled each time, at most an hour. The interval is
 * also the lease of its worker.
 */
export const WEBHOOK_RETRY_GAPS = { firstGapMs: 30_000, longestGapMs: 3_600_000 } as const;
