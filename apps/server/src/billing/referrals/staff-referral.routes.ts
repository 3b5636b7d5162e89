import { listFlaggedReferrals as listEntry, payAllTheSame as payEntry } from '@portal/contract/billing/staff-referrals';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import { type ApproveRewardDependencies, payAllTheSame } from './approve-reward.ts';
import { listFlaggedReferrals } from './list-flagged-referrals.ts';

/** Referrals that staff should look at, and what they say about them. */
export function registerStaffReferral(routes: Routes, deps: ApproveRewardDependencies): void {
  routes.serve(listEntry, async ({ query }) => listFlaggedReferrals(deps.database, { ...query, now: deps.clock() }));
  routes.serve(payEntry, async ({ viewer, params, body }) => {
    const { isPaid } = await payAllTheSame(deps, { ...body, id: params.id, staffId: viewer.user.id });
    const message = isPaid ? 'The reward is paid.' : 'The reward is paid as soon as the friend pays.';
    return { success: true as const, message };
  });
}
