import { listTimeGivenBack as listEntry } from '@portal/contract/network/outage-credits';
import type { Database } from '../../platform/database/connection.ts';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import { listTimeGivenBack } from './list-outage-credits.ts';

/** What outages have given back to the caller. */
export function registerOutage(routes: Routes, { database }: { readonly database: Database }): void {
  routes.serve(listEntry, async ({ viewer }) => listTimeGivenBack(database, viewer.user.id));
}
