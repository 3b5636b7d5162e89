import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { lockCompany } from '../invoices/company-billing.repository.ts';
import { findOutstanding } from '../invoices/outstanding.repository.ts';
import { bookWriteOff } from './book-write-off.ts';
import { findWriteOffByRequest, insertWriteOff, lockInvoiceOf, type WriteOffRow } from './write-off.repository.ts';

type Request = {
  readonly userId: number;
  readonly staffId: number;
  readonly invoiceNumber: string;
  readonly reason: string;
  readonly clientRequestId: string;
};

async function write(deps: BillingDependencies, tx: Transaction, request: Request): Promise<WriteOffRow | null> {
  const { userId, staffId, invoiceNumber, reason, clientRequestId } = request;
  const now = deps.clock();
  await lockCompany(tx, userId);
  const invoice = await lockInvoiceOf(tx, userId, invoiceNumber);
  if (!invoice) throw new ApiError('invoice.not-found');
  if (await findWriteOffByRequest(tx, clientRequestId)) return null;
  // A home customer's month is paid before it begins: nothing was supplied, and its invoice ends with the line.
  const isOwed = invoice.kind === 'charge' || invoice.kind === 'monthly';
  if (invoice.status !== 'open' || !isOwed) throw new ApiError('write-off.not-possible');
  const amount = invoice.kind === 'monthly' ? await findOutstanding(tx, invoice.id) : invoice.total;
  if (invoice.kind === 'monthly' && amount <= 0) throw new ApiError('write-off.under-way');
  const waits = amount > deps.approvalAboveKobo();
  const writeOff = await insertWriteOff(tx, {
    invoiceId: invoice.id,
    userId,
    amount,
    reason,
    status: waits ? 'awaiting-approval' : 'booked',
    clientRequestId,
    requestedBy: staffId,
    createdAt: now,
    decidedAt: waits ? null : now,
  });
  if (!writeOff) throw new ApiError('write-off.under-way');
  if (!waits) await bookWriteOff(tx, invoice, writeOff, now);
  await recordAudit(tx, {
    actorId: staffId,
    action: waits ? 'write-off.request' : 'write-off.book',
    subject: `customer:${userId}`,
    before: { invoiceNumber, status: invoice.status },
    after: { writeOff: writeOff.id, amountKobo: writeOff.amount, reason },
  });
  return writeOff;
}

/**
 * Writes an open invoice off, or what is owed of one of a company, once. Above the operator's sum it waits for a second person, as refunds
 * and credit do. It stays open for whoever pays it after all. Audited. Throws invoice.not-found,
 * write-off.not-possible, write-off.under-way, counter.request-reused.
 */
export async function requestWriteOff(deps: BillingDependencies, request: Request): Promise<WriteOffRow> {
  const written = await runTransaction(deps.database, (tx) => write(deps, tx, request));
  if (written) {
    deps.publishLiveUpdate(request.userId, 'payments');
    return written;
  }
  const before = await findWriteOffByRequest(deps.database, request.clientRequestId);
  if (
    before?.invoiceNumber === request.invoiceNumber &&
    before.writeOff.userId === request.userId &&
    before.writeOff.requestedBy === request.staffId
  ) {
    return before.writeOff;
  }
  throw new ApiError('counter.request-reused');
}
