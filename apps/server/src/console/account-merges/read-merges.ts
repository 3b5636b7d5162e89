import type { AccountMerge } from '@portal/contract/console/account-merges';
import type { Clock } from '@portal/kernel/clock';
import { toKobo } from '@portal/kernel/money';
import { findCredit } from '../../billing/index.ts';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type Account, findAccounts, listMergeRows, listMoves, type MergeRow } from './account-merge.repository.ts';
import { type BuiltOn, builtOn } from './merge-obstacle.policy.ts';
import { findBuiltOn } from './merge-obstacle.repository.ts';

const MOST = 20;

/** What was built on a merge that stands, so that it cannot be taken apart. */
export async function listBuiltOn(queryable: Queryable, merge: MergeRow): Promise<BuiltOn[]> {
  const { mergedAt, proof, intoId } = merge;
  if (mergedAt === null || proof === null) throw new Error(`merge ${merge.id} is not done`);
  const moves = await listMoves(queryable, merge.id);
  const found = await findBuiltOn(queryable, { intoId, mergedAt, plans: proof.plans }, moves);
  const isSpent = (await findCredit(queryable, intoId)) < toKobo(proof.creditKobo);
  return [...found, ...(isSpent ? ['credit' as const] : [])];
}

type Named = Awaited<ReturnType<typeof listMergeRows>>[number];

async function present(
  queryable: Queryable,
  { merge, requestedBy, confirmedBy, endedBy }: Named,
  { accounts, now }: { readonly accounts: ReadonlyMap<number, Account>; readonly now: Date },
): Promise<AccountMerge> {
  const account = (id: number) => {
    const { name = '', accountNumber = '' } = accounts.get(id) ?? {};
    return { id, name, accountNumber };
  };
  const canEnd = merge.state === 'merged' && merge.undoUntil !== null && merge.undoUntil > now;
  return {
    id: merge.id,
    from: account(merge.fromId),
    into: account(merge.intoId),
    state: merge.state === 'waiting' && merge.waitsUntil <= now ? 'expired' : merge.state,
    reason: merge.reason,
    identifiedBy: merge.identifiedBy,
    requestedBy,
    requestedAt: merge.createdAt.toISOString(),
    waitsUntil: merge.waitsUntil.toISOString(),
    getsLink: merge.tokenHash !== null,
    confirmedBy,
    mergedAt: merge.mergedAt?.toISOString() ?? null,
    undoUntil: merge.undoUntil?.toISOString() ?? null,
    builtOn: canEnd ? (await listBuiltOn(queryable, merge)).map(builtOn) : [],
    endedBy,
    endedAt: merge.endedAt?.toISOString() ?? null,
    endReason: merge.endReason,
  };
}

type ReadDeps = { readonly database: Database; readonly clock: Clock };

async function presentAll({ database, clock }: ReadDeps, rows: readonly Named[]): Promise<AccountMerge[]> {
  const accounts = await findAccounts(
    database,
    rows.flatMap(({ merge }) => [merge.fromId, merge.intoId]),
  );
  return Promise.all(rows.map((row) => present(database, row, { accounts, now: clock() })));
}

/** The merges that a customer's account was or is a part of, newest first. Throws ApiError customer.not-found. */
export async function listMerges(deps: ReadDeps, customerId: number): Promise<AccountMerge[]> {
  if (!(await findAccounts(deps.database, [customerId])).has(customerId)) throw new ApiError('customer.not-found');
  return presentAll(deps, await listMergeRows(deps.database, { customerId, limit: MOST }));
}

/** Throws ApiError account-merge.not-found. */
export async function readMerge(deps: ReadDeps, id: string): Promise<AccountMerge> {
  const [merge] = await presentAll(deps, await listMergeRows(deps.database, { id, limit: 1 }));
  if (!merge) throw new ApiError('account-merge.not-found');
  return merge;
}
