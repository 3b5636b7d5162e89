import { listFlaggedReferrals as listEntry } from '@portal/contract/staff-referral';
import type { Database } from '../../database/connection.ts';
import type { Routes } from '../../http/route-from-contract.ts';
import { listFlaggedReferrals } from './list-flagged-referrals.ts';

/** Referrals that staff should look at. */
export function registerStaffReferral(routes: Routes, deps: { readonly database: Database }): void {
  routes.serve(listEntry, async ({ query }) => listFlaggedReferrals(deps.database, query));
}
