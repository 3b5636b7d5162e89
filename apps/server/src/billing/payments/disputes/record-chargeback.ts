import { formatNaira } from '@portal/kernel/money';
import { recordAudit } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { stopChargingCard } from '../../auto-pay/record-chargeback.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { reopenInvoices } from '../../companies/correct-settled-invoices.ts';
import { paymentDecided } from '../../events.ts';
import { issueCreditNote } from '../../invoices/issue-credit-note.ts';
import { findRevenueOf } from '../../ledger/ledger.repository.ts';
import { tellOfLostTime } from '../../owner-changes/tell-of-lost-time.ts';
import { closeCleared } from '../../reconciliation/gateway-discrepancy.repository.ts';
import { findLostInDispute, recordRefundedOutside } from '../../refunds/record-refunded-outside.ts';
import { netReceived } from '../../refunds/refund.policy.ts';
import { findLiveRefund, lockPayment, moveRefund } from '../../refunds/refund.repository.ts';
import { reverseChargedBack } from '../../refunds/reverse-purchase.ts';
import { kindOf } from '../payment.policy.ts';
import {
  appendEvent,
  type EventDetails,
  type EventSource,
  findPaymentByReference,
  type PaymentRow,
} from '../payment.repository.ts';
import { publishPaymentUpdates } from '../settlement/publish-payment-updates.ts';
import { closeDispute, findDispute, markDisputed } from './dispute.repository.ts';

type Cause = { readonly source: EventSource; readonly details: EventDetails };

/**
 * A refund of ours under way is completed on its own; one that only waits for approval has nothing
 * left to send.
 */
async function isOurRefund(tx: Transaction, payment: PaymentRow, now: Date): Promise<boolean> {
  const refund = await findLiveRefund(tx, payment.id);
  if (!refund) return false;
  const change = {
    status: 'failed',
    outcome: 'The payer’s bank was faster',
    nextCheckAt: null,
    updatedAt: now,
  } as const;
  return !(await moveRefund(tx, refund.id, ['awaiting-approval'], change));
}

/**
 * Books a chargeback, once, all or nothing: the purchase is reversed, the card is not charged any
 * more, credit that the payment became is taken as far as it is there, the reward it earned is
 * taken back, its invoice gets a credit note, and the customer is notified. A purchase that a later
 * one depends on stays, as staff are shown. False, without effect, for a payment that is not
 * successful or that we are refunding. Locks in the order of decision 004. (Threats M16, U6.)
 */
async function bookChargeback(
  deps: BillingDependencies,
  tx: Transaction,
  reference: string,
  { source, details }: Cause,
): Promise<boolean> {
  const now = deps.clock();
  const payment = await lockPayment(tx, reference);
  if (payment?.status !== 'successful' || (await isOurRefund(tx, payment, now))) return false;
  if (!(await markDisputed(tx, payment.id, now))) return false;
  const revenueKobo = await findRevenueOf(tx, payment);
  const undone = await reverseChargedBack(deps, tx, payment, { revenueKobo }, now);
  if (undone.serviceEnded) await tellOfLostTime(deps, tx, payment);
  // A company owes its invoices again; anything else is corrected.
  const isOwedAgain = payment.invoiceId !== null;
  if (isOwedAgain) await reopenInvoices(tx, payment, now);
  const creditNote = isOwedAgain ? null : await issueCreditNote(tx, { payment, now });
  await stopChargingCard(deps, tx, { payment, now });
  await closeDispute(tx, payment.id, 'lost', now);
  const outsideRefund = { gateway: payment.gateway, kind: 'refunded-outside', references: [reference] } as const;
  await closeCleared(tx, { ...outsideRefund, closeReason: 'All of it was refunded, as the ledger says' }, now);
  const product = deps.products[kindOf(payment)];
  const planStays = await product.staysAfterReversal(tx, { paymentId: payment.id, now });
  const recorded = {
    ...details,
    amountKobo: netReceived(payment),
    creditNote,
    ...undone,
    ...(planStays && { planStays }),
  };
  await appendEvent(tx, { paymentId: payment.id, kind: 'charged-back', source, details: recorded, now });
  const kind = undone.serviceEnded ? 'payment-charged-back' : 'payment-taken-back';
  await deps.notify(tx, {
    key: `chargeback:${reference}`,
    kind,
    customerId: payment.userId,
    values: { amount: formatNaira(netReceived(payment)), plan: product.texts.nameIn(payment.quote) },
  });
  await deps.publish(tx, paymentDecided, { paymentId: payment.id, outcome: 'disputed' });
  return true;
}

