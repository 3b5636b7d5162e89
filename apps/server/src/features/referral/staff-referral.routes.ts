import { listFlaggedReferrals as listEntry } from '@portal/contract/staff-referral';
import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../database/connection.ts';
import type { Routes } from '../../http/route-from-contract.ts';
import { listFlaggedReferrals } from './list-flagged-referrals.ts';

type Deps = { readonly database: Database; readonly clock: Clock };

/** Referrals that staff should look at. */
export function registerStaffReferral(routes: Routes, deps: Deps): void {
  routes.serve(listEntry, async ({ query }) => listFlaggedReferrals(deps.database, { ...query, now: deps.clock() }));
}
