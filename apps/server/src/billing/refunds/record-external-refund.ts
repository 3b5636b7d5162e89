import { addKobo, type Kobo, minKobo, nairaFromKobo, negateKobo } from '@portal/kernel/money';
import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { paymentDecided } from '../events.ts';
import { issueCreditNote } from '../invoices/issue-credit-note.ts';
import { type Entry, findRevenueOf, postEntries, takeCredit } from '../ledger/ledger.repository.ts';
import { kindOf } from '../payments/payment.policy.ts';
import { appendEvent, findCustomer, type PaymentRow } from '../payments/payment.repository.ts';
import { publishPaymentUpdates } from '../payments/settlement/publish-payment-updates.ts';
import { closeDiscrepancy, findOpenDiscrepancy } from '../reconciliation/gateway-discrepancy.repository.ts';
import { receivedOf } from './refund.policy.ts';
import { findLiveRefund, lockPayment, markRefundedOutside } from './refund.repository.ts';
import { partRefundedMail } from './refund-mail.ts';

type Part = {
  readonly payment: PaymentRow;
  /** What is new of it, and all parts together. */
  readonly partKobo: Kobo;
  readonly sumKobo: Kobo;
  readonly boughtSomething: boolean;
};

/**
 * The entries of a part that went back: off the revenue, or where the payment became credit off
 * that, as far as it is still there; the rest is our loss.
 */
async function entriesOf(tx: Transaction, { payment, partKobo, boughtSomething }: Part): Promise<Entry[]> {
  const gateway: Entry = { account: `gateway:${payment.gateway}`, amountKobo: negateKobo(partKobo) };
  if (boughtSomething) return [gateway, { account: 'revenue', amountKobo: partKobo }];
  const takenKobo = await takeCredit(tx, payment.userId, partKobo);
  return [
    gateway,
    { account: 'credit', amountKobo: takenKobo },
    { account: 'chargebacks', amountKobo: addKobo(partKobo, negateKobo(takenKobo)) },
  ];
}

/**
 * The part of a payment that the ledger does not have yet. Throws for what is no part of a success,
 * or is on its way by a refund of ours.
 */
async function findPart(tx: Transaction, payment: PaymentRow | null, sumKobo: Kobo | null): Promise<Part> {
  if (payment?.status !== 'successful' || sumKobo === null) throw new ApiError('payment.not-a-part');
  if (await findLiveRefund(tx, payment.id)) throw new ApiError('refund.under-way');
  const boughtSomething = (await findRevenueOf(tx, payment)) > 0;
  // What was too much of it is credit: a sum that reaches into that is for staff to look at.
  const wholeKobo = boughtSomething ? minKobo(receivedOf(payment), payment.amount) : receivedOf(payment);
  if (sumKobo <= payment.refundedOutside || sumKobo >= wholeKobo) throw new ApiError('payment.not-a-part');
  return { payment, sumKobo, partKobo: addKobo(sumKobo, negateKobo(payment.refundedOutside)), boughtSomething };
}

/**
 * Books the part of a payment that its gateway has refunded outside the portal, as staff were shown
 * it, once, all or nothing: ledger, a credit note over the part, the payment's history, and the
 * customer is told. What was bought and the referrer's reward stay: only a refund of all of it
 * reverses these. Audited. Throws payment.discrepancy-not-found, payment.not-a-part,
 * refund.under-way. (Decision 016; threats M16.)
 */
export async function recordExternalRefund(
  deps: BillingDependencies,
  order: { readonly id: number; readonly staffId: number; readonly reason: string },
): Promise<void> {
  const { id, staffId, reason } = order;
  const booked = await runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    const found = await findOpenDiscrepancy(tx, id);
    if (found?.kind !== 'refunded-outside') throw new ApiError('payment.discrepancy-not-found');
    const held = await lockPayment(tx, found.reference);
    const closed = await closeDiscrepancy(tx, id, { closedAt: now, closedBy: staffId, closeReason: reason });
    if (!closed) throw new ApiError('payment.discrepancy-not-found');
    const part = await findPart(tx, held, closed.gatewayAmount);
    const { payment, partKobo, sumKobo } = part;
    await markRefundedOutside(tx, payment.id, sumKobo, now);
    const transactionKey = `external-refund:${payment.reference}:${sumKobo}`;
    const entries = await entriesOf(tx, part);
    await postEntries(tx, { transactionKey, userId: payment.userId, paymentId: payment.id, entries, now });
    const creditNote = await issueCreditNote(tx, { payment, partKobo, now });
    const details = { amountKobo: partKobo, reason, staffId, creditNote };
    await appendEvent(tx, { paymentId: payment.id, kind: 'external-refund-recorded', source: 'staff', details, now });
    await recordAudit(tx, {
      actorId: staffId,
      action: 'payment.external-refund',
      subject: `payment:${payment.reference}`,
      before: { refundedOutside: nairaFromKobo(payment.refundedOutside) },
      after: { refundedOutside: nairaFromKobo(sumKobo), reason },
    });
    const { email: recipient } = await findCustomer(tx, payment.userId);
    const { texts: product } = deps.products[kindOf(payment)];
    await deps.queueEmail(tx, partRefundedMail({ payment, product, partKobo, recipient, messageKey: transactionKey }));
    await deps.publish(tx, paymentDecided, { paymentId: payment.id, outcome: 'refunded' });
    return payment;
  });
  await publishPaymentUpdates(deps, booked);
}
