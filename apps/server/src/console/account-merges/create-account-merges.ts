import { identityApprovalEnded } from '../../identity/events.ts';
import type { IdentityApprovals } from '../../identity/index.ts';
import { type Handler, handler } from '../../platform/events/domain-events.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { changeMerge, expireMerges, findMerge, findWaitingMerge } from './account-merge.repository.ts';
import type { AccountMergeDeps } from './account-merge-dependencies.ts';
import { mergeAccounts, pairOf } from './merge-accounts.ts';
import { requireStranger } from './request-merge.ts';

/**
 * What a second member of staff does to a merge that waits: a confirmation merges; a refusal or a
 * withdrawal ends it; when their time is over, the person's own link goes on working, where they have one.
 */
export function createAccountMerges(deps: AccountMergeDeps, approvals: Pick<IdentityApprovals, 'onConfirmed'>) {
  approvals.onConfirmed('account-merge', async (tx, { payload, decidedBy }) => {
    const { mergeId } = payload as { readonly mergeId: string };
    const merge = await findMerge(tx, mergeId);
    if (merge?.state !== 'waiting') throw new ApiError('account-merge.ended');
    await requireStranger(tx, decidedBy, pairOf(merge));
    await mergeAccounts(deps, tx, merge, decidedBy);
  });
  const handlers: Handler[] = [
    handler(identityApprovalEnded, 'end the merge that waited for it', async (tx, { kind, state, userId }) => {
      if (kind !== 'account-merge' || state === 'confirmed' || state === 'waiting') return;
      const merge = await findWaitingMerge(tx, userId);
      if (merge === null || (state === 'expired' && merge.tokenHash !== null)) return;
      await changeMerge(tx, merge, { state, endedAt: deps.clock(), tokenHash: null });
    }),
  ];
  return { handlers, expire: () => expireMerges(deps.database, deps.clock()) };
}
