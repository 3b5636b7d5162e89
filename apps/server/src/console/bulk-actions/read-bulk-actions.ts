import type { BulkAction, BulkActionPage, BulkRow as BulkRowView } from '@portal/contract/console/bulk-actions';
import { nairaFromKobo } from '@portal/kernel/money';
import { type Database, type Queryable, unhurried } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { csvLine } from '../../platform/http/bodies/csv-line.policy.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import {
  type BulkRow,
  countReasons,
  findBulkAction,
  listBulkActionRows,
  listResultRows,
  type NamedBulkAction,
  type Outcome,
} from './bulk-action.repository.ts';
import { type FileRow, fileColumns, listFileRows } from './bulk-file.repository.ts';

const PAGE_SIZE = 20;
const ROWS = 50;
const FILE_PAGE = 1000;

function present({ bulkAction, requesterName, deciderName, cancellerName }: NamedBulkAction): BulkAction {
  const { id, action, filter, state, total, done, skipped, failed, sum, decisionReason } = bulkAction;
  const person = (personId: number | null, name: string | null) =>
    personId === null ? null : { id: personId, name: name ?? '' };
  return {
    id,
    action,
    filter,
    state,
    total,
    done,
    skipped,
    failed,
    sum: sum === null ? null : nairaFromKobo(sum),
    requestedBy: { id: bulkAction.requestedBy, name: requesterName },
    decidedBy: person(bulkAction.decidedBy, deciderName),
    decisionReason,
    cancelledBy: person(bulkAction.cancelledBy, cancellerName),
    createdAt: bulkAction.createdAt.toISOString(),
    finishedAt: bulkAction.finishedAt?.toISOString() ?? null,
  };
}

/** Newest first, 20 unless `limit` says otherwise. */
export async function listBulkActions(
  queryable: Queryable,
  { before, limit = PAGE_SIZE }: { readonly before?: string | undefined; readonly limit?: number | undefined },
): Promise<BulkAction[]> {
  if (before !== undefined && !isUuid(before)) return [];
  return (await listBulkActionRows(queryable, { before, limit })).map(present);
}

/** Throws ApiError bulk.not-found. */
export async function readBulkAction(queryable: Queryable, id: string): Promise<BulkActionPage> {
  const [row] = isUuid(id) ? await listBulkActionRows(queryable, { id, limit: 1 }) : [];
  if (!row) throw new ApiError('bulk.not-found');
  const reasons = await countReasons(queryable, id);
  const why = (wanted: Outcome) =>
    reasons.filter(({ outcome }) => outcome === wanted).map(({ reason, count }) => ({ reason, count }));
  return { ...present(row), skippedWhy: why('skipped'), failedWhy: why('failed') };
}

async function requireBulkAction(queryable: Queryable, id: string): Promise<BulkRow> {
  const found = isUuid(id) ? await findBulkAction(queryable, id) : null;
  if (!found) throw new ApiError('bulk.not-found');
  return found;
}

/** What became of each customer, by id; 50 unless `limit` says otherwise. Throws ApiError bulk.not-found. */
export async function listBulkRows(
  queryable: Queryable,
  id: string,
  page: {
    readonly outcome?: Outcome | undefined;
    readonly after?: number | undefined;
    readonly limit?: number | undefined;
  },
): Promise<BulkRowView[]> {
  await requireBulkAction(queryable, id);
  const { outcome, after = 0, limit = ROWS } = page;
  const rows = await listResultRows(queryable, id, { outcome, after, limit });
  return rows.map((row) => ({
    customer: { id: row.userId, name: row.name, email: row.email },
    outcome: row.outcome,
    reason: row.reason,
    at: row.changedAt?.toISOString() ?? null,
  }));
}

/** What an action does. Throws ApiError bulk.not-found. */
export async function kindOfBulkAction(queryable: Queryable, id: string): Promise<BulkRow['action']['kind']> {
  return (await requireBulkAction(queryable, id)).action.kind;
}

/** Every customer of an action as CSV (RFC 4180) whose cells no spreadsheet runs as a formula, page by page. */
export async function* exportBulkRows(database: Database, id: string): AsyncGenerator<string> {
  yield csvLine(fileColumns);
  let after: number | null = 0;
  do {
    const page: { readonly after: number; readonly limit: number } = { after, limit: FILE_PAGE };
    const rows: FileRow[] = await unhurried(database).transaction((tx) => listFileRows(tx, id, page));
    yield rows.map(({ cells }) => csvLine(cells.map((cell) => cell ?? ''))).join('');
    after = rows.length === FILE_PAGE ? (rows.at(-1)?.id ?? null) : null;
  } while (after !== null);
}
