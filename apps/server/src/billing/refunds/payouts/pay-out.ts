import { outsideReferenceKey } from '@portal/kernel/billing/outside-reference';
import { recordAudit } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { lockOpenShift } from '../../counter/tills/till.repository.ts';
import { sumAccount } from '../../ledger/ledger.repository.ts';
import { findPaymentById } from '../../payments/payment.repository.ts';
import { publishPaymentUpdates } from '../../payments/settlement/publish-payment-updates.ts';
import type { RefundRow } from '../refund.repository.ts';
import { completeRefund } from '../settle-refund.ts';
import { findPayout, insertPayout, lockToPayOut } from './payout.repository.ts';

type Order = {
  /** Of the refund. */
  readonly reference: string;
  readonly staffId: number;
  readonly clientRequestId: string;
  /** The bank's number of a transfer; null for cash. */
  readonly bankReference: string | null;
};

/** Cash comes from the open till of the one who pays, which nothing else moves meanwhile. */
async function takeFromTill(tx: Transaction, refund: RefundRow, staffId: number): Promise<string> {
  const shift = await lockOpenShift(tx, staffId, 'update');
  if (!shift) throw new ApiError('till.not-open');
  if (refund.requestedBy === staffId && refund.approvedBy === null) throw new ApiError('payout.second-person');
  if ((await sumAccount(tx, `till:${staffId}`)) < refund.amount) throw new ApiError('till.too-little');
  return shift.id;
}

async function pay(deps: BillingDependencies, tx: Transaction, order: Order): Promise<string> {
  const { reference, staffId, clientRequestId, bankReference } = order;
  const now = deps.clock();
  const refund = await lockToPayOut(tx, reference);
  // Sent again at once, it has waited for the first.
  if (!refund) throw new ApiError('payout.not-found');
  const method = bankReference === null ? 'cash' : 'transfer';
  const shiftId = method === 'cash' ? await takeFromTill(tx, refund, staffId) : null;
  const payout = {
    refundId: refund.id,
    clientRequestId,
    method,
    staffId,
    shiftId,
    bankReference,
    createdAt: now,
  } as const;
  if (!(await insertPayout(tx, payout))) {
    throw bankReference === null
      ? new ApiError('counter.request-reused')
      : new ApiError('counter.reference-used', { errors: { bankReference: USED } });
  }
  await completeRefund(deps, tx, refund, { outcome: method, refundId: bankReference, payout });
  await recordAudit(tx, {
    actorId: staffId,
    action: 'payment.pay-out',
    subject: `refund:${reference}`,
    before: null,
    after: { refund: reference, amountKobo: refund.amount, method, bankReference, shift: shiftId },
  });
  return refund.paymentId;
}

const USED = 'This number was used before.';

/**
 * Pays out a refund of money from the counter, in one transaction with everything that follows from a
 * refund: in cash from the open till of who pays, never more than is in it, or by a bank transfer that
 * was made. Audited. A repeat of the form does nothing. Throws payout.not-found, payout.second-person,
 * till.not-open, till.too-little, counter.reference-used, counter.request-reused.
 */
export async function payOut(deps: BillingDependencies, wanted: Order): Promise<void> {
  const bankReference = outsideReferenceKey(wanted.bankReference ?? '') || null;
  const order = { ...wanted, bankReference };
  if (await isRepeat(deps, order)) return;
  try {
    const paymentId = await runTransaction(deps.database, (tx) => pay(deps, tx, order));
    const payment = await findPaymentById(deps.database, paymentId);
    if (payment) await publishPaymentUpdates(deps, payment);
  } catch (error) {
    if (error instanceof ApiError && (await isRepeat(deps, order))) return;
    throw error;
  }
}

/** Whether the form has paid this out before. Throws counter.request-reused where it paid another. */
async function isRepeat({ database }: BillingDependencies, order: Order): Promise<boolean> {
  const before = await findPayout(database, order.clientRequestId);
  if (!before) return false;
  const { payout, reference } = before;
  const isSame =
    reference === order.reference && payout.staffId === order.staffId && payout.bankReference === order.bankReference;
  if (!isSame) throw new ApiError('counter.request-reused');
  return true;
}
