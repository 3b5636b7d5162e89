import type { Transaction } from '../../../platform/database/connection.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { findBuyers } from '../issued-invoice.repository.ts';
import type { InvoiceParty } from '../supply.ts';
import { vatBreakdownOfCreditNote, vatBreakdownOfInvoice } from '../vat-breakdown.policy.ts';
import type { EInvoiceOrder } from './access-points/access-point.port.ts';
import type { EInvoicing } from './access-points/create-e-invoicing.ts';
import { type DocumentFault, findDocumentFault } from './document-faults.policy.ts';
import { type EInvoice, eCreditNoteOf, eInvoiceOf } from './e-invoice.policy.ts';
import { completeParties, recordFault, type Source, storeDocument } from './e-invoice.repository.ts';
import { irnOf } from './irn.policy.ts';

type Deps = Pick<BillingDependencies, 'clock' | 'seller'> & { readonly eInvoicing: EInvoicing };

/** A document that is ready to be sent. */
export type Prepared = { readonly source: Source; readonly order: EInvoiceOrder };

/** How long a credit note waits for the invoice that it corrects. */
const WAIT_FOR_INVOICE_MS = 5 * 60_000;

const documentOf = ({ invoice, creditNote, correctedIrn }: Source): EInvoice =>
  creditNote
    ? eCreditNoteOf(creditNote, invoice, { parts: vatBreakdownOfCreditNote(creditNote, invoice), irn: correctedIrn })
    : eInvoiceOf(invoice, vatBreakdownOfInvoice(invoice));

/** A document as it was sent, or as it would be now. */
export function describeSource({ serviceId }: Pick<EInvoicing, 'serviceId'>, source: Source): EInvoiceOrder {
  const { row } = source;
  const document = row.document === null ? documentOf(source) : (row.document as EInvoice);
  const irn = row.irn ?? irnOf(document.number, serviceId, document.issueDate);
  return { irn, isBusiness: row.procedure === 'clearance', document };
}

/** A party with what it has by now where it lacked something. */
function completed(then: InvoiceParty, now: Partial<InvoiceParty> | undefined): InvoiceParty {
  if (!now) return then;
  return {
    ...then,
    address: then.address ?? now.address ?? null,
    taxId: then.taxId ?? now.taxId ?? null,
    phone: then.phone ?? now.phone ?? null,
    registrationNumber: then.registrationNumber ?? now.registrationNumber ?? null,
  };
}

/**
 * The source with what its parties have by now, which is stored with the invoice where that waits to be
 * sent, so that nobody has it without. What somebody has stays as it is: there only what the seller
 * lacked is added, for the authority alone. A credit note has what its invoice says.
 */
async function completeSource(deps: Deps, tx: Transaction, source: Source): Promise<Source> {
  const { row, invoice, creditNote } = source;
  const { snapshot } = invoice;
  const isHeld = creditNote === null && row.procedure === 'clearance';
  const buyer = isHeld ? (await findBuyers(tx, [row.userId])).get(row.userId) : undefined;
  const whole = {
    ...snapshot,
    seller: completed(snapshot.seller, deps.seller()),
    buyer: completed(snapshot.buyer, buyer),
  };
  if (JSON.stringify(whole) === JSON.stringify(snapshot)) return source;
  if (isHeld) await completeParties(tx, invoice.id, whole);
  return { ...source, invoice: { ...invoice, snapshot: whole } };
}

async function refuse(deps: Deps, tx: Transaction, { row }: Source, { field, message }: DocumentFault) {
  const now = deps.clock();
  const waits = field === 'corrects';
  const fault = { code: 'incomplete', field, message, at: now.toISOString() };
  await recordFault(tx, row.id, {
    status: waits ? 'waiting' : 'refused',
    fault,
    nextAttemptAt: waits ? new Date(now.getTime() + WAIT_FOR_INVOICE_MS) : null,
  });
}

/**
 * Gives a claimed document its number and its content, once: every attempt sends the same. One that the
 * authority would refuse waits for a person instead, with the field that is wrong; a credit note waits for
 * its invoice. Null for those.
 */
export async function prepareDocument(deps: Deps, tx: Transaction, claimed: Source): Promise<Prepared | null> {
  const { eInvoicing } = deps;
  const { row } = claimed;
  const isBusiness = row.procedure === 'clearance';
  if (row.document !== null && row.irn !== null) {
    return { source: claimed, order: { irn: row.irn, isBusiness, document: row.document as EInvoice } };
  }
  const source = await completeSource(deps, tx, claimed);
  const document = documentOf(source);
  const fault = findDocumentFault(document, { isBusiness, needsPhone: eInvoicing.accessPoint.needsPhone });
  if (fault) {
    await refuse(deps, tx, source, fault);
    return null;
  }
  const irn = row.irn ?? irnOf(document.number, eInvoicing.serviceId, document.issueDate);
  await storeDocument(tx, row.id, { irn, document });
  return { source: { ...source, row: { ...row, irn } }, order: { irn, isBusiness, document } };
}
