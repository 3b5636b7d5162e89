import { lockIdentifiedCustomer, recordAudits } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { expireWithin } from './end-offer.ts';
import { findNewOwner } from './find-new-owner.ts';
import { findObstacle } from './find-obstacle.ts';
import { namesOf, OFFER_DAYS, tokenHashOf } from './owner-change.policy.ts';
import { findOpenOf, insertOfferedLines, insertOwnerChange } from './owner-change.repository.ts';
import { type OfferableLine, requireOfferable } from './require-offerable.ts';
import { sendLinks } from './send-links.ts';

export type OfferDependencies = BillingDependencies & { readonly settings: Pick<Settings, 'get'> };

export type OfferOrder = {
  readonly lineId: number;
  readonly isWholeAccount: boolean;
  readonly to: string;
  readonly identifiedBy: string;
  readonly reason: string;
  readonly staffId: number;
};

async function requireMovable(tx: Transaction, accountId: number, lines: readonly OfferableLine[], now: Date) {
  for (const { subscription } of lines) {
    const obstacle = await findObstacle(tx, { accountId, subscription, now });
    if (obstacle !== null) throw new ApiError(obstacle);
  }
}

/** What an earlier offer of these lines is over by time, but not yet by the job, is over now. */
async function expireEarlier(deps: BillingDependencies, tx: Transaction, lineIds: readonly number[], now: Date) {
  for (const { id, expiresAt } of await findOpenOf(tx, lineIds)) {
    if (expiresAt <= now) await expireWithin(deps, tx, id, now);
  }
}

/**
 * Offers a line, or all of its account that have a plan, to another owner, who accepts by a link
 * within seven days; the present owner gets one to stop it. Nothing moves before. A line waits for one
 * owner at a time. Audited for both accounts. Returns the account's id and the change's. Throws
 * line.not-found, request.invalid, owner-change.open and what lockIdentifiedCustomer, findNewOwner and
 * findObstacle find.
 */
export async function offerLine(
  deps: OfferDependencies,
  order: OfferOrder,
): Promise<{ readonly accountId: number; readonly id: string }> {
  const { to, identifiedBy, reason, staffId } = order;
  const [offerToken, stopToken] = [deps.newLinkToken(), deps.newLinkToken()];
  const offered = await runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    const { accountId, lines } = await requireOfferable(tx, order);
    await lockIdentifiedCustomer(tx, deps.settings, { userId: accountId, staffId, identifiedBy });
    const newOwner = await findNewOwner(tx, { to, fromAccountId: accountId });
    const ids = lines.map(({ id }) => id);
    await expireEarlier(deps, tx, ids, now);
    await requireMovable(tx, accountId, lines, now);
    const change = await insertOwnerChange(tx, {
      fromAccountId: accountId,
      toAccountId: newOwner.account?.id ?? null,
      recipient: newOwner.recipient,
      status: 'waiting',
      offerTokenHash: tokenHashOf(offerToken),
      stopTokenHash: tokenHashOf(stopToken),
      identifiedBy,
      reason,
      requestedBy: staffId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + OFFER_DAYS * 86_400_000),
    });
    if ((await insertOfferedLines(tx, change.id, lines)) < lines.length) throw new ApiError('owner-change.open');
    await sendLinks(deps, tx, change, { newOwner, lines: namesOf(lines), offerToken, stopToken });
    const after = { ownerChange: change.id, lines: ids, identifiedBy, reason };
    const entry = { actorId: staffId, action: 'line.offer', before: null };
    await recordAudits(tx, [
      { ...entry, subject: `customer:${accountId}`, after: { ...after, to: newOwner.account?.accountNumber ?? null } },
      ...(newOwner.account ? [{ ...entry, subject: `customer:${newOwner.account.id}`, after: { lines: ids } }] : []),
    ]);
    return { accountId, id: change.id, toAccountId: newOwner.account?.id ?? null };
  });
  deps.publishLiveUpdate(offered.accountId, 'subscription');
  return offered;
}
