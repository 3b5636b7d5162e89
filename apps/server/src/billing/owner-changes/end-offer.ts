import { recordAudits } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { namesOf, stateOf, tokenHashOf } from './owner-change.policy.ts';
import {
  endOwnerChange,
  findByToken,
  findOwnerChange,
  listOfferedLines,
  lockOverdue,
  type OwnerChangeRow,
} from './owner-change.repository.ts';

type Deps = Pick<BillingDependencies, 'database' | 'clock' | 'notify' | 'publishLiveUpdate'>;
type Ending = {
  readonly status: 'declined' | 'withdrawn' | 'expired';
  readonly actorId: number;
  readonly decidedBy?: number;
  readonly now: Date;
};

/** Ends an offer that waits, once: its lines stay, and their owner is told. Audited. Null when it had ended. */
async function endWithin(
  deps: Pick<Deps, 'notify'>,
  tx: Transaction,
  id: string,
  { status, actorId, decidedBy, now }: Ending,
): Promise<OwnerChangeRow | null> {
  const change = await endOwnerChange(tx, id, { status, now, ...(decidedBy !== undefined && { decidedBy }) });
  if (!change) return null;
  const line = namesOf(await listOfferedLines(tx, [id]));
  const { fromAccountId, toAccountId } = change;
  await deps.notify(tx, {
    key: `owner-change-ended:${id}`,
    kind: 'line-stays',
    customerId: fromAccountId,
    values: { line },
  });
  const entry = { actorId, action: 'line.offer-end', before: { ownerChange: id }, after: { reason: status } };
  await recordAudits(
    tx,
    [fromAccountId, toAccountId].flatMap((account) =>
      account === null ? [] : [{ ...entry, subject: `customer:${account}` }],
    ),
  );
  return change;
}

/** Ends an offer whose time is over, in the caller's transaction. Safe to repeat. */
export async function expireWithin(deps: Pick<Deps, 'notify'>, tx: Transaction, id: string, now: Date): Promise<void> {
  const change = await findOwnerChange(tx, id);
  if (change) await endWithin(deps, tx, id, { status: 'expired', actorId: change.fromAccountId, now });
}

const AT_ONCE = 100;

/** Ends the offers whose time is over, up to a hundred, and returns how many. Safe to run concurrently. */
export async function expireOffers(deps: Deps): Promise<number> {
  return runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    const overdue = await lockOverdue(tx, now, AT_ONCE);
    for (const { id } of overdue) await expireWithin(deps, tx, id, now);
    return overdue.length;
  });
}

function tell(deps: Deps, { fromAccountId, toAccountId }: OwnerChangeRow): void {
  deps.publishLiveUpdate(fromAccountId, 'subscription');
  if (toAccountId !== null) deps.publishLiveUpdate(toAccountId, 'subscription');
}

/** Ends an offer that the caller may end. Throws owner-change.closed. */
async function end(deps: Deps, change: OwnerChangeRow, ending: Omit<Ending, 'now'>): Promise<void> {
  const now = deps.clock();
  if (stateOf(change, now) !== 'waiting') throw new ApiError('owner-change.closed');
  const ended = await runTransaction(deps.database, (tx) => endWithin(deps, tx, change.id, { ...ending, now }));
  if (!ended) throw new ApiError('owner-change.closed');
  tell(deps, ended);
}

/**
 * Whoever has the link of the new owner declines, and whoever has that of the present one stops it:
 * nobody loses anything by it. Throws owner-change.not-found, owner-change.closed.
 */
export async function refuseOffer(deps: Deps, token: string): Promise<void> {
  const found = await findByToken(deps.database, tokenHashOf(token));
  if (!found) throw new ApiError('owner-change.not-found');
  const { change, side } = found;
  const actorId = side === 'to' ? (change.toAccountId ?? change.fromAccountId) : change.fromAccountId;
  await end(deps, change, { status: side === 'to' ? 'declined' : 'withdrawn', actorId });
}

async function requireChange(deps: Deps, id: string): Promise<OwnerChangeRow> {
  const change = isUuid(id) ? await findOwnerChange(deps.database, id) : null;
  if (!change) throw new ApiError('owner-change.not-found');
  return change;
}

/** An owner of one of both accounts stops it. Throws owner-change.not-found, also for that of others; owner-change.closed. */
export async function stopOffer(
  deps: Deps,
  { id, accountId, userId }: { readonly id: string; readonly accountId: number; readonly userId: number },
): Promise<void> {
  const change = await requireChange(deps, id);
  const { fromAccountId, toAccountId } = change;
  if (accountId !== fromAccountId && accountId !== toAccountId) throw new ApiError('owner-change.not-found');
  const status = accountId === fromAccountId ? 'withdrawn' : 'declined';
  await end(deps, change, { status, actorId: userId, decidedBy: userId });
}

/** Staff withdraw it. Throws owner-change.not-found, owner-change.closed. */
export async function withdrawOffer(
  deps: Deps,
  { id, staffId }: { readonly id: string; readonly staffId: number },
): Promise<void> {
  const change = await requireChange(deps, id);
  await end(deps, change, { status: 'withdrawn', actorId: staffId, decidedBy: staffId });
}
