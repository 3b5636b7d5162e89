import { listAudit as listEntry } from '@portal/contract/console/audit';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { listAudit } from './list-audit.ts';

/** The audit log. Only the use cases write to it, and entries are never changed. */
export function registerAudit(routes: Routes, deps: { readonly reports: Reports }): void {
  routes.serve(listEntry, async ({ query, reply }) =>
    deps.reports.read(reply, (database) => listAudit(database, query)),
  );
}
