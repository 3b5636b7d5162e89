import { recordAudit } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { isUuid } from '../../../platform/database/is-uuid.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { EInvoicing } from './access-points/create-e-invoicing.ts';
import { type EInvoiceRow, findSource, lockEInvoice, retryAll, retryOne } from './e-invoice.repository.ts';
import { prepareDocument } from './prepare-documents.ts';
import { type RegisterDependencies, recordRegistration } from './register-e-invoices.ts';

type Deps = Pick<RegisterDependencies, 'database' | 'clock'>;

type Order = { readonly staffId: number; readonly id: string };

async function lock(tx: Transaction, id: string): Promise<EInvoiceRow> {
  const row = isUuid(id) ? await lockEInvoice(tx, id) : null;
  if (!row) throw new ApiError('e-invoice.not-found');
  return row;
}

/**
 * Has a refused document made anew and sent again, and one that waits sent now. Audited. Throws
 * e-invoice.not-found, e-invoice.registered.
 */
export async function retryEInvoice({ database, clock }: Deps, { staffId, id }: Order): Promise<void> {
  await runTransaction(database, async (tx) => {
    const { status, documentNumber, fault } = await lock(tx, id);
    if (status === 'registered') throw new ApiError('e-invoice.registered');
    await retryOne(tx, id, clock());
    await recordAudit(tx, {
      actorId: staffId,
      action: 'e-invoice.retry',
      subject: `e-invoice:${documentNumber}`,
      before: { status, ...(fault && { fault: fault.message }) },
      after: { status: 'waiting' },
    });
  });
}

/** The same for all that were refused, and all that wait. Audited. Returns how many. */
export async function retryEInvoices({ database, clock }: Deps, staffId: number): Promise<number> {
  return runTransaction(database, async (tx) => {
    const retried = await retryAll(tx, clock());
    const after = { retried };
    await recordAudit(tx, {
      actorId: staffId,
      action: 'e-invoice.retry-all',
      subject: 'e-invoices',
      before: null,
      after,
    });
    return retried;
  });
}

/**
 * Says that a document which the authority has under this number is this one, after it has confirmed that
 * it has it. Audited. Throws e-invoice.not-found, e-invoice.not-a-duplicate, e-invoice.not-confirmed.
 */
export async function acceptEInvoice(deps: RegisterDependencies, { staffId, id }: Order): Promise<void> {
  const source = isUuid(id) ? await findSource(deps.database, id) : null;
  if (!source) throw new ApiError('e-invoice.not-found');
  const { row } = source;
  if (row.status !== 'refused' || row.fault?.code !== 'duplicate' || row.irn === null)
    throw new ApiError('e-invoice.not-a-duplicate');
  const confirmed = await deps.eInvoicing.accessPoint.confirm(row.irn);
  if (confirmed.kind !== 'registered') throw new ApiError('e-invoice.not-confirmed');
  const prepared = await runTransaction(deps.database, async (tx) => {
    await lock(tx, id);
    await recordAudit(tx, {
      actorId: staffId,
      action: 'e-invoice.accept',
      subject: `e-invoice:${row.documentNumber}`,
      before: { status: row.status },
      after: { status: 'registered', irn: row.irn },
    });
    return prepareDocument(deps, tx, source);
  });
  if (!prepared) throw new ApiError('e-invoice.not-confirmed');
  await recordRegistration(deps, prepared, confirmed.qrText);
}

/** Whether documents are registered here. Throws e-invoice.off where they are not. */
export function requireEInvoicing<D extends { readonly eInvoicing?: EInvoicing | null | undefined }>(
  deps: D,
): D & { readonly eInvoicing: EInvoicing } {
  const { eInvoicing } = deps;
  if (!eInvoicing) throw new ApiError('e-invoice.off');
  return { ...deps, eInvoicing };
}
