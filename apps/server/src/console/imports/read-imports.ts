import type { ImportDetail, ImportRun } from '@portal/contract/console/imports';
import type { Clock } from '@portal/kernel/clock';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Database } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { csvLine } from '../../platform/http/bodies/csv-line.policy.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import {
  type FoundImport,
  failDeadImports,
  findImportRun,
  type ImportRow,
  listImportRuns,
  listRejections,
} from './import.repository.ts';

type Deps = { readonly database: Database; readonly clock: Clock };

const LIST = 50;
const SHOWN_REJECTIONS = 100;
const PAGE = 1000;

function presentSums({ fileSum, bookedSum, rejectedSum, repeatedSum }: ImportRow): ImportRun['sums'] {
  if (fileSum === null || bookedSum === null || rejectedSum === null || repeatedSum === null) return null;
  return {
    file: nairaFromKobo(fileSum),
    booked: nairaFromKobo(bookedSum),
    rejected: nairaFromKobo(rejectedSum),
    repeated: nairaFromKobo(repeatedSum),
  };
}

function presentImport({ run, starter }: FoundImport): ImportRun {
  const { startedAt, finishedAt, undoneAt } = run;
  return {
    ...run,
    readings: run.readings ?? {},
    sums: presentSums(run),
    startedBy: starter,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    undoneAt: undoneAt?.toISOString() ?? null,
  };
}

/** The last imports and dry runs, newest first. */
export async function listImports({ database, clock }: Deps): Promise<ImportRun[]> {
  await failDeadImports(database, clock());
  return (await listImportRuns(database, LIST)).map(presentImport);
}

async function requireImport({ database, clock }: Deps, id: string): Promise<FoundImport> {
  await failDeadImports(database, clock());
  const found = isUuid(id) ? await findImportRun(database, id) : null;
  if (!found) throw new ApiError('import.not-found');
  return found;
}

/** Throws ApiError import.not-found. */
export async function readImportRun(deps: Deps, id: string): Promise<ImportRun> {
  return presentImport(await requireImport(deps, id));
}

/** With the first rows that were rejected. Throws ApiError import.not-found. */
export async function readImport(deps: Deps, id: string): Promise<ImportDetail> {
  const found = await requireImport(deps, id);
  const rejectedRows = await listRejections(deps.database, id, { after: 0, limit: SHOWN_REJECTIONS });
  return { ...presentImport(found), rejectedRows };
}

/**
 * The rejected rows as they were in the file, under its header, with the number of the row and the
 * reason behind them: mended, the file can be sent again.
 */
async function* writeRejections(database: Database, { id, headers }: ImportRow): AsyncGenerator<string> {
  yield csvLine([...headers, 'rejected_row', 'rejected_because']);
  let after = 0;
  for (;;) {
    const page = await listRejections(database, id, { after, limit: PAGE });
    yield page
      .map(({ row, reason, cells }) => csvLine([...headers.map((_, place) => cells[place] ?? ''), String(row), reason]))
      .join('');
    if (page.length < PAGE) return;
    after = page.at(-1)?.row ?? after;
  }
}

/** The name and the lines of the file with the rejected rows. Throws ApiError import.not-found. */
export async function exportRejections(deps: Deps, id: string) {
  const { run } = await requireImport(deps, id);
  return { fileName: `${run.kind}-rejected.csv`, lines: writeRejections(deps.database, run) };
}
