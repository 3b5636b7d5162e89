import type { AccountMerge } from '@portal/contract/console/account-merges';
import { toKobo } from '@portal/kernel/money';
import { moveCredit } from '../../billing/index.ts';
import { accountChanged } from '../../identity/events.ts';
import { endAccess } from '../../identity/index.ts';
import { afterCommit } from '../../platform/database/after-commit.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import {
  changeMerge,
  findAccounts,
  findMerge,
  listMoves,
  lockPair,
  type MergeRow,
} from './account-merge.repository.ts';
import type { AccountMergeDeps } from './account-merge-dependencies.ts';
import { moveProved, pairOf } from './merge-accounts.ts';
import { type BuiltOn, builtOn, inOneMessage } from './merge-obstacle.policy.ts';
import { moveRowsBack } from './move-rows.repository.ts';
import { listBuiltOn, readMerge } from './read-merges.ts';
import { requireStranger } from './request-merge.ts';

type End = { readonly id: string; readonly staffId: number; readonly reason: string };

function requireNothing(built: readonly BuiltOn[]): void {
  if (built.length > 0) throw new ApiError('account-merge.built-on', { message: inOneMessage(built.map(builtOn)) });
}

async function record(deps: AccountMergeDeps, tx: Transaction, merge: MergeRow, action: string, actorId: number) {
  const { id, fromId, intoId, endReason: reason } = merge;
  for (const customerId of [fromId, intoId]) {
    const subject = `customer:${customerId}`;
    await deps.recordAudit(tx, { actorId, action, subject, before: null, after: { merge: id, reason } });
  }
}

/** Ends one that waits, for the person or for who asked for it. */
export async function endWaiting(
  deps: AccountMergeDeps,
  tx: Transaction,
  merge: MergeRow,
  end: { readonly state: 'withdrawn' | 'refused'; readonly endedBy: number; readonly reason: string | null },
): Promise<void> {
  const { state, endedBy, reason: endReason } = end;
  const change = { state, endedBy, endedAt: deps.clock(), endReason, tokenHash: null } as const;
  const ended = await changeMerge(tx, { id: merge.id, state: 'waiting' }, change);
  if (ended === null) throw new ApiError('account-merge.ended');
  await record(deps, tx, ended, `account-merge.${state}`, endedBy);
}

/** What a merge has moved goes back; everybody signs in again, since nobody knows who used which sign-in. */
async function takeApart(deps: AccountMergeDeps, tx: Transaction, merge: MergeRow, end: End): Promise<void> {
  const now = deps.clock();
  const pair = pairOf(merge);
  const { proof, undoUntil } = merge;
  if (proof === null || undoUntil === null || undoUntil <= now) throw new ApiError('account-merge.too-late');
  requireNothing(await listBuiltOn(tx, merge));
  const moves = await listMoves(tx, merge.id);
  await moveProved(tx, pair, async (step) => {
    const changed = await moveRowsBack(step, pair, moves);
    requireNothing(changed.length > 0 ? ['changed'] : []);
    const back = { from: pair.into, into: pair.from, amountKobo: toKobo(proof.creditKobo) };
    const isBack = await moveCredit(step, { ...back, key: `merge-undo:${merge.id}`, now });
    requireNothing(isBack ? [] : ['credit']);
  });
  await endAccess(tx, pair.from);
  await endAccess(tx, pair.into);
  const change = { state: 'undone', endedBy: end.staffId, endedAt: now, endReason: end.reason } as const;
  const undone = await changeMerge(tx, { id: merge.id, state: 'merged' }, change);
  if (undone === null) throw new ApiError('account-merge.ended');
  await record(deps, tx, undone, 'account-merge.undo', end.staffId);
  const accounts = await findAccounts(tx, [pair.from, pair.into]);
  const [from = '', into = ''] = [pair.from, pair.into].map((id) => accounts.get(id)?.accountNumber);
  for (const customerId of [pair.from, pair.into]) {
    const key = `account-merge-undone:${merge.id}:${customerId}`;
    await deps.notify(tx, { kind: 'accounts-parted', customerId, key, values: { from, into } });
  }
  await deps.publish(tx, accountChanged, { userId: pair.from, change: 'enabled' });
  await deps.publish(tx, accountChanged, { userId: pair.into, change: 'updated' });
  afterCommit(tx, () => deps.publishLiveUpdate(pair.into, 'account'));
}

/**
 * Takes two accounts apart again, exactly as they were, or withdraws a merge that waits; audited with the
 * reason. Throws ApiError account-merge.not-found, account-merge.ended, account-merge.too-late,
 * account-merge.built-on, whose message says what, account-merge.ledger-differs,
 * account-merge.own-account.
 */
export async function endMerge(deps: AccountMergeDeps, end: End): Promise<AccountMerge> {
  await runTransaction(deps.database, async (tx) => {
    const found = await findMerge(tx, end.id);
    if (found === null) throw new ApiError('account-merge.not-found');
    await requireStranger(tx, end.staffId, pairOf(found));
    await lockPair(tx, pairOf(found));
    const merge = await findMerge(tx, end.id);
    if (merge?.state === 'merged') return takeApart(deps, tx, merge, end);
    if (merge?.state !== 'waiting') throw new ApiError('account-merge.ended');
    await endWaiting(deps, tx, merge, { state: 'withdrawn', endedBy: end.staffId, reason: end.reason });
    await deps.approvals.withdraw(tx, { kind: 'account-merge', userId: merge.fromId, by: end.staffId });
  });
  return readMerge(deps, end.id);
}
