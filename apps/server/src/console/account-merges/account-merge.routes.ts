import {
  confirmAccountMerge as confirmEntry,
  dismissMergeSuggestion as dismissEntry,
  endAccountMerge as endEntry,
  listAccountMerges as listEntry,
  mergeAccounts as mergeEntry,
  refuseAccountMerge as refuseEntry,
  listMergeSuggestions as suggestionsEntry,
} from '@portal/contract/console/account-merges';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { AccountMergeDeps } from './account-merge-dependencies.ts';
import { endMerge } from './end-merge.ts';
import { confirmMerge, refuseMerge } from './prove-merge.ts';
import { listMerges } from './read-merges.ts';
import { previewMerge, requestMerge } from './request-merge.ts';
import { dismissSuggestion, suggestMerges } from './suggest-merges.ts';

/** Two accounts of one person that become one. */
export function registerAccountMerge(routes: Routes, deps: AccountMergeDeps): void {
  routes.serve(mergeEntry, async ({ viewer, body }) => {
    const { from, into, dryRun, identifiedBy = '', reason = '' } = body;
    const preview = await previewMerge(deps.database, { from, into });
    if (dryRun) return { success: true as const, message: 'Nothing was changed.', preview, merge: null };
    const merge = await requestMerge(deps, { from, into, identifiedBy, reason, staffId: viewer.user.id });
    const message = merge.getsLink
      ? 'It waits for the customer’s link, or for a second member of staff.'
      : 'It waits for a second member of staff.';
    return { success: true as const, message, preview, merge };
  });
  routes.serve(listEntry, ({ params }) => listMerges(deps, params.id));
  routes.serve(endEntry, async ({ viewer, params, query }) => {
    const merge = await endMerge(deps, { id: params.id, staffId: viewer.user.id, reason: query.reason });
    const message =
      merge.state === 'undone' ? 'They are two accounts again. Everybody signs in anew.' : 'It is withdrawn.';
    return { success: true as const, message, merge };
  });
  routes.serve(confirmEntry, async ({ viewer, body }) => {
    await confirmMerge(deps, viewer, body.token);
    return { success: true as const, message: 'Both are one account now.' };
  });
  routes.serve(refuseEntry, async ({ body }) => {
    await refuseMerge(deps, body.token);
    return { success: true as const, message: 'It is refused. Nothing has changed.' };
  });
  routes.serve(suggestionsEntry, ({ params }) => suggestMerges(deps.database, params.id));
  routes.serve(dismissEntry, async ({ viewer, params, body }) => {
    await dismissSuggestion(deps, { customerId: params.id, other: body.other, staffId: viewer.user.id });
    return { success: true as const, message: 'They are not suggested for each other again.' };
  });
}
