import { listOutageCredits as listEntry } from '@portal/contract/network/outage-credits';
import type { Database } from '../../platform/database/connection.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { listOutageCredits } from './list-outage-credits.ts';

/** The outage credits of the caller. */
export function registerOutage(routes: Routes, { database }: { readonly database: Database }): void {
  routes.serve(listEntry, async ({ line }) => listOutageCredits(database, line.lineId));
}
