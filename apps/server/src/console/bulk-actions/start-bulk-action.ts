import { isDeepStrictEqual } from 'node:util';
import { type BulkOrder, type BulkPreview, MOST_IN_BULK } from '@portal/contract/console/bulk-actions';
import { type Kobo, koboFromNaira, nairaFromKobo, toKobo } from '@portal/kernel/money';
import { type Database, type Queryable, type Transaction, unhurried } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { nameOf } from '../customers/read-customers.ts';
import { type BulkRow, findBulkAction, insertBulkAction, insertRows, type Outcome } from './bulk-action.repository.ts';
import type { BulkDependencies } from './bulk-dependencies.ts';
import { tagOf, whyNot } from './bulk-row.policy.ts';
import { listFacts, listSample, listTarget } from './bulk-target.repository.ts';

const SAMPLE = 5;

type Decided = { readonly userId: number; readonly reason: string | null };

/** Every customer of the target, with the reason where it is not done to them. Throws bulk.too-many. */
async function decide(
  { clock, textMessages }: Pick<BulkDependencies, 'clock' | 'textMessages'>,
  queryable: Queryable,
  { action, target }: BulkOrder,
): Promise<Decided[]> {
  const now = clock();
  const ids = await listTarget(queryable, target, { now, most: MOST_IN_BULK + 1 });
  if (ids.length > MOST_IN_BULK) throw new ApiError('bulk.too-many');
  const facts = await listFacts(queryable, ids, tagOf(action));
  return facts.map((each) => ({ userId: each.id, reason: whyNot(action, each, textMessages.canText) }));
}

/** What credit for so many customers adds up to; null for an action without money. */
function sumOf(action: BulkOrder['action'], customers: number): Kobo | null {
  return action.kind === 'credit' ? toKobo((koboFromNaira(action.amount) ?? 0) * customers) : null;
}

/** What the texts of an action are sent as; null for one without. */
function textsOf(
  { clock, textMessages, isQuiet }: Pick<BulkDependencies, 'clock' | 'textMessages' | 'isQuiet'>,
  action: BulkOrder['action'],
  customers: number,
): BulkPreview['texts'] {
  if (action.kind !== 'text') return null;
  const { parts, isUnicode, costKobo } = textMessages.measure(action.text);
  return {
    parts,
    isUnicode,
    together: parts * customers,
    cost: costKobo === null ? null : nairaFromKobo(toKobo(costKobo * customers)),
    waits: action.category === 'promotion' && isQuiet(clock()),
  };
}

/** What an action would do, and to whom not. Changes nothing. Throws ApiError bulk.too-many. */
export async function previewBulkAction(
  deps: Pick<BulkDependencies, 'clock' | 'needsApproval' | 'textMessages' | 'isQuiet'>,
  database: Database,
  order: BulkOrder,
): Promise<BulkPreview> {
  return unhurried(database).transaction(async (tx) => {
    const decided = await decide(deps, tx, order);
    const acts = decided.filter(({ reason }) => reason === null);
    const sample = await listSample(
      tx,
      acts.slice(0, SAMPLE).map(({ userId }) => userId),
    );
    const reasons = Map.groupBy(decided, ({ reason }) => reason);
    const sum = sumOf(order.action, acts.length);
    return {
      found: decided.length,
      acts: acts.length,
      leftOut: [...reasons]
        .flatMap(([reason, customers]) => (reason === null ? [] : [{ reason, count: customers.length }]))
        .toSorted((a, b) => b.count - a.count),
      sample: sample.map((row) => ({ id: row.id, name: nameOf(row), email: row.email })),
      sum: sum === null ? null : nairaFromKobo(sum),
      needsApproval: sum !== null && deps.needsApproval(sum),
      texts: textsOf(deps, order.action, acts.length),
    };
  });
}

type Start = BulkOrder & { readonly id: string; readonly expected: number; readonly staffId: number };

/** Without the keys that have no value, as JSON is stored. */
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** The action that this form has started before. Throws ApiError bulk.started when it was another. */
function startedBefore(before: BulkRow, { action, target, expected, staffId }: Start): void {
  const isSame =
    before.requestedBy === staffId &&
    before.total === expected &&
    isDeepStrictEqual(before.action, stored(action)) &&
    isDeepStrictEqual(before.filter, stored(target.filter));
  if (!isSame) throw new ApiError('bulk.started');
}

async function start(deps: BulkDependencies, tx: Transaction, order: Start): Promise<void> {
  const { id, action, target, expected, staffId } = order;
  const before = await findBulkAction(tx, id);
  if (before) return startedBefore(before, order);
  const now = deps.clock();
  const decided = await decide(deps, tx, order);
  if (decided.length !== expected) throw new ApiError('bulk.changed');
  const isExport = action.kind === 'export';
  const outcomeOf = (reason: string | null): Outcome => {
    if (reason !== null) return 'skipped';
    return isExport ? 'done' : 'waiting';
  };
  const rows = decided.map(({ userId, reason }) => ({ userId, reason, outcome: outcomeOf(reason) }));
  const skipped = rows.filter(({ outcome }) => outcome === 'skipped').length;
  const sum = sumOf(action, rows.length - skipped);
  const waits = sum !== null && deps.needsApproval(sum);
  const written = await insertBulkAction(tx, {
    id,
    action,
    filter: target.filter ?? null,
    state: isExport ? 'done' : waits ? 'awaiting-approval' : 'running',
    total: rows.length,
    done: isExport ? rows.length - skipped : 0,
    skipped,
    sum,
    requestedBy: staffId,
    createdAt: now,
    finishedAt: isExport ? now : null,
  });
  if (written === null) {
    const other = await findBulkAction(tx, id);
    if (!other) throw new Error('the action is not there');
    return startedBefore(other, order);
  }
  await insertRows(tx, id, rows, now);
  await deps.recordAudit(tx, {
    actorId: staffId,
    action: waits ? 'bulk.request' : 'bulk.start',
    subject: `bulk:${id}`,
    before: null,
    after: { kind: action.kind, customers: rows.length, ...(sum !== null && { sumKobo: sum }) },
  });
}

/**
 * Starts an action for the customers whom its target finds now, once for each id; a job does it. Who
 * is left out now stays so. Credit above the operator's limit waits for a second person. Audited.
 * Throws ApiError bulk.too-many, bulk.changed, bulk.started.
 */
export async function startBulkAction(deps: BulkDependencies, order: Start): Promise<void> {
  await unhurried(deps.database).transaction((tx) => start(deps, tx, order));
}
