import { Readable } from 'node:stream';
import {
  type ExportKind,
  exportRecords as exportEntry,
  exportKinds,
  exportNeeds,
} from '@portal/contract/console/exports';
import type { recordAudit } from '../../identity/index.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { exportRecords } from './export-records.ts';

const kindOf = (file: string): ExportKind | undefined => exportKinds.find((kind) => file === `${kind}.csv`);

/**
 * Files for those who may read what is in them. Who takes which data out of the house is recorded
 * before the first line leaves it.
 */
export function registerExports(
  routes: Routes,
  deps: { readonly database: Database; readonly reports: Reports; readonly recordAudit: typeof recordAudit },
): void {
  routes.serve(exportEntry, async ({ viewer, alsoNeeds, params, reply }) => {
    const kind = kindOf(params.file);
    if (!kind) throw new Error(`no export makes ${params.file}`);
    await alsoNeeds(exportNeeds[kind]);
    const subject = `export:${kind}`;
    await deps.database.transaction((tx) =>
      deps.recordAudit(tx, { actorId: viewer.user.id, action: 'export.download', subject, before: null, after: null }),
    );
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${params.file}"`)
      .send(Readable.from(exportRecords(deps.reports.choose(reply), kind)));
  });
}