/**
 * Asks the gateway after a webhook about a refund or dispute, and books its answer: reversed is a
 * chargeback; for a payment that is still paid, staff see what the gateway has refunded, and a
 * dispute without a loss was won. `unknown`: it has to be asked again. A webhook is never proof by
 * itself (threats M12).
 */
export async function settleReversal(
  deps: BillingDependencies,
  payment: PaymentRow,
  webhook: { readonly eventName: string; readonly isResolved: boolean },
): Promise<'settled' | 'unknown'> {
  if (payment.status !== 'successful') return 'settled';
  const gateway = deps.gateways.find(({ id }) => id === payment.gateway);
  if (!gateway) return 'unknown';
  const { reference, amount: amountKobo, gatewayReference } = payment;
  const found = await gateway.confirm({ reference, amountKobo, gatewayReference });
  if (found.kind === 'unknown') return 'unknown';
  if (found.kind === 'paid' && (await recordRefundedOutside(deps, gateway, payment, 'webhook')).kind === 'unknown') {
    return 'unknown';
  }
  const isReversed = found.kind === 'held' && found.rawStatus === 'reversed';
  await runTransaction(deps.database, async (tx) => {
    const details = { eventName: webhook.eventName };
    if (isReversed) {
      if (!(await bookChargeback(deps, tx, reference, { source: 'webhook', details }))) return;
      await recordAudit(tx, {
        actorId: payment.userId,
        action: 'payment.chargeback',
        subject: `payment:${reference}`,
        before: { status: 'successful' },
        after: { status: 'disputed', ...details },
      });
    } else if (webhook.isResolved && found.kind === 'paid' && (await findDispute(tx, payment.id))) {
      const now = deps.clock();
      const isLost = (await findLostInDispute(tx, gateway, reference)) > 0;
      await closeDispute(tx, payment.id, isLost ? 'lost' : 'won', now);
      if (isLost) return;
      await appendEvent(tx, { paymentId: payment.id, kind: 'dispute-won', source: 'webhook', details, now });
    }
  });
  if (isReversed) await publishPaymentUpdates(deps, payment);
  return 'settled';
}

/**
 * Staff record a chargeback that the gateway reports by letter alone; a gateway that reports
 * chargebacks itself is asked first and has to confirm it. Audited. Throws payment.not-found,
 * payment.not-taken-back.
 */
export async function recordChargeback(
  deps: BillingDependencies,
  order: { readonly reference: string; readonly staffId: number; readonly reason: string },
): Promise<void> {
  const { reference, staffId, reason } = order;
  const payment = await findPaymentByReference(deps.database, reference);
  if (!payment) throw new ApiError('payment.not-found');
  const gateway = deps.gateways.find(({ id }) => id === payment.gateway);
  if (!gateway || payment.status !== 'successful') throw new ApiError('payment.not-taken-back');
  if (gateway.readDispute) {
    const { amount: amountKobo, gatewayReference } = payment;
    const found = await gateway.confirm({ reference, amountKobo, gatewayReference });
    if (found.kind !== 'held' || found.rawStatus !== 'reversed') {
      const message = `${gateway.name} does not say that this payment was taken back.`;
      throw new ApiError('payment.not-taken-back', { message });
    }
  }
  await runTransaction(deps.database, async (tx) => {
    const details = { reason, staffId };
    if (!(await bookChargeback(deps, tx, reference, { source: 'staff', details }))) {
      throw new ApiError('payment.not-taken-back');
    }
    await recordAudit(tx, {
      actorId: staffId,
      action: 'payment.chargeback',
      subject: `payment:${reference}`,
      before: { status: 'successful' },
      after: { status: 'disputed', reason },
    });
  });
  await publishPaymentUpdates(deps, payment);
}

/**
 * A bank transfer that went back to its bank, as its provider has confirmed: a chargeback, once, with
 * `also` in the same transaction. Nothing where the payment is not successful any more.
 */
export async function recordReversedTransfer(
  deps: BillingDependencies,
  payment: PaymentRow,
  also: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await runTransaction(deps.database, async (tx) => {
    const details = { reason: 'the transfer was reversed' };
    if (!(await bookChargeback(deps, tx, payment.reference, { source: 'reconciliation', details }))) return;
    await also(tx);
    await recordAudit(tx, {
      actorId: payment.userId,
      action: 'payment.chargeback',
      subject: `payment:${payment.reference}`,
      before: { status: 'successful' },
      after: { status: 'disputed', ...details },
    });
  });
  await publishPaymentUpdates(deps, payment);
}
