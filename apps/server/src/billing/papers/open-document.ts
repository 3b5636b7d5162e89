import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { PrintableDocument } from '../invoices/documents/create-invoice-printer.ts';
import { describePaper, type PaperDependencies } from './describe-paper.ts';
import { findPaper } from './paper.repository.ts';

/**
 * A document with a number as its customer gets it, for a member of staff. A letter has no page.
 * Audited. Throws invoice.not-found.
 */
export async function openDocument(
  deps: PaperDependencies,
  { number, form, staffId }: { readonly number: string; readonly form: 'page' | 'pdf'; readonly staffId: number },
): Promise<PrintableDocument> {
  const paper = await findPaper(deps.database, number);
  const described = paper && (await describePaper(deps, paper.userId, { kind: paper.kind, number }));
  if (!paper || !described || (form === 'page' && 'language' in described.document)) {
    throw new ApiError('invoice.not-found');
  }
  await deps.recordDocumentView(staffId, paper.userId, number);
  return described.document;
}
