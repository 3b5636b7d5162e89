import { listAudit as listEntry } from '@portal/contract/console/audit';
import type { Database } from '../../platform/database/connection.ts';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import { listAudit } from './list-audit.ts';

/** The audit log. Only the use cases write to it, and entries are never changed. */
export function registerAudit(routes: Routes, deps: { readonly database: Database }): void {
  routes.serve(listEntry, async ({ query }) => listAudit(deps.database, query));
}
