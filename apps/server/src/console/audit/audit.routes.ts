import { listAudit as listEntry } from '@portal/contract/console/audit';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import { mayDo } from '../../platform/http/authorisation/staff-permission.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { listAudit } from './list-audit.ts';

/** The audit log. Only the use cases write to it, and entries are never changed. */
export function registerAudit(routes: Routes, deps: { readonly reports: Reports }): void {
  routes.serve(listEntry, async ({ viewer, query, reply }) => {
    const seesContacts = 'key' in viewer || mayDo(viewer, 'customers:correct');
    return deps.reports.read(reply, (database) => listAudit(database, { ...query, seesContacts }));
  });
}
