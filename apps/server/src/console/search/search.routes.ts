import { searchEverything as searchEntry } from '@portal/contract/console/search';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import { searchEverything } from './search-everything.ts';

/** One search for everything that staff look up. */
export function registerSearch(routes: Routes, { reports }: { readonly reports: Reports }): void {
  routes.serve(searchEntry, async ({ query, reply }) =>
    reports.read(reply, (database) => searchEverything(database, query)),
  );
}
