import type { DocumentLink } from '@portal/contract/billing/papers/papers';
import { recordAudit } from '../../identity/index.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type PaperDependencies, printPaper } from './describe-paper.ts';
import { linkStateOf, tokenHashOf } from './document-link.policy.ts';
import { findSending, findSendingByToken, markLinkWithdrawn } from './sending.repository.ts';

async function requireLink({ database, clock }: Pick<PaperDependencies, 'database' | 'clock'>, token: string) {
  const found = await findSendingByToken(database, tokenHashOf(token));
  if (!found) throw new ApiError('document-link.not-found');
  const { sending, verifiedPhone } = found;
  return { sending, state: linkStateOf(sending, verifiedPhone, clock()) };
}

/** Which documents the holder of a texted link may open, and no more. Throws document-link.not-found. */
export async function readDocumentLink(
  deps: Pick<PaperDependencies, 'database' | 'clock'>,
  token: string,
): Promise<DocumentLink> {
  const { sending, state } = await requireLink(deps, token);
  const { papers, expiresAt, createdAt } = sending;
  return { state, papers: state === 'open' ? papers : [], expiresAt: (expiresAt ?? createdAt).toISOString() };
}

/**
 * One of the documents of a texted link, as it is now. Throws document-link.not-found,
 * document-link.closed.
 */
export async function printLinkedDocument(
  deps: PaperDependencies,
  { token, place }: { readonly token: string; readonly place: number },
): Promise<{ readonly filename: string; readonly content: Buffer }> {
  const { sending, state } = await requireLink(deps, token);
  if (state !== 'open') throw new ApiError('document-link.closed');
  const paper = sending.papers[place];
  if (!paper) throw new ApiError('document-link.not-found');
  return printPaper(deps, sending.userId, paper);
}

/** Closes a texted link. Audited. Throws document-link.not-found, document-link.closed. */
export async function withdrawDocumentLink(
  { database, clock }: Pick<PaperDependencies, 'database' | 'clock'>,
  { id, staffId }: { readonly id: number; readonly staffId: number },
): Promise<void> {
  await runTransaction(database, async (tx) => {
    const sending = await markLinkWithdrawn(tx, id, { withdrawnBy: staffId, withdrawnAt: clock() });
    if (!sending) {
      const isLink = (await findSending(tx, id))?.tokenHash != null;
      throw new ApiError(isLink ? 'document-link.closed' : 'document-link.not-found');
    }
    await recordAudit(tx, {
      actorId: staffId,
      action: 'documents.withdraw-link',
      subject: `customer:${sending.userId}`,
      before: { sending: id, link: 'open' },
      after: { link: 'withdrawn' },
    });
  });
}
