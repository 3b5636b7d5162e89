import type { Transaction } from '../../platform/database/connection.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import { closeInvitationsInto } from './account-people.repository.ts';

/**
 * Ends every session of the person who opened an account, and every open invitation into it, in the
 * caller's transaction, which has locked both. Safe to repeat.
 */
export async function endAccess(tx: Transaction, accountId: number): Promise<void> {
  await deleteSessionsOf(tx, accountId);
  await closeInvitationsInto(tx, accountId);
}
