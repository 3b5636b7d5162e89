import { getReferral } from '@portal/contract/billing/referrals';
import type { Database } from '../../platform/database/connection.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { findReferral } from './find-referral.ts';

/** The caller's own referral code and its rewards; no names are shown. */
export function registerReferral(routes: Routes, deps: { readonly database: Database }): void {
  routes.serve(getReferral, async ({ viewer }) => findReferral(deps.database, viewer.account.id));
}
