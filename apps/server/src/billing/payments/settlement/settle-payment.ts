import { afterCommit } from '../../../platform/database/after-commit.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { findKind } from '../../auto-pay/consent.repository.ts';
import { recordFailedCharge } from '../../auto-pay/record-failed-charge.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { queueUp } from '../../credit/pay-with-credit.ts';
import { paymentDecided } from '../../events.ts';
import { settleLink } from '../../payment-links/settle-link.ts';
import { paysDueAfterwards, settleDue } from '../../received-money/settle-due.ts';
import { saveCard } from '../../saved-cards/save-card.ts';
import type { Finding, Gateway, PaidCard } from '../gateways/gateway.port.ts';
import { toPayer } from '../payer-receipt.ts';
import { isOpen, isUnderWayAgain, judgeFinding, nextCheckAt, type Verdict } from '../payment.policy.ts';
import {
  appendEvent,
  decidePayment,
  type EventDetails,
  type EventSource,
  findCustomer,
  findPaymentById,
  moveOpenPayment,
  type Payment,
  type PaymentRow,
  reopenPayment,
  scheduleCheck,
} from '../payment.repository.ts';
import { reviewMail } from '../payment-mail.ts';
import { fulfilPayment } from './fulfil-payment.ts';
import { publishPaymentUpdates } from './publish-payment-updates.ts';

export type Settlement = {
  readonly payment: Payment;
  /** The gateway's answer this time; null when nothing was left to ask. */
  readonly found: Finding['kind'] | null;
};

/**
 * Asks without holding any lock. A defect in an adapter counts as an unusable answer, never as a
 * lost payment.
 */
async function queryGateway(deps: BillingDependencies, gateway: Gateway, payment: PaymentRow): Promise<Finding> {
  try {
    return await gateway.confirm({
      reference: payment.reference,
      amountKobo: payment.amount,
      gatewayReference: payment.gatewayReference,
    });
  } catch (error) {
    deps.log.error({ err: error, reference: payment.reference }, 'a gateway adapter failed');
    return { kind: 'unknown', reason: 'adapter failed' };
  }
}

/**
 * A fault that the operator can fix, or should know of at once, is logged as an error; a gateway
 * without an answer is not.
 */
function logForOperator({ log }: BillingDependencies, { reference }: PaymentRow, finding: Finding): void {
  if (finding.kind === 'unclear')
    log.error({ reference, status: finding.rawStatus }, 'a gateway’s answer is not clear');
  if (finding.kind !== 'unknown') return;
  const { reason } = finding;
  if (finding.isOurs) log.error({ reference, reason }, 'a gateway rejects our configuration');
  else log.warn({ reference, reason }, 'the gateway gave no usable answer');
}

function detailsOf(finding: Finding): EventDetails {
  if (finding.kind === 'unknown') return { status: 'unknown', reason: finding.reason };
  if (finding.kind === 'failed') return { status: finding.rawStatus, reason: finding.reason ?? null };
  if (finding.kind !== 'paid') return { status: finding.rawStatus };
  const { facts, rawStatus } = finding;
  return {
    status: rawStatus,
    reference: facts.reference,
    amountKobo: facts.amountKobo,
    chargedKobo: facts.chargedKobo,
    currency: facts.currency,
    modeMatches: facts.modeMatches,
    channel: facts.channel,
    gatewayReference: facts.gatewayReference,
  };
}

/** "VISA" and "visa" as people write it. */
function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1, 30).toLowerCase();
}

/** The data of a card that is stored without consent: its label, and enough to recognise it. */
export function labelOf(
  deps: Pick<BillingDependencies, 'hashCard'>,
  { gateway }: PaymentRow,
  card: PaidCard,
): NonNullable<PaymentRow['card']> {
  const { brand, lastFour, expiry, signature, fingerprint } = card;
  return {
    brand: brand ? capitalised(brand) : null,
    lastFour: lastFour?.slice(-4) ?? null,
    expiry,
    signature: signature === null ? null : deps.hashCard(`${gateway}:${signature}`),
    fingerprint: fingerprint === null ? null : deps.hashCard(`card:${fingerprint}`),
    reusable: card.token !== null,
  };
}

/** Counts the outcome of an automatic charge, once it is committed. */
async function countCharge(
  deps: BillingDependencies,
  tx: Transaction,
  { chargeAttempt, paymentMethodId }: PaymentRow,
  outcome: 'paid' | 'declined' | 'abandoned',
): Promise<void> {
  if (chargeAttempt === null || paymentMethodId === null || !deps.metrics) return;
  const kind = await findKind(tx, paymentMethodId);
  if (kind) afterCommit(tx, () => deps.metrics?.countCharge(kind, outcome));
}

type Outcome = { readonly finding: Finding; readonly source: EventSource; readonly now: Date };

/**
 * In one transaction: the row moves to successful once, with the gateway's own answer, and
 * everything that follows from a payment is done.
 */
async function succeed(deps: BillingDependencies, read: PaymentRow, outcome: Outcome): Promise<void> {
  const { finding, source, now } = outcome;
  const facts = finding.kind === 'paid' ? finding.facts : null;
  await runTransaction(deps.database, async (tx) => {
    const channel = facts?.channel ?? null;
    const gatewayReference = facts?.gatewayReference ?? null;
    const card = facts?.card ? labelOf(deps, read, facts.card) : null;
    const received = facts && facts.amountKobo > read.amount ? facts.amountKobo : null;
    const change = { status: 'successful', paidAt: now, received, channel, card, gatewayReference, now } as const;
    const owner = await decidePayment(tx, read.id, change);
    if (owner === null) return;
    const payment = { ...read, ...owner };
    afterCommit(tx, () => deps.metrics?.countPayment(payment, 'successful', now));
    await countCharge(deps, tx, payment, 'paid');
    await appendEvent(tx, { paymentId: payment.id, kind: 'confirmed', source, details: detailsOf(finding), now });
    if (paysDueAfterwards(payment)) await queueUp(tx, payment.userId);
    await fulfilPayment(deps, tx, { ...payment, received }, source, now);
    await settleLink(deps, tx, payment, now);
    await settleDue(deps, tx, payment, source, now);
    const { autoPayConsent: wording } = payment;
    const token = facts?.card?.token ?? null;
    if (wording !== null) await saveCard(deps, tx, { payment, card, token, wording, now });
  });
}

