import type { Transaction } from '../../platform/database/connection.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import { lockAccount, setDisabled } from './account.repository.ts';

/**
 * Closes an account to its owner and ends every session of it, or opens it again, in the transaction of who asks for it. Returns how it was before; null
 * for an account that is not there. Repeating is safe.
 */
export async function setAccountDisabled(
  tx: Transaction,
  order: { readonly userId: number; readonly disabled: boolean; readonly now: Date },
): Promise<{ readonly wasDisabled: boolean } | null> {
  const account = await lockAccount(tx, order.userId);
  if (account === null) return null;
  await setDisabled(tx, order.userId, order.disabled, order.now);
  if (order.disabled) await deleteSessionsOf(tx, order.userId, null);
  return { wasDisabled: account.disabled };
}
