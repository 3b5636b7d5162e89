import { listFlaggedReferrals as listEntry, payAllTheSame as payEntry } from '@portal/contract/staff-referral';
import type { Routes } from '../../http/route-from-contract.ts';
import { listFlaggedReferrals } from './list-flagged-referrals.ts';
import { type ClearingParts, payAllTheSame } from './pay-all-the-same.ts';

/** Referrals that staff should look at, and what they say about them. */
export function registerStaffReferral(routes: Routes, parts: ClearingParts): void {
  routes.serve(listEntry, async ({ query }) => listFlaggedReferrals(parts.database, { ...query, now: parts.clock() }));
  routes.serve(payEntry, async ({ viewer, params, body }) => {
    const { isPaid } = await payAllTheSame(parts, { ...body, id: params.id, staffId: viewer.user.id });
    const message = isPaid ? 'The reward is paid.' : 'The reward is paid as soon as the friend pays.';
    return { success: true as const, message };
  });
}
