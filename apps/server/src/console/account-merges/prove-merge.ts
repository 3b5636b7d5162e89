import { hmacsOf } from '../../platform/crypto/hmac.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findMergeByToken, type MergeRow } from './account-merge.repository.ts';
import type { AccountMergeDeps } from './account-merge-dependencies.ts';
import { endWaiting } from './end-merge.ts';
import { mergeAccounts } from './merge-accounts.ts';
import { tokenText } from './request-merge.ts';

async function findByToken(deps: AccountMergeDeps, tx: Transaction, token: string): Promise<MergeRow> {
  const hashes = hmacsOf(deps.secrets, 'account-link', tokenText(token)).map((hmac) => hmac.toString('base64url'));
  const merge = await findMergeByToken(tx, hashes);
  if (merge?.state !== 'waiting' || merge.waitsUntil <= deps.clock()) throw new ApiError('account.link-expired');
  return merge;
}

/**
 * Merges as the person of both: they read the mailbox of the one that goes, and have just proved that they
 * are the owner of the other. Throws ApiError account.link-expired, account-merge.other-account, and as
 * `mergeAccounts`.
 */
export async function confirmMerge(deps: AccountMergeDeps, viewer: Viewer, token: string): Promise<void> {
  await runTransaction(deps.database, async (tx) => {
    const merge = await findByToken(deps, tx, token);
    const isTheirs = viewer.user.id === merge.intoId && viewer.account?.id === merge.intoId;
    if (!isTheirs) throw new ApiError('account-merge.other-account');
    await mergeAccounts(deps, tx, merge, viewer.user.id).catch((error: unknown) => {
      // What prevents it is said in the words of staff.
      throw error instanceof ApiError && error.code === 'account-merge.cannot' ? new ApiError(error.code) : error;
    });
    await deps.approvals.withdraw(tx, { kind: 'account-merge', userId: merge.fromId, by: viewer.user.id });
  });
}

/** Refuses it as who reads the mailbox of the account that would go. Throws ApiError account.link-expired. */
export async function refuseMerge(deps: AccountMergeDeps, token: string): Promise<void> {
  await runTransaction(deps.database, async (tx) => {
    const merge = await findByToken(deps, tx, token);
    await endWaiting(deps, tx, merge, { state: 'refused', endedBy: merge.fromId, reason: null });
    await deps.approvals.withdraw(tx, { kind: 'account-merge', userId: merge.fromId, by: merge.fromId });
  });
}
