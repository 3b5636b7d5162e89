import {
  bulkNeeds,
  cancelBulkAction as cancelEntry,
  decideBulkAction as decideEntry,
  exportBulkRows as exportEntry,
  getBulkAction,
  listBulkActions as listEntry,
  previewBulkAction as previewEntry,
  listBulkRows as rowsEntry,
  startBulkAction as startEntry,
} from '@portal/contract/console/bulk-actions';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import { sendCsv } from '../../platform/http/bodies/send-csv.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BulkDependencies } from './bulk-dependencies.ts';
import { cancelBulkAction, decideBulkAction } from './end-bulk-action.ts';
import {
  exportBulkRows,
  kindOfBulkAction,
  listBulkActions,
  listBulkRows,
  readBulkAction,
} from './read-bulk-actions.ts';
import { previewBulkAction, startBulkAction } from './start-bulk-action.ts';

/**
 * What staff do to many customers at once. Who starts an action may do the same to one customer; `wake`
 * has it done soon.
 */
export function registerBulkActions(
  routes: Routes,
  deps: BulkDependencies & { readonly reports: Reports; readonly wake: () => void },
): void {
  const { database, reports } = deps;

  routes.serve(previewEntry, async ({ body, alsoNeeds, reply }) => {
    await alsoNeeds(bulkNeeds[body.action.kind]);
    return previewBulkAction(deps, reports.choose(reply), body);
  });

  routes.serve(startEntry, async ({ viewer, body, alsoNeeds }) => {
    await alsoNeeds(bulkNeeds[body.action.kind]);
    const { formId, ...order } = body;
    const id = formId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    await startBulkAction(deps, { ...order, id, staffId: viewer.user.id });
    deps.wake();
    const bulkAction = await readBulkAction(database, id);
    const waits = bulkAction.state === 'awaiting-approval';
    return {
      success: true as const,
      message: waits ? 'It waits for a second person.' : 'It is being done.',
      bulkAction,
    };
  });

  routes.serve(listEntry, async ({ query }) => listBulkActions(database, query));
  routes.serve(getBulkAction, async ({ params }) => readBulkAction(database, params.id));
  routes.serve(rowsEntry, async ({ params, query }) => listBulkRows(database, params.id, query));

  routes.serve(exportEntry, async ({ viewer, params, reply, alsoNeeds }) => {
    if ((await kindOfBulkAction(database, params.id)) === 'export') await alsoNeeds('exports:read');
    await alsoNeeds('customers:read');
    const subject = `export:bulk-${params.id}`;
    await database.transaction((tx) =>
      deps.recordAudit(tx, { actorId: viewer.user.id, action: 'export.download', subject, before: null, after: null }),
    );
    return sendCsv(reply, { viewer, fileName: `bulk-${params.id}.csv`, content: exportBulkRows(database, params.id) });
  });

  routes.serve(cancelEntry, async ({ viewer, params }) => {
    await cancelBulkAction(deps, { id: params.id, staffId: viewer.user.id });
    const bulkAction = await readBulkAction(database, params.id);
    return { success: true as const, message: 'It is done to nobody else.', bulkAction };
  });

  routes.serve(decideEntry, async ({ viewer, params, body }) => {
    await decideBulkAction(deps, { ...body, id: params.id, staffId: viewer.user.id });
    deps.wake();
    const bulkAction = await readBulkAction(database, params.id);
    const message = body.approve ? 'It is being done.' : 'It is declined.';
    return { success: true as const, message, bulkAction };
  });
}
