import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { lockCompany } from '../invoices/company-billing.repository.ts';
import { bookWriteOff, undoWriteOff } from './book-write-off.ts';
import { findWriteOff, lockInvoiceById, moveWriteOff, type WriteOffRow } from './write-off.repository.ts';

type Decision = {
  readonly id: string;
  readonly staffId: number;
  readonly approve: boolean;
  readonly reason: string;
};

/** The write-off in that state, with its company and invoice held. Throws write-off.not-found. */
async function lockIn(tx: Transaction, id: string, status: WriteOffRow['status']) {
  const found = await findWriteOff(tx, id);
  if (found) await lockCompany(tx, found.userId);
  const invoice = found && (await lockInvoiceById(tx, found.invoiceId));
  const writeOff = found && (await findWriteOff(tx, id));
  if (!invoice || writeOff?.status !== status) throw new ApiError('write-off.not-found');
  return { invoice, writeOff };
}

async function decide(deps: BillingDependencies, tx: Transaction, decision: Decision): Promise<number> {
  const { id, staffId, approve, reason } = decision;
  const now = deps.clock();
  const { invoice, writeOff } = await lockIn(tx, id, 'awaiting-approval');
  if (approve && writeOff.requestedBy === staffId) throw new ApiError('write-off.second-person');
  if (approve && invoice.status !== 'open') throw new ApiError('write-off.not-possible');
  const change = { decidedBy: staffId, decisionReason: reason, decidedAt: now };
  await moveWriteOff(tx, { id, from: 'awaiting-approval' }, { ...change, status: approve ? 'booked' : 'declined' });
  if (approve) await bookWriteOff(tx, invoice, writeOff, now);
  await recordAudit(tx, {
    actorId: staffId,
    action: approve ? 'write-off.approve' : 'write-off.decline',
    subject: `customer:${writeOff.userId}`,
    before: { writeOff: id, status: writeOff.status },
    after: { amountKobo: writeOff.amount, reason },
  });
  return writeOff.userId;
}

/**
 * Approves a write-off that waits for a second person, and books it, or declines it; who asked for it
 * may take it back but not approve it. Audited. Throws write-off.not-found, write-off.second-person,
 * write-off.not-possible.
 */
export async function decideWriteOff(deps: BillingDependencies, decision: Decision): Promise<void> {
  const userId = await runTransaction(deps.database, (tx) => decide(deps, tx, decision));
  deps.publishLiveUpdate(userId, 'payments');
}

/** Takes a write-off back: the invoice is due again. Audited. Throws write-off.not-found. */
export async function reverseWriteOff(
  deps: BillingDependencies,
  { id, staffId, reason }: Omit<Decision, 'approve'>,
): Promise<void> {
  const now = deps.clock();
  const userId = await runTransaction(deps.database, async (tx) => {
    const { invoice, writeOff } = await lockIn(tx, id, 'booked');
    await undoWriteOff(tx, { invoice, by: staffId, now });
    await recordAudit(tx, {
      actorId: staffId,
      action: 'write-off.reverse',
      subject: `customer:${writeOff.userId}`,
      before: { writeOff: id, status: 'booked' },
      after: { status: 'reversed', reason },
    });
    return writeOff.userId;
  });
  deps.publishLiveUpdate(userId, 'payments');
}
