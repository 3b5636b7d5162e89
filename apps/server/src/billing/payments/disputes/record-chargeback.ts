import { nairaInWords } from '@portal/kernel/money';
import type { Transaction } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { findRevenueOf } from '../../ledger/ledger.repository.ts';
import { closeCleared } from '../../reconciliation/gateway-discrepancy.repository.ts';
import { findLostInDispute, recordRefundedOutside } from '../../refunds/record-refunded-outside.ts';
import { keptOf } from '../../refunds/refund.policy.ts';
import { findLiveRefund, lockPayment, moveRefund } from '../../refunds/refund.repository.ts';
import type { RefundDependencies } from '../../refunds/refund-dependencies.ts';
import { reverseChargedBack } from '../../refunds/reverse-purchase.ts';
import {
  appendEvent,
  type EventDetails,
  type EventSource,
  findPaymentByReference,
  type PaymentRow,
} from '../payment.repository.ts';
import { publishPaymentUpdates } from '../publish-payment-updates.ts';
import { closeDispute, findDispute, markDisputed } from './dispute.repository.ts';

type Cause = { readonly source: EventSource; readonly details: EventDetails };

/** A refund of ours on its way has its own end; one that only waits for approval has nothing left to send. */
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
 * Takes into our books that the payer's bank has taken a payment back, once, all or nothing: what it bought ends, its card is not charged any more, credit that it
 * became is taken as far as it is there, the reward it brought goes back, its invoice has a credit note, and the customer is told. A dearer plan on which a later upgrade of the month stands ends with the month, and staff read so. False, with nothing done, for a payment that is not successful or whose money goes back by a refund of
 * ours. Locks in the order of decision 004. (Threats M16, U6.)
 */
async function takeChargeback(
  parts: RefundDependencies,
  tx: Transaction,
  reference: string,
  { source, details }: Cause,
): Promise<boolean> {
  const now = parts.clock();
  const payment = await lockPayment(tx, reference);
  if (payment?.status !== 'successful' || (await isOurRefund(tx, payment, now))) return false;
  if (!(await markDisputed(tx, payment.id, now))) return false;
  const revenueKobo = await findRevenueOf(tx, payment);
  const undone = await reverseChargedBack(parts, tx, payment, { revenueKobo }, now);
  const creditNote = await parts.issueCreditNote(tx, { paymentId: payment.id, now });
  await parts.autoPay.stopChargingCard(tx, { payment, now });
  await closeDispute(tx, payment.id, 'lost', now);
  const sentBack = { gateway: payment.gateway, kind: 'sent-back', references: [reference] } as const;
  await closeCleared(tx, { ...sentBack, closeReason: 'All of it went back, and our books say so' }, now);
  const planStays = await parts.isUnderUpgrade(tx, { paymentId: payment.id, now });
  const told = { ...details, amountKobo: keptOf(payment), creditNote, ...undone, ...(planStays && { planStays }) };
  await appendEvent(tx, { paymentId: payment.id, kind: 'charged-back', source, details: told, now });
  const kind = undone.serviceEnded ? 'payment-charged-back' : 'payment-taken-back';
  await parts.notify(tx, {
    ...{ key: `chargeback:${reference}`, kind, customerId: payment.userId },
    values: { amount: nairaInWords(keptOf(payment)), plan: payment.quote.planName },
  });
  return true;
}

/**
 * Asks the gateway after a notice that money goes back, and takes what it says into our books: reversed is a chargeback; of what is still paid, staff are shown what the gateway sends
 * back, and a dispute that brought the bank nothing was won. `unknown`: it has to be asked again. A notice is never believed by itself (threats M12).
 */
export async function settleReversal(
  parts: RefundDependencies,
  payment: PaymentRow,
  notice: { readonly eventName: string; readonly isResolved: boolean },
): Promise<'settled' | 'unknown'> {
  if (payment.status !== 'successful') return 'settled';
  const gateway = parts.gateways.find(({ id }) => id === payment.gateway);
  if (!gateway) return 'unknown';
  const { reference, amount: amountKobo, gatewayReference } = payment;
  const found = await gateway.confirm({ reference, amountKobo, gatewayReference });
  if (found.kind === 'unknown') return 'unknown';
  if (found.kind === 'paid' && (await recordRefundedOutside(parts, gateway, payment, 'webhook')).kind === 'unknown') {
    return 'unknown';
  }
  const isReversed = found.kind === 'held' && found.rawStatus === 'reversed';
  await runTransaction(parts.database, async (tx) => {
    const details = { eventName: notice.eventName };
    if (isReversed) await takeChargeback(parts, tx, reference, { source: 'webhook', details });
    else if (notice.isResolved && found.kind === 'paid' && (await findDispute(tx, payment.id))) {
      const now = parts.clock();
      const isLost = (await findLostInDispute(tx, gateway, reference)) > 0;
      await closeDispute(tx, payment.id, isLost ? 'lost' : 'won', now);
      if (isLost) return;
      await appendEvent(tx, { paymentId: payment.id, kind: 'dispute-won', source: 'webhook', details, now });
    }
  });
  if (isReversed) await publishPaymentUpdates(parts, payment);
  return 'settled';
}

/**
 * Staff record that the payer's bank has taken a payment back, where its gateway tells of that by letter alone; a gateway that tells itself is asked first and has to say so. Audited.
 * Refuses with payment.not-found, payment.not-taken-back.
 */
export async function recordChargeback(
  parts: RefundDependencies,
  order: { readonly reference: string; readonly staffId: number; readonly reason: string },
): Promise<void> {
  const { reference, staffId, reason } = order;
  const payment = await findPaymentByReference(parts.database, reference);
  if (!payment) throw new ApiError('payment.not-found');
  const gateway = parts.gateways.find(({ id }) => id === payment.gateway);
  if (!gateway || payment.status !== 'successful') throw new ApiError('payment.not-taken-back');
  if (gateway.readDispute) {
    const { amount: amountKobo, gatewayReference } = payment;
    const found = await gateway.confirm({ reference, amountKobo, gatewayReference });
    if (found.kind !== 'held' || found.rawStatus !== 'reversed') {
      const message = `${gateway.name} does not say that this payment was taken back.`;
      throw new ApiError('payment.not-taken-back', { message });
    }
  }
  await runTransaction(parts.database, async (tx) => {
    const details = { reason, staffId };
    if (!(await takeChargeback(parts, tx, reference, { source: 'staff', details }))) {
      throw new ApiError('payment.not-taken-back');
    }
    await parts.recordAudit(tx, {
      ...{ actorId: staffId, action: 'payment.chargeback', subject: `payment:${reference}` },
      before: { status: 'successful' },
      after: { status: 'disputed', reason },
    });
  });
  await publishPaymentUpdates(parts, payment);
}
