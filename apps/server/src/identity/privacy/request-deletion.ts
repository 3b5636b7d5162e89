import type { AccountDeletion, DeletionObstacle } from '@portal/contract/identity/privacy';
import type { Clock } from '@portal/kernel/clock';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findAccount, lockAccount } from '../accounts/account.repository.ts';
import { deletionRequested, deletionWithdrawn } from '../events.ts';
import type { BillingFacts } from './billing-facts.port.ts';
import { findAccountsOf } from './person.repository.ts';
import { type DeletionRow, findScheduledDeletion, insertDeletion, withdrawScheduled } from './privacy.repository.ts';

/** How long a person may think better of it: 30 days. */
const GRACE_MS = 30 * 24 * 3_600_000;

export type DeletionDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly publish: Publish;
  readonly billingFacts: BillingFacts;
};

/** How a customer sees their deletion. */
export function presentDeletion({ requestedAt, dueAt, obstacles }: DeletionRow): AccountDeletion {
  return {
    requestedAt: requestedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    obstacles: obstacles as DeletionObstacle[],
  };
}

/** What prevents the deletion of a person, with the accounts that would end with them. */
export async function findObstacles(
  { billingFacts }: Pick<DeletionDependencies, 'billingFacts'>,
  queryable: Queryable,
  userId: number,
): Promise<{ readonly obstacles: DeletionObstacle[]; readonly ending: readonly number[] }> {
  const { ending, isLastOwner } = await findAccountsOf(queryable, userId);
  const user = await findAccount(queryable, userId);
  const obstacles: DeletionObstacle[] = [];
  if (user?.role === 'admin') obstacles.push('staff');
  if (isLastOwner) obstacles.push('last-owner');
  obstacles.push(...(await billingFacts.findObstacles(queryable, ending)));
  return { obstacles, ending };
}

/** What prevents asking for it: paid time may run out meanwhile. */
export const preventing = (obstacles: readonly DeletionObstacle[]): DeletionObstacle[] =>
  obstacles.filter((obstacle) => obstacle !== 'subscription');

/**
 * Schedules the deletion of a person who has proved that they are one, and has their subscriptions
 * cancelled. Repeating keeps the first date. Throws ApiError privacy.deletion-prevented, whose
 * errors name each obstacle.
 */
export async function requestDeletion(deps: DeletionDependencies, userId: number): Promise<AccountDeletion> {
  return runTransaction(deps.database, async (tx: Transaction) => {
    await lockAccount(tx, userId);
    const scheduled = await findScheduledDeletion(tx, userId);
    if (scheduled) return presentDeletion(scheduled);
    const { obstacles, ending } = await findObstacles(deps, tx, userId);
    const [first] = preventing(obstacles);
    if (first !== undefined) {
      throw new ApiError('privacy.deletion-prevented', { message: PREVENTED[first] });
    }
    const requestedAt = deps.clock();
    const dueAt = new Date(requestedAt.getTime() + GRACE_MS);
    const deletion = await insertDeletion(tx, { userId, requestedAt, dueAt });
    if (!deletion) throw new Error(`two deletions of person ${userId} at once`);
    await deps.publish(tx, deletionRequested, { userId, accountIds: ending, deletionId: deletion.id, dueAt });
    return presentDeletion(deletion);
  });
}

/** What the customer has to do first. */
const PREVENTED: Readonly<Record<DeletionObstacle, string>> = {
  staff: 'You work at the console. An owner has to switch your account off first.',
  'last-owner': 'You are the last owner of an account that others use. Make somebody else its owner first.',
  debt: 'An invoice is not paid yet. Pay it first.',
  payment: 'A payment is still under way. Wait until it is decided.',
  dispute: 'A payment is disputed at the bank. Wait until that is decided.',
  refund: 'A refund is still on its way to you. Wait until it has arrived.',
  credit: 'You have account credit left. Use it up, or ask us to pay it out.',
  subscription: 'Your line has paid time left.',
};

/** Withdraws it, until the moment it happens. Throws ApiError privacy.no-deletion. */
export async function withdrawDeletion(deps: DeletionDependencies, userId: number): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const deletionId = await withdrawScheduled(tx, userId, deps.clock());
    if (deletionId === null) throw new ApiError('privacy.no-deletion');
    await deps.publish(tx, deletionWithdrawn, { userId, deletionId });
  });
}
