import type { WithholdingTax } from '@portal/contract/billing/staff-companies';
import { outsideReferenceKey } from '@portal/kernel/billing/outside-reference';
import { nairaFromKobo } from '@portal/kernel/money';
import { recordAudit } from '../../../identity/index.ts';
import type { Database } from '../../../platform/database/connection.ts';
import { isUuid } from '../../../platform/database/is-uuid.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { findSlip } from '../../counter/slips/slip.repository.ts';
import {
  findWithheld,
  listAwaited,
  listWithheldOf,
  recordDocument,
  type WithheldRow,
} from './withholding-tax.repository.ts';

const MOST = 200;

function present({ withheld, reference, accountNumber, customer }: WithheldRow): WithholdingTax {
  const { id, accountId, amount, createdAt, creditNoteNumber, creditNoteDate, slipId, reversedAt } = withheld;
  const isDocumented = creditNoteNumber !== null;
  return {
    id,
    customer: { id: accountId, name: customer, accountNumber },
    reference,
    amount: nairaFromKobo(amount),
    createdAt: createdAt.toISOString(),
    status: isDocumented ? 'documented' : reversedAt ? 'reversed' : 'awaited',
    creditNoteNumber,
    creditNoteDate,
    slipId,
  };
}

/** Withheld tax whose documents are awaited, oldest first; or all of a customer's, newest first. */
export async function listWithholdingTaxes(database: Database, customerId: number | null): Promise<WithholdingTax[]> {
  const rows = customerId === null ? listAwaited(database, MOST) : listWithheldOf(database, customerId, MOST);
  return (await rows).map(present);
}

/**
 * Records the tax authority's credit note for withheld tax, once: its number and its picture count for
 * one. Audited. Throws withholding-tax.not-found, withholding-tax.not-awaited,
 * withholding-tax.document-used, file.not-found.
 */
export async function recordWithholdingDocument(
  deps: Pick<BillingDependencies, 'database' | 'clock'>,
  order: {
    readonly id: string;
    readonly staffId: number;
    readonly creditNoteNumber: string;
    readonly creditNoteDate: string;
    readonly slipId: string | null;
  },
): Promise<WithholdingTax> {
  const { id, staffId, creditNoteDate, slipId } = order;
  const creditNoteNumber = outsideReferenceKey(order.creditNoteNumber);
  return runTransaction(deps.database, async (tx) => {
    const before = isUuid(id) ? await findWithheld(tx, id) : null;
    if (!before) throw new ApiError('withholding-tax.not-found');
    if (slipId !== null && !(isUuid(slipId) && (await findSlip(tx, slipId)))) throw new ApiError('file.not-found');
    const document = { creditNoteNumber, creditNoteDate, slipId, documentedBy: staffId, documentedAt: deps.clock() };
    const outcome = await recordDocument(tx, id, document);
    if (outcome === 'used') throw new ApiError('withholding-tax.document-used');
    if (outcome === 'not-awaited') throw new ApiError('withholding-tax.not-awaited');
    await recordAudit(tx, {
      actorId: staffId,
      action: 'withholding-tax.document',
      subject: `payment:${before.reference}`,
      before: null,
      after: { creditNoteNumber, creditNoteDate, amount: nairaFromKobo(before.withheld.amount) },
    });
    const after = await findWithheld(tx, id);
    if (!after) throw new Error(`withholding tax ${id} is gone`);
    return present(after);
  });
}
