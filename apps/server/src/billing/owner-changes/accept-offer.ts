import type { LineView } from '@portal/contract/billing/lines';
import { recordAudits } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { wakeCompany } from '../invoices/company-billing.repository.ts';
import { findLineById, lockLines } from '../lines/line.repository.ts';
import { listLines } from '../lines/list-lines.ts';
import { requireNewOwner } from './find-new-owner.ts';
import { moveLine } from './move-line.ts';
import { namesOf, stateOf, tokenHashOf } from './owner-change.policy.ts';
import {
  endOwnerChange,
  findByToken,
  listOfferedLines,
  lockOwnerChange,
  type OwnerChangeRow,
  recordMoved,
} from './owner-change.repository.ts';

type Acceptance = { readonly token: string; readonly accountId: number; readonly userId: number };

/** The offer of a link, locked, for an account that may accept it. */
async function requireOffer(tx: Transaction, { token, accountId }: Acceptance, now: Date): Promise<OwnerChangeRow> {
  const found = await findByToken(tx, tokenHashOf(token));
  const change = found?.side === 'to' ? await lockOwnerChange(tx, found.change.id) : null;
  if (!change) throw new ApiError('owner-change.not-found');
  if (stateOf(change, now) !== 'waiting') throw new ApiError('owner-change.closed');
  const { toAccountId, fromAccountId } = change;
  if (toAccountId !== null && toAccountId !== accountId) throw new ApiError('owner-change.other-account');
  await requireNewOwner(tx, accountId, fromAccountId);
  return change;
}

/** Locks both accounts, always in the same order, and returns how many lines the new owner has. */
async function lockBoth(tx: Transaction, fromAccountId: number, toAccountId: number): Promise<number> {
  const counts = new Map<number, number>();
  for (const id of [fromAccountId, toAccountId].toSorted((one, other) => one - other)) {
    counts.set(id, await lockLines(tx, id));
  }
  return counts.get(toAccountId) ?? 0;
}

async function moveAll(
  deps: BillingDependencies,
  tx: Transaction,
  change: OwnerChangeRow,
  { toAccountId, now }: { readonly toAccountId: number; readonly now: Date },
) {
  const { id: changeId, fromAccountId } = change;
  const count = await lockBoth(tx, fromAccountId, toAccountId);
  const offered = await listOfferedLines(tx, [changeId]);
  const toLineIds: number[] = [];
  for (const { lineId } of offered) {
    const label = (await findLineById(tx, lineId))?.label ?? null;
    const move = { lineId, fromAccountId, toAccountId, label, now };
    const moved = await moveLine(deps, tx, move, count + toLineIds.length);
    await recordMoved(tx, { changeId, lineId }, moved);
    toLineIds.push(moved.toLineId);
  }
  return { offered, toLineIds };
}

async function tellBoth(
  deps: BillingDependencies,
  tx: Transaction,
  { id, fromAccountId }: OwnerChangeRow,
  told: { readonly toAccountId: number; readonly userId: number; readonly line: string; readonly toLineIds: number[] },
) {
  const { toAccountId, userId, line, toLineIds } = told;
  const values = { line };
  await deps.notify(
    tx,
    { key: `owner-change-left:${id}`, kind: 'line-left', customerId: fromAccountId, values },
    { key: `owner-change-came:${id}`, kind: 'line-came', customerId: toAccountId, values },
  );
  const entry = { actorId: userId, action: 'line.move', before: { ownerChange: id } };
  await recordAudits(tx, [
    { ...entry, subject: `customer:${fromAccountId}`, after: { reason: `${line} left the account` } },
    {
      ...entry,
      subject: `customer:${toAccountId}`,
      after: { reason: `${line} came into the account`, lines: toLineIds },
    },
  ]);
}

/**
 * Takes the lines of an offer over into an account, all or none, once: with their paid time, plan,
 * price, place, login and box (decision 111). Both sides are told; audited for both. Returns the lines
 * as they are in the new account. Throws owner-change.not-found, owner-change.closed,
 * owner-change.other-account, owner-change.same-owner, owner-change.not-a-customer, line.too-many and
 * what findObstacle finds.
 */
export async function acceptOffer(deps: BillingDependencies, acceptance: Acceptance): Promise<LineView[]> {
  const { accountId, userId } = acceptance;
  const { lines, fromAccountId } = await runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    const change = await requireOffer(tx, acceptance, now);
    const { offered, toLineIds } = await moveAll(deps, tx, change, { toAccountId: accountId, now });
    const ended = { status: 'accepted' as const, now, decidedBy: userId, toAccountId: accountId };
    if (!(await endOwnerChange(tx, change.id, ended))) throw new ApiError('owner-change.closed');
    await tellBoth(deps, tx, change, { toAccountId: accountId, userId, line: namesOf(offered), toLineIds });
    await wakeCompany(tx, accountId, now);
    const all = await listLines(tx, accountId);
    return { lines: all.filter(({ id }) => toLineIds.includes(id)), fromAccountId: change.fromAccountId };
  });
  deps.publishLiveUpdate(fromAccountId, 'everything');
  deps.publishLiveUpdate(accountId, 'everything');
  return lines;
}
