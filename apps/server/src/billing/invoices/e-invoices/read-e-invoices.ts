import type { EInvoiceList, EInvoice as EInvoiceView } from '@portal/contract/billing/e-invoices';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Database } from '../../../platform/database/connection.ts';
import { isUuid } from '../../../platform/database/is-uuid.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { EInvoicing } from './access-points/create-e-invoicing.ts';
import { reportingDueAt } from './e-invoice.deadline.policy.ts';
import { findSource, type ListedEInvoice, listEInvoiceRows, readQueue } from './e-invoice.repository.ts';
import { describeSource } from './prepare-documents.ts';

const PAGE_SIZE = 50;

function present({ row, invoiceNumber, total, customer }: ListedEInvoice): EInvoiceView {
  const { id, procedure, status, irn, attempts, fault, createdAt } = row;
  return {
    id,
    kind: row.creditNoteId === null ? 'invoice' : 'credit-note',
    documentNumber: row.documentNumber,
    invoiceNumber,
    customer: { id: row.userId, name: customer },
    total: nairaFromKobo(total),
    procedure,
    status,
    irn,
    attempts,
    fault: fault ?? null,
    createdAt: createdAt.toISOString(),
    dueAt: procedure === 'reporting' ? reportingDueAt(createdAt).toISOString() : null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    registeredAt: row.registeredAt?.toISOString() ?? null,
  };
}

/** A page of documents with what stands in the queue. `search` is a whole number: the document’s, its invoice’s, that at the authority, or the customer’s. */
export async function readEInvoices(
  deps: { readonly database: Database; readonly eInvoicing?: EInvoicing | null | undefined },
  wanted: {
    readonly state?: 'waiting' | 'refused' | 'registered' | undefined;
    readonly search?: string | undefined;
    readonly before?: string | undefined;
  },
): Promise<EInvoiceList> {
  const { database, eInvoicing } = deps;
  const [queue, rows] = await Promise.all([
    readQueue(database),
    wanted.before === undefined || isUuid(wanted.before)
      ? listEInvoiceRows(database, { ...wanted, limit: PAGE_SIZE + 1 })
      : [],
  ]);
  const page = rows.slice(0, PAGE_SIZE);
  return {
    isOn: Boolean(eInvoicing),
    provider: eInvoicing?.accessPoint.name ?? null,
    waiting: queue.waiting,
    refused: queue.refused,
    oldestAt: queue.oldestAt?.toISOString() ?? null,
    keysRefused: queue.keysRefused,
    documents: page.map(present),
    next: rows.length > PAGE_SIZE ? (page.at(-1)?.row.id ?? null) : null,
  };
}

/** A document in the fields in which it is, or was, sent. Throws e-invoice.not-found. */
export async function describeEInvoice(
  { database, eInvoicing }: { readonly database: Database; readonly eInvoicing: EInvoicing },
  id: string,
): Promise<{ readonly documentNumber: string; readonly content: object }> {
  const source = isUuid(id) ? await findSource(database, id) : null;
  if (!source) throw new ApiError('e-invoice.not-found');
  const content = eInvoicing.accessPoint.describe(describeSource(eInvoicing, source));
  return { documentNumber: source.row.documentNumber, content };
}
