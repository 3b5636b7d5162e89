import type { Notice } from '@portal/kernel/messaging/notices/notice';
import { koboFromNaira, toKobo } from '@portal/kernel/money';
import { sql } from 'drizzle-orm';
import {
  isDatabaseOutOfReach,
  isSumTooLarge,
  sqlState,
  type Transaction,
  unhurried,
} from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { changeTag } from '../notes/change-notes.ts';
import {
  type BulkRow,
  changeBulkAction,
  claimRunning,
  listWaiting,
  type Result,
  saveResults,
} from './bulk-action.repository.ts';
import type { BulkDependencies } from './bulk-dependencies.ts';
import { tagOf, whyNot } from './bulk-row.policy.ts';
import { listFacts } from './bulk-target.repository.ts';

/** Small enough that a batch delays nobody who pays or signs in, and a page that shows the progress. */
const AT_ONCE = 100;
const DASHBOARD = '/dashboard';

/** Does it to one customer; the reason when it was done before. */
async function act(
  deps: BulkDependencies,
  tx: Transaction,
  { id, action, requestedBy, decidedBy }: BulkRow,
  userId: number,
): Promise<string | null> {
  switch (action.kind) {
    case 'add-tag':
    case 'remove-tag': {
      const has = action.kind === 'add-tag';
      await changeTag(deps, tx, { staffId: requestedBy, userId, tag: tagOf(action), has });
      return null;
    }
    case 'announce': {
      const { title, text, link } = action;
      const kind = action.category === 'promotion' ? 'offer-announced' : 'service-announced';
      const notice: Notice = { kind, customerId: userId, values: { title, text, link: link || DASHBOARD } };
      await deps.notify(tx, { ...notice, key: `bulk:${id}:${userId}` });
      return null;
    }
    case 'text': {
      const { text, category } = action;
      const key = `bulk:${id}:${userId}:sms`;
      const queued = await deps.textMessages.queue(tx, { key, userId, text, promotional: category === 'promotion' });
      return queued ? null : 'Has no verified phone number';
    }
    case 'credit': {
      const given = await deps.giveCredit(tx, {
        userId,
        staffId: requestedBy,
        amountKobo: koboFromNaira(action.amount) ?? toKobo(0),
        reason: action.reason,
        clientRequestId: `bulk-${id}-${userId}`,
        approvedBy: decidedBy,
      });
      return given ? null : 'Has this credit already';
    }
    case 'export':
      return null;
  }
}

/** Not of the database, of its connection or of another transaction: those concern the whole batch. */
const isOfRow = (error: unknown): boolean =>
  !isDatabaseOutOfReach(error) && !/^(?:08|40|53|57|58|XX)/.test(sqlState(error) ?? '');

async function resultOf(deps: BulkDependencies, tx: Transaction, row: BulkRow, userId: number): Promise<Result> {
  try {
    const reason = await tx.transaction((savepoint) => act(deps, savepoint, row, userId));
    return { userId, outcome: reason === null ? 'done' : 'skipped', reason };
  } catch (error) {
    if (!isOfRow(error)) throw error;
    if (error instanceof ApiError) return { userId, outcome: 'failed', reason: error.message };
    if (isSumTooLarge(error)) {
      return { userId, outcome: 'failed', reason: new ApiError('request.sum-too-large').message };
    }
    deps.logger.error({ err: error, bulkAction: row.id, userId }, 'a row of a bulk action failed');
    return { userId, outcome: 'failed', reason: 'Could not be done. The log says why.' };
  }
}

/**
 * Announcements wait while the outbox is full, texts while many others are due, and promotions for the
 * end of the quiet hours.
 */
async function resting(deps: BulkDependencies, tx: Transaction, now: Date) {
  const kinds: BulkRow['action']['kind'][] = [];
  if (await deps.isOutboxFull(tx, now)) kinds.push('announce');
  if (await deps.textMessages.areWaiting(tx, now)) kinds.push('text');
  const isFull = sql`"action" ->> 'kind' = any(${sql.param(kinds)}::text[])`;
  // Only announcements and texts have a category.
  const isResting = sql`coalesce("action" ->> 'category' = 'promotion', false)`;
  return deps.isQuiet(now) ? sql`not (${isFull} or ${isResting})` : sql`not (${isFull})`;
}

/** The next customers of the oldest action, in one transaction; null when nothing is due. */
async function runBatch(
  deps: BulkDependencies,
  tx: Transaction,
): Promise<{ readonly row: BulkRow; readonly done: readonly number[] } | null> {
  const now = deps.clock();
  const row = await claimRunning(tx, await resting(deps, tx, now));
  if (!row) return null;
  const ids = await listWaiting(tx, row.id, AT_ONCE);
  const facts = await listFacts(tx, ids, tagOf(row.action));
  const results: Result[] = [];
  for (const each of facts) {
    const reason = whyNot(row.action, each, deps.textMessages.canText);
    results.push(
      reason === null ? await resultOf(deps, tx, row, each.id) : { userId: each.id, outcome: 'skipped', reason },
    );
  }
  if (results.length > 0) await saveResults(tx, row.id, results, now);
  const number = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length;
  await changeBulkAction(tx, row.id, {
    done: row.done + number('done'),
    skipped: row.skipped + number('skipped'),
    failed: row.failed + number('failed'),
    ...(ids.length < AT_ONCE && { state: 'done', finishedAt: now }),
  });
  return { row, done: results.filter(({ outcome }) => outcome === 'done').map(({ userId }) => userId) };
}

/**
 * Does the bulk actions that are running, a hundred customers at a time in the order of their ids:
 * each batch and its results are written together or not at all, so that another worker continues
 * after a kill and nobody gets anything twice. A customer for whom it fails stops nobody else. Starts
 * no further batch after the signal.
 */
export async function runBulkActions(deps: BulkDependencies, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const batch = await runTransaction(unhurried(deps.database), (tx) => runBatch(deps, tx));
    if (!batch) return;
    if (batch.row.action.kind === 'credit') for (const userId of batch.done) deps.publishLiveUpdate(userId, 'payments');
  }
}
