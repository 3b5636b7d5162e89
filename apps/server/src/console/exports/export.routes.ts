import {
  exportRecords as exportEntry,
  exportFormats,
  exportKinds,
  exportNeeds,
} from '@portal/contract/console/exports';
import type { recordAudit } from '../../identity/index.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import { sendCsv } from '../../platform/http/bodies/send-csv.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { exportCsv, exportWorkbook } from './export-records.ts';

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What is in a file of the contract, and in which format. */
function describeFile(file: string) {
  const kind = exportKinds.find((candidate) => file.startsWith(`${candidate}.`));
  const format = exportFormats.find((candidate) => file.endsWith(`.${candidate}`));
  if (!kind || !format) throw new Error(`no export makes ${file}`);
  return { kind, format };
}

/**
 * Files for those who may read what is in them. Who takes which data out of the house is recorded
 * before the first line leaves it.
 */
export function registerExports(
  routes: Routes,
  deps: { readonly database: Database; readonly reports: Reports; readonly recordAudit: typeof recordAudit },
): void {
  routes.serve(exportEntry, async ({ viewer, alsoNeeds, params, reply }) => {
    const { kind, format } = describeFile(params.file);
    await alsoNeeds(exportNeeds[kind]);
    const subject = `export:${kind}`;
    await deps.database.transaction((tx) =>
      deps.recordAudit(tx, {
        actorId: viewer.user.id,
        action: 'export.download',
        subject,
        before: null,
        after: { format },
      }),
    );
    const database = deps.reports.choose(reply);
    if (format === 'csv') return sendCsv(reply, { viewer, fileName: params.file, content: exportCsv(database, kind) });
    return reply
      .header('content-type', EXCEL)
      .header('content-disposition', `attachment; filename="${params.file}"`)
      .send(await exportWorkbook(database, kind));
  });
}
