import { getReferral } from '@portal/contract/billing/referrals';
import type { Database } from '../../platform/database/connection.ts';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import { findReferral } from './find-referral.ts';

/** The caller's own referral code and what it has earned; nobody's name is shown to anybody. */
export function registerReferral(routes: Routes, deps: { readonly database: Database }): void {
  routes.serve(getReferral, async ({ viewer }) => findReferral(deps.database, viewer.user.id));
}
