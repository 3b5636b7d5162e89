import type { CollectionAge } from '@portal/contract/console/collections';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { endClaims, insertClaim } from './claim.repository.ts';
import { CLAIM_MS } from './collection.policy.ts';
import { findCollectionRow, lockNextCollection } from './collection.repository.ts';
import type { CollectionDependencies } from './collection-dependencies.ts';

type Order = { readonly accountId: number; readonly staffId: number; readonly now: Date };

/** Enough for everybody who may take one at the same moment. */
const TRIES = 20;

/** Null while somebody else has it. A member of staff has one account at a time. */
async function take(deps: CollectionDependencies, tx: Transaction, order: Order): Promise<Date | null> {
  const { accountId, staffId, now } = order;
  const until = new Date(now.getTime() + CLAIM_MS);
  const claim = await insertClaim(tx, { ...order, until });
  if (!claim) return null;
  await endClaims(tx, { ...order, which: 'others' });
  if (claim.isNew) {
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'collection.take',
      subject: `customer:${accountId}`,
      before: null,
      after: null,
    });
  }
  return until;
}

/**
 * Takes the next account to call that nobody else works on, and gives back what the caller had; its id,
 * or null where there is none. Two who ask at once get two. `except`: not this one. Audited.
 */
export async function takeNextCollection(
  deps: CollectionDependencies,
  {
    staffId,
    ...wanted
  }: { readonly staffId: number; readonly age?: CollectionAge | undefined; readonly except?: number | undefined },
): Promise<number | null> {
  const taken = await runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    for (let tries = 0; tries < TRIES; tries++) {
      const accountId = await lockNextCollection(tx, { now, staffId }, wanted);
      if (accountId === null) break;
      // Who was faster had it before this row was locked: the next look sees that.
      if (await take(deps, tx, { accountId, staffId, now })) return accountId;
    }
    await endClaims(tx, { accountId: 0, staffId, now, which: 'others' });
    return null;
  });
  deps.publishLiveUpdate(staffId, 'collections');
  return taken;
}

/**
 * Takes one account for 15 minutes, or keeps it for 15 minutes more; returns until when. Audited when it
 * is taken. Throws ApiError collection.owes-nothing, and collection.taken while somebody else has it.
 */
export async function claimCollection(
  deps: CollectionDependencies,
  { accountId, staffId }: Omit<Order, 'now'>,
): Promise<Date> {
  const until = await runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    if (!(await findCollectionRow(tx, { now, staffId }, accountId))) throw new ApiError('collection.owes-nothing');
    return take(deps, tx, { accountId, staffId, now });
  });
  if (until === null) throw new ApiError('collection.taken');
  deps.publishLiveUpdate(staffId, 'collections');
  return until;
}

/** Gives an account back; nothing happens where the caller does not have it. Audited where it changes something. */
export async function giveBackCollection(
  deps: CollectionDependencies,
  { accountId, staffId }: Omit<Order, 'now'>,
): Promise<void> {
  const ended = await runTransaction(deps.database, async (tx) => {
    const given = await endClaims(tx, { accountId, staffId, now: deps.clock(), which: 'this' });
    for (const id of given) {
      const entry = { actorId: staffId, action: 'collection.give-back', subject: `customer:${id}` };
      await deps.recordAudit(tx, { ...entry, before: null, after: null });
    }
    return given.length > 0;
  });
  if (ended) deps.publishLiveUpdate(staffId, 'collections');
}
