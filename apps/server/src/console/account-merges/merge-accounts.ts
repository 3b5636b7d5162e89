import { MERGE_UNDO_DAYS } from '@portal/contract/console/account-merges';
import { formatLagosDay } from '@portal/kernel/calendar';
import { toKobo } from '@portal/kernel/money';
import { moveAllCredit, proveAccounts } from '../../billing/index.ts';
import { accountChanged } from '../../identity/events.ts';
import { endAccess } from '../../identity/index.ts';
import { afterCommit } from '../../platform/database/after-commit.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { changeMerge, findAccounts, insertMoves, lockPair, type MergeRow } from './account-merge.repository.ts';
import type { AccountMergeDeps } from './account-merge-dependencies.ts';
import { inOneMessage, obstacle } from './merge-obstacle.policy.ts';
import { findObstacles, readPlans } from './merge-obstacle.repository.ts';
import { type Moved, moveRows, type Pair } from './move-rows.repository.ts';

const PROOFS = 3;
const DAY_MS = 24 * 3_600_000;

export const pairOf = ({ fromId, intoId }: Pick<MergeRow, 'fromId' | 'intoId'>): Pair => ({
  from: fromId,
  into: intoId,
});

/** Throws ApiError account-merge.ledger-differs where rows of the two contradict each other. */
async function prove(tx: Transaction, { from, into }: Pair): Promise<Readonly<Record<string, string>>> {
  const { proof, wrong } = await proveAccounts(tx, [from, into]);
  if (wrong > 0) throw new ApiError('account-merge.ledger-differs');
  return proof;
}

/**
 * Runs what moves rows between the two, and proves that both together have what they had before. Somebody
 * may pay meanwhile: then, in a savepoint, it begins again. Returns the sums. Throws ApiError
 * account-merge.ledger-differs, and what `move` throws.
 */
export async function moveProved(tx: Transaction, pair: Pair, move: (step: Transaction) => Promise<void>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tx.transaction(async (step) => {
        const before = await prove(step, pair);
        await move(step);
        const after = await prove(step, pair);
        if (Object.keys(before).some((sum) => before[sum] !== after[sum])) {
          throw new ApiError('account-merge.ledger-differs');
        }
        return before;
      });
    } catch (error) {
      const isDifference = error instanceof ApiError && error.code === 'account-merge.ledger-differs';
      if (!isDifference || attempt === PROOFS) throw error;
    }
  }
}

/** Throws ApiError account-merge.merged, account-merge.cannot, whose message says why. */
export async function requireMergeable(tx: Transaction, pair: Pair): Promise<void> {
  const accounts = await findAccounts(tx, [pair.from, pair.into]);
  for (const { mergedInto } of accounts.values()) if (mergedInto !== null) throw new ApiError('account-merge.merged');
  const obstacles = (await findObstacles(tx, pair)).map(obstacle);
  if (obstacles.length > 0) throw new ApiError('account-merge.cannot', { message: inOneMessage(obstacles) });
}

/**
 * Has one account become a part of another, in the caller's transaction: its rows, its credit by the
 * ledger, its sign-in. The sums of both are the same before and after it. `confirmedBy`: who proved that it
 * may be done. Of concurrent calls one does it. Throws ApiError account-merge.ended,
 * account-merge.merged, account-merge.cannot, account-merge.ledger-differs.
 */
export async function mergeAccounts(
  deps: AccountMergeDeps,
  tx: Transaction,
  waiting: MergeRow,
  confirmedBy: number,
): Promise<void> {
  const now = deps.clock();
  const pair = pairOf(waiting);
  await lockPair(tx, pair);
  await requireMergeable(tx, pair);
  const undoUntil = new Date(now.getTime() + MERGE_UNDO_DAYS * DAY_MS);
  const change = { state: 'merged', confirmedBy, mergedAt: now, undoUntil, tokenHash: null } as const;
  const merge = await changeMerge(tx, { id: waiting.id, state: 'waiting' }, change);
  if (merge === null || merge.waitsUntil <= now) throw new ApiError('account-merge.ended');
  let moves: readonly Moved[] = [];
  let creditKobo = toKobo(0);
  const sums = await moveProved(tx, pair, async (step) => {
    moves = await moveRows(step, pair);
    creditKobo = await moveAllCredit(step, { ...pair, key: `merge:${merge.id}`, now });
  });
  await endAccess(tx, pair.from);
  const proof = { sums, creditKobo, plans: await readPlans(tx, moves) };
  await changeMerge(tx, merge, { state: 'merged', proof });
  await insertMoves(tx, merge.id, moves);
  await tell(deps, tx, merge, confirmedBy);
}

/** The audit log, both persons, the operator's programs and open pages. */
async function tell(deps: AccountMergeDeps, tx: Transaction, merge: MergeRow, actorId: number): Promise<void> {
  const pair = pairOf(merge);
  const accounts = await findAccounts(tx, [pair.from, pair.into]);
  const [from = '', into = ''] = [pair.from, pair.into].map((id) => accounts.get(id)?.accountNumber);
  const { id, reason, requestedBy, identifiedBy } = merge;
  for (const customerId of [pair.from, pair.into]) {
    await deps.recordAudit(tx, {
      actorId,
      action: 'account-merge.merge',
      subject: `customer:${customerId}`,
      before: null,
      after: { merge: id, from, into, reason, requestedBy, identifiedBy },
    });
    await deps.notify(tx, {
      kind: 'accounts-merged',
      customerId,
      key: `account-merge:${id}:${customerId}`,
      values: { from, into, until: formatLagosDay(merge.undoUntil ?? deps.clock()) },
    });
  }
  await deps.publish(tx, accountChanged, { userId: pair.from, change: 'disabled' });
  await deps.publish(tx, accountChanged, { userId: pair.into, change: 'updated' });
  afterCommit(tx, () => {
    for (const what of ['account', 'subscription'] as const) deps.publishLiveUpdate(pair.into, what);
  });
}
