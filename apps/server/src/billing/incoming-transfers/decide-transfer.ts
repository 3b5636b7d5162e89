import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { requireLine } from '../lines/require-line.ts';
import { publishPaymentUpdates } from '../payments/settlement/publish-payment-updates.ts';
import { findTransferById, moveTransfer, type TransferRow } from './incoming-transfer.repository.ts';
import { bookUnmatched, settleTransfer } from './record-transfer.ts';
import { isBookable } from './transfer.policy.ts';

async function requireWaiting(tx: Transaction, id: number): Promise<TransferRow> {
  const transfer = await findTransferById(tx, id);
  if (!transfer) throw new ApiError('transfer.not-found');
  return transfer;
}

/** What a decision leaves in the audit log about its transfer. */
const inAudit = ({ provider, reference, amount, reason }: TransferRow) => ({
  provider,
  reference,
  amountKobo: amount,
  reason,
});

/**
 * Staff say whose money it is: it leaves what waits and is booked as that customer's, in one transaction. Also
 * where somebody has asked to send it back and nobody has agreed yet. Audited. Throws transfer.not-found,
 * transfer.decided, transfer.not-naira, customer.not-found.
 */
export async function assignTransfer(
  deps: BillingDependencies,
  order: { readonly id: number; readonly customerId: number; readonly staffId: number; readonly reason: string },
): Promise<void> {
  const { id, customerId, staffId, reason } = order;
  const payment = await runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    const transfer = await requireWaiting(tx, id);
    if (!isBookable(transfer.reason)) throw new ApiError('transfer.not-naira');
    const { accountId } = await requireLine(tx, { accountId: customerId });
    const change = { decidedBy: staffId, decidedAt: now, note: reason, status: 'settled' } as const;
    if (!(await moveTransfer(tx, id, ['waiting', 'returning'], change))) throw new ApiError('transfer.decided');
    await bookUnmatched(tx, transfer, 'assigned', now);
    const settled = await settleTransfer(deps, tx, transfer, { accountId, lineId: null }, 'staff');
    await recordAudit(tx, {
      actorId: staffId,
      action: 'transfer.assign',
      subject: `payment:${settled.reference}`,
      before: inAudit(transfer),
      after: { customer: accountId, because: reason },
    });
    return settled;
  });
  await publishPaymentUpdates(deps, payment);
}

/**
 * Staff record that money goes back to its bank. Above the limit for refunds the first asks for it, and
 * another agrees by the same call. Audited. Throws transfer.not-found, transfer.decided,
 * transfer.second-person.
 */
export async function returnTransfer(
  deps: BillingDependencies,
  order: { readonly id: number; readonly staffId: number; readonly note: string },
): Promise<'returned' | 'asked'> {
  const { id, staffId, note } = order;
  return runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    const transfer = await requireWaiting(tx, id);
    const isAsked = transfer.status === 'returning';
    if (isAsked && transfer.decidedBy === staffId) throw new ApiError('transfer.second-person');
    const needsTwo = transfer.amount > deps.approvalAboveKobo();
    const decision = isAsked
      ? { approvedBy: staffId, status: 'returned' as const, decidedAt: now }
      : { decidedBy: staffId, decidedAt: now, note, status: needsTwo ? ('returning' as const) : ('returned' as const) };
    if (!(await moveTransfer(tx, id, [isAsked ? 'returning' : 'waiting'], decision))) {
      throw new ApiError('transfer.decided');
    }
    const isDone = decision.status === 'returned';
    if (isDone && isBookable(transfer.reason)) await bookUnmatched(tx, transfer, 'returned', now);
    await recordAudit(tx, {
      actorId: staffId,
      action: isDone ? 'transfer.return' : 'transfer.ask-to-return',
      subject: `transfer:${id}`,
      before: inAudit(transfer),
      after: { note },
    });
    return isDone ? 'returned' : 'asked';
  });
}
