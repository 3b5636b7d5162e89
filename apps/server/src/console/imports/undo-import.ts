import { sqlState, unhurried } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { deleteRecords, findImportRun, markUndone, takeImporting } from './import.repository.ts';
import { importRules } from './import-kinds.ts';
import type { ImportDependencies } from './run-imports.ts';

const REFERRED_TO = '23503';

/**
 * Removes everything that an import has made; its file can be imported again afterwards. Throws
 * ApiError import.not-found, import.running, import.not-done, and import.built-upon once anything
 * depends on it, without effect.
 */
export async function undoImport(
  deps: Pick<ImportDependencies, 'database' | 'clock' | 'recordAudit'>,
  order: { readonly id: string; readonly undoneBy: number },
): Promise<void> {
  const { id, undoneBy } = order;
  const found = isUuid(id) ? await findImportRun(deps.database, id) : null;
  if (!found) throw new ApiError('import.not-found');
  const { kind, startedAt, accepted } = found.run;
  try {
    await unhurried(deps.database).transaction(async (tx) => {
      if (!(await takeImporting(tx))) throw new ApiError('import.running');
      if (!(await markUndone(tx, id, deps.clock()))) throw new ApiError('import.not-done');
      if (!(await importRules[kind].remove(tx, { id, startedAt }))) throw new ApiError('import.built-upon');
      await deleteRecords(tx, id);
      await deps.recordAudit(tx, {
        actorId: undoneBy,
        action: 'import.undo',
        subject: `import:${id}`,
        before: { accepted },
        after: null,
      });
    });
  } catch (error) {
    if (sqlState(error) === REFERRED_TO) throw new ApiError('import.built-upon');
    throw error;
  }
}
