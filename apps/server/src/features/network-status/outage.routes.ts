import { listTimeGivenBack as listEntry } from '@portal/contract/time-given-back';
import type { Database } from '../../database/connection.ts';
import type { Routes } from '../../http/route-from-contract.ts';
import { listTimeGivenBack } from './list-time-given-back.ts';

/** What outages have given back to the caller. */
export function registerOutage(routes: Routes, { database }: { readonly database: Database }): void {
  routes.serve(listEntry, async ({ viewer }) => listTimeGivenBack(database, viewer.user.id));
}
