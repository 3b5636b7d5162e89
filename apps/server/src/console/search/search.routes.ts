import { type FoundKind, searchEverything as searchEntry } from '@portal/contract/console/search';
import type { Permission } from '@portal/contract/platform/staff-permissions';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import { mayDo } from '../../platform/http/authorisation/staff-permission.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { searchEverything } from './search-everything.ts';

const NEEDS: Readonly<Record<FoundKind, Permission>> = {
  customer: 'customers:read',
  line: 'lines:read',
  payment: 'payments:read',
  invoice: 'payments:read',
  receipt: 'payments:read',
  'credit-note': 'payments:read',
  ticket: 'tickets:read',
};

/** One search for everything that staff look up. */
export function registerSearch(routes: Routes, { reports }: { readonly reports: Reports }): void {
  routes.serve(searchEntry, async ({ viewer, query, reply }) => {
    const maySee = (kind: FoundKind) => mayDo(viewer, NEEDS[kind]);
    return reports.read(reply, (database) => searchEverything(database, { ...query, maySee }));
  });
}
