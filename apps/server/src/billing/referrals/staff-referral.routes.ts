import {
  approveReferralReward as approveEntry,
  listFlaggedReferrals as listEntry,
} from '@portal/contract/billing/staff-referrals';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { type ApproveRewardDependencies, approveReward } from './approve-reward.ts';
import { listFlaggedReferrals } from './list-flagged-referrals.ts';

/** Flagged referrals, and staff's decisions about them. */
export function registerStaffReferral(
  routes: Routes,
  deps: ApproveRewardDependencies & { readonly reports: Reports },
): void {
  routes.serve(listEntry, async ({ query, reply }) =>
    deps.reports.read(reply, (database) => listFlaggedReferrals(database, { ...query, now: deps.clock() })),
  );
  routes.serve(approveEntry, async ({ viewer, params, body }) => {
    const { isPaid } = await approveReward(deps, { ...body, id: params.id, staffId: viewer.user.id });
    const message = isPaid ? 'The reward is paid.' : 'The reward is paid as soon as the friend pays.';
    return { success: true as const, message };
  });
}
