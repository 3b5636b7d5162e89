import { formatNaira, type Kobo, negateKobo, toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { overpaymentOf } from '../credit/credit-overpayment.ts';
import { paymentDecided } from '../events.ts';
import { issueCreditNote } from '../invoices/issue-credit-note.ts';
import { addCredit, type Entry, postEntries, spendCredit } from '../ledger/ledger.repository.ts';
import { type RefundPayout, refundAccountOf } from '../ledger/money-account.ts';
import { tellOfLostTime } from '../owner-changes/tell-of-lost-time.ts';
import type { RefundState } from '../payments/gateways/gateway.port.ts';
import { isPaidOutByStaff, isToOwnNumber, kindOf } from '../payments/payment.policy.ts';
import { appendEvent, findCustomer, findPaymentById, type PaymentRow } from '../payments/payment.repository.ts';
import { isToPayOut, netReceived } from './refund.policy.ts';
import { markRefunded, moveRefund, type RefundRow } from './refund.repository.ts';
import { refundedMail, refundFailedMail } from './refund-mail.ts';
import { reversePurchase } from './reverse-purchase.ts';

async function post(tx: Transaction, key: string, payment: PaymentRow, entries: readonly Entry[], now: Date) {
  await postEntries(tx, { transactionKey: key, userId: payment.userId, paymentId: payment.id, entries, now });
}

/**
 * What of a payment is the customer's credit: all of it, or where it bought something what it was
 * too much.
 */
export function heldCreditOf(payment: PaymentRow, boughtSomething: boolean): Kobo {
  return boughtSomething ? overpaymentOf(payment) : netReceived(payment);
}

/**
 * Takes the credit that a payment became out of the customer's balance while the gateway sends it
 * back, so that it cannot be spent meanwhile. False, with nothing done, when it has been spent.
 */
export async function holdCredit(
  tx: Transaction,
  payment: PaymentRow,
  amountKobo: Kobo,
  refundReference: string,
  now: Date,
): Promise<boolean> {
  if (!(await spendCredit(tx, payment.userId, amountKobo))) return false;
  const entries: Entry[] = [
    { account: 'credit', amountKobo },
    { account: 'refunds', amountKobo: negateKobo(amountKobo) },
  ];
  await post(tx, `refund-held:${refundReference}`, payment, entries, now);
  return true;
}

async function returnCredit(
  tx: Transaction,
  payment: PaymentRow,
  amountKobo: Kobo,
  refundReference: string,
  now: Date,
): Promise<void> {
  if (amountKobo === 0) return;
  await addCredit(tx, payment.userId, amountKobo);
  const entries: Entry[] = [
    { account: 'refunds', amountKobo },
    { account: 'credit', amountKobo: negateKobo(amountKobo) },
  ];
  await post(tx, `refund-returned:${refundReference}`, payment, entries, now);
}

async function sendHeldCredit(tx: Transaction, payment: PaymentRow, payout: RefundPayout | null, now: Date) {
  const amountKobo = netReceived(payment);
  const entries: Entry[] = [
    { account: 'refunds', amountKobo },
    { account: refundAccountOf(payment, payout), amountKobo: negateKobo(amountKobo) },
  ];
  await post(tx, `refund:${payment.reference}`, payment, entries, now);
  return { serviceEnded: false, creditReturnedKobo: toKobo(0), rewardTakenBackKobo: toKobo(0) };
}

/** How a refund ended: with the gateway's word, or paid out by staff. */
type Ending = { readonly outcome: string; readonly refundId: string | null; readonly payout: RefundPayout | null };

/**
 * Everything that follows from a refund, in the transaction that makes the payment `refunded`,
 * once: ledger, the reversal of the purchase unless the customer keeps it, the reward, and the
 * mail. Locks in the order of decision 004: payment, subscription, this customer's credit, the
 * referrer's.
 */
export async function completeRefund(
  deps: BillingDependencies,
  tx: Transaction,
  refund: RefundRow,
  { outcome, refundId, payout }: Ending,
): Promise<boolean> {
  const now = deps.clock();
  if (!(await markRefunded(tx, refund.paymentId, now))) return false;
  const moved = await moveRefund(tx, refund.id, ['requested', 'pending'], {
    status: 'done',
    outcome,
    nextCheckAt: null,
    updatedAt: now,
    gatewayRefundId: refundId ?? refund.gatewayRefundId,
  });
  const payment = await findPaymentById(tx, refund.paymentId);
  if (!moved || !payment) throw new Error(`refund ${refund.reference} moved beside its payment`);
  const product = deps.products[kindOf(payment)];
  const bought = await product.findBought(deps, tx, payment.id);
  const effects = bought
    ? await reversePurchase(deps, tx, payment, { ...refund, payout }, now)
    : await sendHeldCredit(tx, payment, payout, now);
  if (effects.serviceEnded) await tellOfLostTime(deps, tx, payment);
  const creditNote = await issueCreditNote(tx, { payment, now });
  const details = { refund: refund.reference, amountKobo: refund.amount, outcome, creditNote, ...effects };
  await appendEvent(tx, { paymentId: payment.id, kind: 'refunded', source: 'staff', details, now });
  const customer = await findCustomer(tx, payment.userId);
  const mail = { payment, refund, recipient: customer.email, product: product.texts };
  await deps.queueEmail(tx, refundedMail({ ...mail, ...effects, paidOut: payout?.method ?? null }));
  await deps.publish(tx, paymentDecided, { paymentId: payment.id, outcome: 'refunded' });
  return true;
}

/** A refund that does not go through, or is withdrawn: what was held is the customer's again. */
export async function failRefund(
  deps: BillingDependencies,
  tx: Transaction,
  refund: RefundRow,
  outcome: string,
): Promise<boolean> {
  const now = deps.clock();
  const change = { status: 'failed', outcome, nextCheckAt: null, updatedAt: now } as const;
  if (!(await moveRefund(tx, refund.id, ['requested', 'pending'], change))) return false;
  const payment = await findPaymentById(tx, refund.paymentId);
  if (!payment) throw new Error(`refund ${refund.reference} has no payment`);
  const bought = await deps.products[kindOf(payment)].findBought(deps, tx, payment.id);
  await returnCredit(tx, payment, heldCreditOf(payment, bought !== null), refund.reference, now);
  const details = { refund: refund.reference, reason: outcome };
  await appendEvent(tx, { paymentId: payment.id, kind: 'refund-failed', source: 'staff', details, now });
  if (isPaidOutByStaff(payment) || isToPayOut(payment, refund)) {
    await deps.notify(tx, {
      key: `refund-withdrawn:${refund.reference}`,
      kind: 'refund-withdrawn',
      customerId: payment.userId,
      values: { amount: formatNaira(refund.amount) },
    });
  } else if (refund.status === 'pending') {
    const customer = await findCustomer(tx, payment.userId);
    await deps.queueEmail(tx, refundFailedMail({ payment, refund, recipient: customer.email }));
  }
  return true;
}

/** Tells the customer that their refund is to be paid out, once. */
export async function tellOfPayout(
  deps: Pick<BillingDependencies, 'notify'>,
  tx: Transaction,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<void> {
  await deps.notify(tx, {
    key: `refund-to-pay-out:${refund.reference}`,
    kind: 'refund-to-pay-out',
    customerId: payment.userId,
    values: { amount: formatNaira(refund.amount) },
  });
}

/**
 * A gateway does not send a refund back. A transfer to an account number is to be paid out by staff from then
 * on, since nothing else can follow; any other refund has failed.
 */
async function giveUpAsking(
  deps: BillingDependencies,
  tx: Transaction,
  refund: RefundRow,
  outcome: string,
): Promise<boolean> {
  const payment = await findPaymentById(tx, refund.paymentId);
  if (!payment) throw new Error(`refund ${refund.reference} has no payment`);
  if (!isToOwnNumber(payment)) return failRefund(deps, tx, refund, outcome);
  const change = { status: 'pending', outcome, nextCheckAt: null, updatedAt: deps.clock() } as const;
  if (!(await moveRefund(tx, refund.id, ['requested', 'pending'], change))) return false;
  await tellOfPayout(deps, tx, payment, refund);
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
 * Settles a refund by the gateway's answer: done moves the money once, whoever says it first;
 * failed and refused return what was held, or have staff pay it out; anything else is asked about again. Safe to repeat
 * and to run any number of times at once.
 */
export async function settleRefund(deps: BillingDependencies, refund: RefundRow, state: RefundState): Promise<void> {
  const now = deps.clock();
  await runTransaction(deps.database, async (tx) => {
    if (state.kind === 'done')
      return completeRefund(deps, tx, refund, { outcome: state.rawStatus, refundId: state.refundId, payout: null });
    if (state.kind === 'failed') return giveUpAsking(deps, tx, refund, state.rawStatus);
    if (state.kind === 'refused') return giveUpAsking(deps, tx, refund, state.reason);
    const nextCheckAt = nextRefundCheck(refund.createdAt, now);
    if (state.kind !== 'pending') return moveRefund(tx, refund.id, ['requested', 'pending'], { nextCheckAt });
    return moveRefund(tx, refund.id, ['requested', 'pending'], {
      status: 'pending',
      outcome: state.rawStatus,
      nextCheckAt,
      updatedAt: now,
      gatewayRefundId: state.refundId ?? refund.gatewayRefundId,
    });
  });
}
