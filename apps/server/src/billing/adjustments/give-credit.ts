import { formatNaira, type Kobo, negateKobo } from '@portal/kernel/money';
import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { addCredit, postEntries } from '../ledger/ledger.repository.ts';
import { type AdjustmentRow, findAdjustmentByRequest, hasAccount, insertAdjustment } from './adjustment.repository.ts';

export type Grant = {
  readonly userId: number;
  readonly staffId: number;
  readonly amountKobo: Kobo;
  readonly reason: string;
  readonly clientRequestId: string | null;
  /** The second person who has approved it as part of a sum. */
  readonly approvedBy?: number | null;
};

/** Books an adjustment as the customer's credit, and tells them, in the transaction that decides it. */
export async function bookAdjustment(
  deps: Pick<BillingDependencies, 'notify'>,
  tx: Transaction,
  { id, userId, amount }: AdjustmentRow,
  now: Date,
): Promise<void> {
  await addCredit(tx, userId, amount);
  await postEntries(tx, {
    transactionKey: `adjustment:${id}`,
    userId,
    paymentId: null,
    entries: [
      { account: 'adjustments', amountKobo: amount },
      { account: 'credit', amountKobo: negateKobo(amount) },
    ],
    now,
  });
  await deps.notify(tx, {
    key: `adjustment:${id}`,
    kind: 'credit-given',
    customerId: userId,
    values: { amount: formatNaira(amount) },
  });
}

/**
 * Gives a customer account credit in the caller's transaction; null when the request was made before.
 * Audited. Throws customer.not-found.
 */
export async function giveCreditWithin(
  deps: Pick<BillingDependencies, 'clock' | 'approvalAboveKobo' | 'notify'>,
  tx: Transaction,
  grant: Grant,
): Promise<AdjustmentRow | null> {
  const { userId, staffId, amountKobo, reason, clientRequestId, approvedBy = null } = grant;
  const now = deps.clock();
  if (!(await hasAccount(tx, userId))) throw new ApiError('customer.not-found');
  const waits = amountKobo > deps.approvalAboveKobo() && approvedBy === null;
  const adjustment = await insertAdjustment(tx, {
    userId,
    amount: amountKobo,
    reason,
    status: waits ? 'awaiting-approval' : 'booked',
    clientRequestId,
    requestedBy: staffId,
    decidedBy: approvedBy,
    createdAt: now,
    decidedAt: waits ? null : now,
  });
  if (!adjustment) return null;
  if (!waits) await bookAdjustment(deps, tx, adjustment, now);
  await recordAudit(tx, {
    actorId: staffId,
    action: waits ? 'credit.request' : 'credit.give',
    subject: `customer:${userId}`,
    before: null,
    after: { adjustment: adjustment.id, amountKobo, reason },
  });
  return adjustment;
}

/**
 * Gives a customer account credit, once for each request. Above the operator's sum it waits for a
 * second person, as refunds do. Audited. Throws customer.not-found, counter.request-reused.
 */
export async function giveCredit(deps: BillingDependencies, grant: Grant): Promise<AdjustmentRow> {
  const given = await runTransaction(deps.database, (tx) => giveCreditWithin(deps, tx, grant));
  if (given) {
    deps.publishLiveUpdate(given.userId, 'payments');
    return given;
  }
  const before = await findAdjustmentByRequest(deps.database, grant.clientRequestId ?? '');
  if (before?.userId === grant.userId && before.amount === grant.amountKobo && before.requestedBy === grant.staffId) {
    return before;
  }
  throw new ApiError('counter.request-reused');
}
