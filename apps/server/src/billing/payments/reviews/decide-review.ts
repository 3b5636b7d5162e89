import type { Kobo } from '@portal/kernel/money';
import { recordAudit } from '../../../identity/index.ts';
import { afterCommit } from '../../../platform/database/after-commit.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { queueUp } from '../../credit/pay-with-credit.ts';
import { settleLink } from '../../payment-links/settle-link.ts';
import { paysDueAfterwards, settleDue } from '../../received-money/settle-due.ts';
import { lockPayment } from '../../refunds/refund.repository.ts';
import { rejectedMail } from '../../refunds/refund-mail.ts';
import { toPayer } from '../payer-receipt.ts';
import { appendEvent, findCustomer, findPaymentByReference, type PaymentRow } from '../payment.repository.ts';
import { creditReceived } from '../settlement/fulfil-payment.ts';
import { settlePayment } from '../settlement/settle-payment.ts';
import { findCreditProposer, findHeldDetails, leaveReview } from '../staff/staff-payment.repository.ts';
import { type Bookable, bookableOf } from './review.policy.ts';

export type ReviewDecision = {
  readonly reference: string;
  readonly staffId: number;
  readonly decision: 'recheck' | 'credit' | 'reject';
  readonly reason: string;
};

/** The sum that the gateway reports as received. Throws payment.nothing-to-book. */
async function requireBookable(tx: Transaction, payment: PaymentRow): Promise<Bookable> {
  const bookable = bookableOf(payment, await findHeldDetails(tx, payment.id));
  if (!bookable) throw new ApiError('payment.nothing-to-book');
  return bookable;
}

/**
 * Whether booking needs a second person and has not been proposed yet. Throws review.second-person
 * for the one who proposed it.
 */
async function isFirstOfTwo(
  deps: BillingDependencies,
  tx: Transaction,
  { paymentId, staffId, receivedKobo }: { paymentId: string; staffId: number; receivedKobo: Kobo },
): Promise<boolean> {
  if (receivedKobo <= deps.approvalAboveKobo()) return false;
  const proposer = await findCreditProposer(tx, paymentId);
  if (proposer?.id === staffId) throw new ApiError('review.second-person');
  return proposer === null;
}

async function credit(
  deps: BillingDependencies,
  tx: Transaction,
  payment: PaymentRow,
  bookable: Bookable,
  now: Date,
): Promise<boolean> {
  const { receivedKobo, channel, gatewayReference, rawStatus } = bookable;
  if (!(await leaveReview(tx, payment.id, { status: 'successful', receivedKobo, channel, gatewayReference, now })))
    return false;
  const details = {
    status: rawStatus,
    reference: payment.reference,
    amountKobo: receivedKobo,
    chargedKobo: receivedKobo,
    currency: payment.currency,
    modeMatches: true,
    channel,
    gatewayReference,
  };
  await appendEvent(tx, { paymentId: payment.id, kind: 'confirmed', source: 'staff', details, now });
  if (paysDueAfterwards(payment)) await queueUp(tx, payment.userId);
  await creditReceived(deps, tx, payment, receivedKobo, 'staff', now);
  await settleLink(deps, tx, payment, now);
  await settleDue(deps, tx, payment, 'staff', now);
  afterCommit(tx, () => deps.metrics?.countPayment(payment, 'successful', now));
  return true;
}

async function reject(deps: BillingDependencies, tx: Transaction, payment: PaymentRow, now: Date): Promise<boolean> {
  if (!(await leaveReview(tx, payment.id, { status: 'failed', now }))) return false;
  const customer = await findCustomer(tx, payment.userId);
  await deps.queueEmail(tx, toPayer(payment, rejectedMail({ payment, recipient: customer.email })));
  afterCommit(tx, () => deps.metrics?.countPayment(payment, 'failed', now));
  return true;
}

async function decide(deps: BillingDependencies, tx: Transaction, order: ReviewDecision): Promise<number> {
  const { reference, staffId, reason, decision } = order;
  const now = deps.clock();
  const payment = await lockPayment(tx, reference);
  if (!payment) throw new ApiError('payment.not-found');
  if (payment.status !== 'review') throw new ApiError('payment.not-in-review');
  const { id: paymentId, userId } = payment;
  const bookable = decision === 'credit' ? await requireBookable(tx, payment) : null;
  const proposes =
    bookable !== null && (await isFirstOfTwo(deps, tx, { paymentId, staffId, receivedKobo: bookable.receivedKobo }));
  const kind = proposes ? 'credit-proposed' : 'review-decided';
  await appendEvent(tx, { paymentId, kind, source: 'staff', details: { decision, reason, staffId }, now });
  const leave = async () => {
    if (bookable) return credit(deps, tx, payment, bookable, now);
    if (decision === 'reject') return reject(deps, tx, payment, now);
    return leaveReview(tx, paymentId, { status: 'pending', nextCheckAt: now, now });
  };
  if (!proposes && !(await leave())) throw new ApiError('payment.not-in-review');
  await recordAudit(tx, {
    actorId: staffId,
    action: proposes ? 'payment.credit-proposed' : `payment.review-${decision}`,
    subject: `payment:${reference}`,
    before: { status: 'review' },
    after: { decision, reason },
  });
  return userId;
}

/**
 * Staff decide about a payment in review, once, with their reason, audited and in its history, all
 * or nothing. `recheck` asks the gateway again as usual; no decision buys a period by itself. Above
 * the operator's limit the first `credit` only proposes, and that of another person books it.
 * Throws payment.not-found, payment.not-in-review, payment.nothing-to-book, review.second-person.
 */
export async function decideReview(deps: BillingDependencies, decision: ReviewDecision): Promise<void> {
  const userId = await runTransaction(deps.database, (tx) => decide(deps, tx, decision));
  if (decision.decision === 'recheck') {
    const payment = await findPaymentByReference(deps.database, decision.reference);
    if (payment) await settlePayment(deps, payment, 'staff');
  }
  deps.publishLiveUpdate(userId, 'payments');
  deps.publishLiveUpdate(userId, 'subscription');
}
