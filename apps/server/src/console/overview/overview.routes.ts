import { exportFigures as exportEntry, figureKinds, getOverview } from '@portal/contract/console/overview';
import type { Clock } from '@portal/kernel/clock';
import type { recordAudit } from '../../identity/index.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import { sendCsv } from '../../platform/http/bodies/send-csv.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { type AttentionScope, exportFigures, readOverview } from './read-overview.ts';

/** The console's home. */
export function registerOverview(
  routes: Routes,
  deps: {
    readonly database: Database;
    readonly reports: Reports;
    readonly clock: Clock;
    readonly recordAudit: typeof recordAudit;
  } & AttentionScope,
): void {
  const { hasEInvoicing, hasAccountNumbers } = deps;
  routes.serve(getOverview, async ({ reply }) =>
    deps.reports.read(reply, (database) =>
      readOverview(database, { now: deps.clock(), hasEInvoicing, hasAccountNumbers }),
    ),
  );

  routes.serve(exportEntry, async ({ viewer, params, reply }) => {
    const kind = [...figureKinds, 'attention' as const].find((candidate) => params.file === `${candidate}.csv`);
    if (!kind) throw new Error(`no figures make ${params.file}`);
    const file = await exportFigures(deps, { staffId: viewer.user.id, kind });
    return sendCsv(reply, { viewer, fileName: params.file, content: file });
  });
}
