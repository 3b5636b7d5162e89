import type { Transaction } from '../../database/connection.ts';
import { runTransaction } from '../../database/run-transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import { creditReceived } from './grant-payment.ts';
import { appendEvent, findCustomer, findPaymentByReference, type PaymentRow } from './payment.repository.ts';
import { lockPayment } from './refund.repository.ts';
import { rejectedMail } from './refund-mail.ts';
import type { RefundParts } from './refund-parts.port.ts';
import { bookableOf } from './review.policy.ts';
import { settlePayment } from './settle-payment.ts';
import { findCreditProposer, findHeldDetails, leaveReview } from './staff-payment.repository.ts';

export type ReviewDecision = {
  readonly reference: string;
  readonly staffId: number;
  readonly decision: 'recheck' | 'credit' | 'reject';
  readonly reason: string;
};

/** What the gateway says came in is booked as the customer's credit. Refuses with payment.nothing-to-book. */
async function credit(parts: RefundParts, tx: Transaction, payment: PaymentRow, now: Date): Promise<boolean> {
  const bookable = bookableOf(payment, await findHeldDetails(tx, payment.id));
  if (!bookable) throw new Refusal('payment.nothing-to-book');
  const { receivedKobo, channel, gatewayReference, rawStatus } = bookable;
  if (!(await leaveReview(tx, payment.id, { status: 'successful', receivedKobo, channel, gatewayReference, now })))
    return false;
  const details = {
    ...{ status: rawStatus, reference: payment.reference, amountKobo: receivedKobo, chargedKobo: receivedKobo },
    ...{ currency: payment.currency, modeMatches: true, channel, gatewayReference },
  };
  await appendEvent(tx, { paymentId: payment.id, kind: 'confirmed', source: 'staff', details, now });
  await creditReceived(parts, tx, payment, receivedKobo, now);
  return true;
}

async function reject(parts: RefundParts, tx: Transaction, payment: PaymentRow, now: Date): Promise<boolean> {
  if (!(await leaveReview(tx, payment.id, { status: 'failed', now }))) return false;
  const customer = await findCustomer(tx, payment.userId);
  await parts.queueEmail(tx, rejectedMail({ payment, recipient: customer.email }));
  return true;
}

/** Whether booking takes a second person and nobody has proposed it yet. Refuses with review.second-person who proposed it. */
async function isFirstOfTwo(parts: RefundParts, tx: Transaction, payment: PaymentRow, staffId: number) {
  const bookable = bookableOf(payment, await findHeldDetails(tx, payment.id));
  if (!bookable || bookable.receivedKobo <= parts.approvalAboveKobo) return false;
  const proposer = await findCreditProposer(tx, payment.id);
  if (proposer?.id === staffId) throw new Refusal('review.second-person');
  return proposer === null;
}

async function leave(parts: RefundParts, tx: Transaction, payment: PaymentRow, decision: ReviewDecision, now: Date) {
  if (decision.decision === 'credit') return credit(parts, tx, payment, now);
  if (decision.decision === 'reject') return reject(parts, tx, payment, now);
  return leaveReview(tx, payment.id, { status: 'pending', nextCheckAt: now, now });
}

/**
 * Staff lead a payment out of review, once, with their reason, audited and in its history, all or nothing. `recheck` asks the gateway again through the usual
 * path; no decision buys a period by itself. Above the operator's sum the first `credit` only proposes, and somebody else's books it. Refuses with
 * payment.not-found, payment.not-in-review, payment.nothing-to-book, review.second-person.
 */
export async function decideReview(parts: RefundParts, decision: ReviewDecision): Promise<void> {
  const { reference, staffId, reason } = decision;
  const userId = await runTransaction(parts.database, async (tx) => {
    const now = parts.clock();
    const payment = await lockPayment(tx, reference);
    if (!payment) throw new Refusal('payment.not-found');
    if (payment.status !== 'review') throw new Refusal('payment.not-in-review');
    const proposes = decision.decision === 'credit' && (await isFirstOfTwo(parts, tx, payment, staffId));
    const details = { decision: decision.decision, reason, staffId };
    const kind = proposes ? 'credit-proposed' : 'review-decided';
    await appendEvent(tx, { paymentId: payment.id, kind, source: 'staff', details, now });
    if (!proposes && !(await leave(parts, tx, payment, decision, now))) throw new Refusal('payment.not-in-review');
    await parts.recordAudit(tx, {
      actorId: staffId,
      action: proposes ? 'payment.credit-proposed' : `payment.review-${decision.decision}`,
      subject: `payment:${reference}`,
      before: { status: 'review' },
      after: { decision: decision.decision, reason },
    });
    return payment.userId;
  });
  if (decision.decision === 'recheck') {
    const payment = await findPaymentByReference(parts.database, reference);
    if (payment) await settlePayment(parts, payment, 'staff');
  }
  parts.announceChange(userId, 'payments');
  parts.announceChange(userId, 'subscription');
}