/**
 * Holds a payment that does not match for staff. Nothing is fulfilled, the customer is notified,
 * and only staff decide about it.
 */
async function holdForReview(
  deps: BillingDependencies,
  payment: PaymentRow,
  reason: string,
  outcome: Outcome,
): Promise<void> {
  const { finding, source, now } = outcome;
  const details = { ...detailsOf(finding), reason };
  const facts = finding.kind === 'paid' ? finding.facts : null;
  const held = await runTransaction(deps.database, async (tx) => {
    const gatewayReference = facts?.gatewayReference ?? null;
    const change = { status: 'review', paidAt: null, channel: facts?.channel ?? null, gatewayReference, now } as const;
    const owner = await decidePayment(tx, payment.id, change);
    if (owner === null) return false;
    afterCommit(tx, () => deps.metrics?.countPayment(payment, 'review', now));
    await appendEvent(tx, { paymentId: payment.id, kind: 'held', source, details, now });
    const customer = await findCustomer(tx, owner.userId);
    await deps.queueEmail(tx, toPayer(payment, reviewMail(payment, customer.email)));
    await deps.publish(tx, paymentDecided, { paymentId: payment.id, outcome: 'review' });
    return true;
  });
  if (held) deps.log.error({ reference: payment.reference, ...details }, 'payment held for review');
}

/**
 * Handles an answer that is not final: it may move the state, and sets the time of the next poll.
 */
async function recordCheck(
  deps: BillingDependencies,
  payment: PaymentRow,
  kind: Verdict['kind'],
  outcome: Outcome,
): Promise<void> {
  const { finding, source, now } = outcome;
  const status = kind === 'pending' || kind === 'failed' || kind === 'abandoned' ? kind : null;
  await runTransaction(deps.database, async (tx) => {
    const isOver = status !== null && !(status === 'pending' && payment.chargeAttempt !== null);
    await scheduleCheck(tx, payment.id, nextCheckAt(payment.createdAt, now, isOver));
    const event = { paymentId: payment.id, source, details: detailsOf(finding), now };
    if (status === 'pending' && isUnderWayAgain(payment, finding)) {
      if (await reopenPayment(tx, payment, now)) await appendEvent(tx, { ...event, kind: 'reopened' });
      return;
    }
    if (status === null || !(await moveOpenPayment(tx, payment.id, status, now)) || status === 'pending') return;
    afterCommit(tx, () => deps.metrics?.countPayment(payment, status, now));
    await countCharge(deps, tx, payment, status === 'failed' ? 'declined' : 'abandoned');
    await appendEvent(tx, { ...event, kind: status });
    const reason = finding.kind === 'failed' ? (finding.reason ?? null) : null;
    if (payment.chargeAttempt !== null) await recordFailedCharge(deps, tx, { payment, reason, now });
  });
}

/**
 * Records that nothing was charged under this reference, because the gateway has refused it or does
 * not know it, with the consequences of a decline.
 */
export async function failCharge(deps: BillingDependencies, payment: PaymentRow, reason: string): Promise<void> {
  const now = deps.clock();
  await runTransaction(deps.database, async (tx) => {
    await scheduleCheck(tx, payment.id, null);
    if (!(await moveOpenPayment(tx, payment.id, 'failed', now))) return;
    afterCommit(tx, () => deps.metrics?.countPayment(payment, 'failed', now));
    await countCharge(deps, tx, payment, 'declined');
    const details = { status: 'failed', reason };
    await appendEvent(tx, { paymentId: payment.id, kind: 'failed', source: 'auto-pay', details, now });
    await recordFailedCharge(deps, tx, { payment, reason, now });
  });
}

/**
 * The one path from a gateway's answer to the ledger, used by the customer's Verify, by webhooks,
 * by the poll and by the reconciliation. Asks the gateway (unless the payment is decided), compares
 * its answer with the row, and moves the row at most once. Safe to repeat and to run concurrently:
 * exactly one caller makes a payment successful. Throws only when the database cannot be reached;
 * then nothing has happened.
 */
export async function settlePayment(
  deps: BillingDependencies,
  payment: Payment,
  source: EventSource,
): Promise<Settlement> {
  const gateway = deps.gateways.find(({ id }) => id === payment.gateway);
  if (!isOpen(payment.status) || !gateway) return { payment, found: null };
  const finding = await queryGateway(deps, gateway, payment);
  logForOperator(deps, payment, finding);
  const now = deps.clock();
  const verdict = judgeFinding(payment, finding, now);
  const outcome = { finding, source, now };
  if (verdict.kind === 'paid') await succeed(deps, payment, outcome);
  else if (verdict.kind === 'review') await holdForReview(deps, payment, verdict.reason, outcome);
  else await recordCheck(deps, payment, verdict.kind, outcome);
  const settled = (await findPaymentById(deps.database, payment.id)) ?? payment;
  if (settled.status !== payment.status) await publishPaymentUpdates(deps, settled);
  return { payment: settled, found: finding.kind };
}
