import { randomUUID } from 'node:crypto';
import { listEarlierPayments as earlierEntry } from '@portal/contract/console/earlier-payments';
import {
  downloadRejectedRows,
  getImport,
  listImports as listEntry,
  startImport,
  undoImport as undoEntry,
} from '@portal/contract/console/imports';
import type { FastifyInstance } from 'fastify';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import { sendCsv } from '../../platform/http/bodies/send-csv.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { ImportRunner } from './create-import-runner.ts';
import { listEarlierPayments } from './list-earlier-payments.ts';
import { exportRejections, listImports, readImport, readImportRun } from './read-imports.ts';
import type { ImportDependencies } from './run-imports.ts';
import { undoImport } from './undo-import.ts';

/** Moving in from another system, for staff. `fileScope` takes files. */
export function registerImports(
  routes: Routes,
  deps: ImportDependencies & {
    readonly runner: ImportRunner;
    readonly fileScope: FastifyInstance;
    readonly reports: Reports;
  },
): void {
  routes.serve(listEntry, async () => listImports(deps));
  routes.serve(earlierEntry, async ({ params, reply }) =>
    deps.reports.read(reply, (database) => listEarlierPayments(database, params.id)),
  );
  routes.serve(getImport, async ({ params }) => readImport(deps, params.id));

  routes.serve(
    startImport,
    async ({ viewer, query, request }) => {
      const { kind, source, fileName, dryRun, columns = {}, readings = {} } = query;
      const id = randomUUID();
      const order = { id, kind, source, fileName, columns, readings, isDryRun: dryRun === 'true' };
      await deps.runner.start({ ...order, startedBy: viewer.user.id, startedAt: deps.clock() }, request.body);
      const message = order.isDryRun ? 'The file is being checked.' : 'The file is being imported.';
      return { success: true as const, message, import: await readImportRun(deps, id) };
    },
    { scope: deps.fileScope },
  );

  routes.serve(downloadRejectedRows, async ({ viewer, params, reply }) => {
    const { fileName, lines } = await exportRejections(deps, params.id);
    return sendCsv(reply, { viewer, fileName, content: lines });
  });

  routes.serve(undoEntry, async ({ viewer, params }) => {
    await undoImport(deps, { id: params.id, undoneBy: viewer.user.id });
    const run = await readImportRun(deps, params.id);
    return { success: true as const, message: 'Everything that this import made is gone.', import: run };
  });
}
