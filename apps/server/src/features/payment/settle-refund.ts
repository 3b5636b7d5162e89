import { addKobo, type Kobo, minKobo, negateKobo, toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../database/connection.ts';
import { runTransaction } from '../../database/run-transaction.ts';
import type { RefundState } from './gateways/gateway.port.ts';
import {
  addCredit,
  countRewarded,
  type Entry,
  findCredit,
  postEntries,
  spendCredit,
  sumTierBonus,
} from './ledger.repository.ts';
import { appendEvent, findCustomer, findPaymentById, type PaymentRow } from './payment.repository.ts';
import { receivedOf } from './refund.policy.ts';
import { findRewardOf, markRefunded, moveRefund, type RefundRow } from './refund.repository.ts';
import { refundedMail, refundFailedMail } from './refund-mail.ts';
import type { RefundParts } from './refund-parts.port.ts';

async function post(tx: Transaction, key: string, payment: PaymentRow, entries: readonly Entry[], now: Date) {
  await postEntries(tx, { transactionKey: key, userId: payment.userId, paymentId: payment.id, entries, now });
}

/**
 * Takes the credit that a payment became out of the customer's balance while the gateway sends it back, so that it cannot be spent meanwhile. False, with
 * nothing done, when it has been spent.
 */
export async function holdCredit(
  tx: Transaction,
  payment: PaymentRow,
  refundReference: string,
  now: Date,
): Promise<boolean> {
  const amountKobo = receivedOf(payment);
  if (!(await spendCredit(tx, payment.userId, amountKobo))) return false;
  const entries: Entry[] = [
    { account: 'credit', amountKobo },
    { account: 'refunds', amountKobo: negateKobo(amountKobo) },
  ];
  await post(tx, `refund-held:${refundReference}`, payment, entries, now);
  return true;
}

async function returnCredit(tx: Transaction, payment: PaymentRow, refundReference: string, now: Date): Promise<void> {
  const amountKobo = receivedOf(payment);
  await addCredit(tx, payment.userId, amountKobo);
  const entries: Entry[] = [
    { account: 'refunds', amountKobo },
    { account: 'credit', amountKobo: negateKobo(amountKobo) },
  ];
  await post(tx, `refund-returned:${refundReference}`, payment, entries, now);
}

type TakeBack = { readonly referrerId: number; readonly wantedKobo: Kobo; readonly key: string };

/** As much of it as is still there; the rest is our loss. */
async function takeBack(tx: Transaction, payment: PaymentRow, order: TakeBack, now: Date): Promise<Kobo> {
  const amountKobo = minKobo(await findCredit(tx, order.referrerId), order.wantedKobo);
  if (amountKobo <= 0 || !(await spendCredit(tx, order.referrerId, amountKobo))) return toKobo(0);
  await postEntries(tx, {
    transactionKey: order.key,
    userId: order.referrerId,
    paymentId: payment.id,
    entries: [
      { account: 'credit', amountKobo },
      { account: 'referral-rewards', amountKobo: negateKobo(amountKobo) },
    ],
    now,
  });
  return amountKobo;
}

/** What was credited to the referrer for this payment goes back as far as it is still there, and so does the bonus of a tier that they do not reach without it. */
async function takeBackReward(
  parts: RefundParts,
  tx: Transaction,
  payment: PaymentRow,
  now: Date,
): Promise<Kobo | null> {
  const reward = await findRewardOf(tx, payment.id);
  if (!reward) return null;
  const { referralId, referrerId, rewardKobo } = reward;
  await parts.lockRewards(tx, referrerId);
  const key = `reward-reversal:${referralId}`;
  let takenKobo = await takeBack(tx, payment, { referrerId, wantedKobo: rewardKobo, key }, now);
  const kept = new Set(parts.reachedTiers(await countRewarded(tx, referrerId)));
  for (const name of parts.tierNames.filter((tier) => !kept.has(tier))) {
    const wantedKobo = await sumTierBonus(tx, referrerId, name);
    const bonus = { referrerId, wantedKobo, key: `tier-reversal:${name}:${referralId}` };
    takenKobo = addKobo(takenKobo, await takeBack(tx, payment, bonus, now));
  }
  return takenKobo;
}

/** Undoes a month: its revenue goes back, the credit that paid for a part of it to the customer, the rest through the gateway. */
async function undoPeriod(parts: RefundParts, tx: Transaction, payment: PaymentRow, refund: RefundRow, now: Date) {
  const ended = refund.keepService ? false : await parts.endBoughtPeriod(tx, { paymentId: payment.id, now });
  const receivedKobo = receivedOf(payment);
  if (payment.creditUsed > 0) await addCredit(tx, payment.userId, payment.creditUsed);
  const entries: Entry[] = [
    { account: `gateway:${payment.gateway}`, amountKobo: negateKobo(receivedKobo) },
    { account: 'credit', amountKobo: negateKobo(payment.creditUsed) },
    { account: 'revenue', amountKobo: addKobo(receivedKobo, payment.creditUsed) },
  ];
  await post(tx, `refund:${payment.reference}`, payment, entries, now);
  const rewardKobo = await takeBackReward(parts, tx, payment, now);
  return { serviceEnded: ended, creditReturnedKobo: payment.creditUsed, rewardTakenBackKobo: rewardKobo ?? toKobo(0) };
}

async function sendHeldCredit(tx: Transaction, payment: PaymentRow, now: Date) {
  const amountKobo = receivedOf(payment);
  const entries: Entry[] = [
    { account: 'refunds', amountKobo },
    { account: `gateway:${payment.gateway}`, amountKobo: negateKobo(amountKobo) },
  ];
  await post(tx, `refund:${payment.reference}`, payment, entries, now);
  return { serviceEnded: false, creditReturnedKobo: toKobo(0), rewardTakenBackKobo: toKobo(0) };
}

/**
 * Everything that follows from money gone back, in the transaction that makes the payment `refunded`, once: ledger, the end of the month unless the customer
 * keeps it, the reward, and the mail. Locks in the order of decision 004: payment, line, this customer's credit, the referrer's.
 */
async function completeRefund(
  parts: RefundParts,
  tx: Transaction,
  refund: RefundRow,
  state: RefundState,
): Promise<boolean> {
  const now = parts.clock();
  if (!(await markRefunded(tx, refund.paymentId, now))) return false;
  const outcome = 'rawStatus' in state ? state.rawStatus : state.kind;
  const refundId = 'refundId' in state ? state.refundId : null;
  const moved = await moveRefund(tx, refund.id, ['requested', 'pending'], {
    ...{ status: 'done', outcome, nextCheckAt: null, updatedAt: now },
    gatewayRefundId: refundId ?? refund.gatewayRefundId,
  });
  const payment = await findPaymentById(tx, refund.paymentId);
  if (!moved || !payment) throw new Error(`refund ${refund.reference} moved beside its payment`);
  const period = await parts.findBoughtPeriod(tx, payment.id);
  const effects = period ? await undoPeriod(parts, tx, payment, refund, now) : await sendHeldCredit(tx, payment, now);
  const creditNote = await parts.issueCreditNote(tx, { paymentId: payment.id, now });
  const details = { refund: refund.reference, amountKobo: refund.amount, outcome, creditNote, ...effects };
  await appendEvent(tx, { paymentId: payment.id, kind: 'refunded', source: 'staff', details, now });
  const customer = await findCustomer(tx, payment.userId);
  await parts.queueEmail(tx, refundedMail({ payment, refund, recipient: customer.email, ...effects }));
  return true;
}

async function failRefund(parts: RefundParts, tx: Transaction, refund: RefundRow, outcome: string): Promise<boolean> {
  const now = parts.clock();
  const change = { status: 'failed', outcome, nextCheckAt: null, updatedAt: now } as const;
  if (!(await moveRefund(tx, refund.id, ['requested', 'pending'], change))) return false;
  const payment = await findPaymentById(tx, refund.paymentId);
  if (!payment) throw new Error(`refund ${refund.reference} has no payment`);
  const period = await parts.findBoughtPeriod(tx, payment.id);
  if (!period) await returnCredit(tx, payment, refund.reference, now);
  const details = { refund: refund.reference, reason: outcome };
  await appendEvent(tx, { paymentId: payment.id, kind: 'refund-failed', source: 'staff', details, now });
  if (refund.status === 'pending') {
    const customer = await findCustomer(tx, payment.userId);
    await parts.queueEmail(tx, refundFailedMail({ payment, refund, recipient: customer.email }));
  }
  return true;
}

const FIRST_GAP_MS = 60_000;
const LONGEST_GAP_MS = 3_600_000;

/** When to ask again: after a quarter of its age, at least a minute, at most an hour. */
export function nextRefundCheck(createdAt: Date, now: Date): Date {
  const ageMs = now.getTime() - createdAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(ageMs / 4, FIRST_GAP_MS), LONGEST_GAP_MS));
}

/**
 * Takes a gateway's word about a refund into our books: done moves the money once, whoever says it first; failed and refused give back what was held; anything
 * else is asked about again. Safe to repeat and to run any number of times at once.
 */
export async function settleRefund(parts: RefundParts, refund: RefundRow, state: RefundState): Promise<void> {
  const now = parts.clock();
  await runTransaction(parts.database, async (tx) => {
    if (state.kind === 'done') return completeRefund(parts, tx, refund, state);
    if (state.kind === 'failed') return failRefund(parts, tx, refund, state.rawStatus);
    if (state.kind === 'refused') return failRefund(parts, tx, refund, state.reason);
    const nextCheckAt = nextRefundCheck(refund.createdAt, now);
    if (state.kind !== 'pending') return moveRefund(tx, refund.id, ['requested', 'pending'], { nextCheckAt });
    return moveRefund(tx, refund.id, ['requested', 'pending'], {
      ...{ status: 'pending', outcome: state.rawStatus, nextCheckAt, updatedAt: now },
      gatewayRefundId: state.refundId ?? refund.gatewayRefundId,
    });
  });
}
