import {
  closeAccountingPeriod as closeEntry,
  decideReopening as decideEntry,
  exportVatReturn,
  getAccountingMonth,
  getAuditFile,
  listAccountingPeriods as listEntry,
  requestReopening as requestEntry,
} from '@portal/contract/billing/accounting-periods';
import { recordAudit } from '../../identity/index.ts';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import type { FileStore } from '../../platform/files/create-file-store.ts';
import { sendCsv } from '../../platform/http/bodies/send-csv.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { writeAuditFile } from '../audit-files/write-audit-file.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { closeAccountingPeriod } from './close-period.ts';
import { exportVatDocuments } from './export-vat-documents.ts';
import { readAccountingMonth } from './read-accounting-month.ts';
import { listAccountingPeriods } from './read-periods.ts';
import { decideReopening, requestReopening } from './reopen-period.ts';

type Deps = BillingDependencies & { readonly reports: Reports; readonly files: FileStore };

const MONTH = new Intl.DateTimeFormat('en-NG', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** "November 2026" of "2026-11". */
const nameOf = (month: string) => MONTH.format(new Date(`${month}-01T00:00:00Z`));

/** The accountant's months; who takes a file out is recorded before its first byte leaves. */
export function registerAccountingPeriod(routes: Routes, deps: Deps): void {
  const { database, reports, clock } = deps;

  const recordExport = (actorId: number, action: string, month: string) =>
    database.transaction((tx) =>
      recordAudit(tx, { actorId, action, subject: `accounting-period:${month}`, before: null, after: null }),
    );

  routes.serve(listEntry, async () => listAccountingPeriods(database, clock()));

  routes.serve(getAccountingMonth, async ({ params, reply }) =>
    reports.read(reply, (queryable) => readAccountingMonth(queryable, params.month, clock())),
  );

  routes.serve(closeEntry, async ({ viewer, params, body }) => {
    const order = { month: params.month, staffId: viewer.user.id, note: body.note || null };
    const period = await closeAccountingPeriod(deps, order);
    return { success: true as const, message: `${nameOf(params.month)} is closed.`, period };
  });

  routes.serve(requestEntry, async ({ viewer, params, body }) => {
    const period = await requestReopening(deps, { month: params.month, staffId: viewer.user.id, reason: body.reason });
    return { success: true as const, message: 'A second person is to decide.', period };
  });

  routes.serve(decideEntry, async ({ viewer, params, body }) => {
    const order = { month: params.month, staffId: viewer.user.id, approve: body.approve };
    const period = await decideReopening(deps, order);
    const month = nameOf(params.month);
    const message = body.approve ? `${month} is open again.` : `${month} stays closed.`;
    return { success: true as const, message, period };
  });

  routes.serve(exportVatReturn, async ({ viewer, params: { month }, reply }) => {
    await recordExport(viewer.user.id, 'vat-return.export', month);
    const content = exportVatDocuments(reports.choose(reply), month);
    return sendCsv(reply, { viewer, fileName: `vat-documents-${month}.csv`, content });
  });

  routes.serve(getAuditFile, async ({ viewer, params: { month }, reply }) => {
    await recordExport(viewer.user.id, 'audit-file.export', month);
    return reply
      .header('content-type', 'application/gzip')
      .header('content-disposition', `attachment; filename="audit-file-${month}.tar.gz"`)
      .send(writeAuditFile({ ...deps, database: reports.choose(reply) }, month));
  });
}
