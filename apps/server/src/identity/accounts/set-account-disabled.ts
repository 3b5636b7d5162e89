import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import { findMergedInto } from '../sign-in/merged-account.repository.ts';
import { lockAccount, setDisabled } from './account.repository.ts';

/**
 * Disables an account and ends all its sessions, or enables it again, in the caller's transaction.
 * Returns the state before, and
 * whether they are staff; null when there is no such account. Safe to repeat. Throws ApiError customer.merged for
 * one that has become a part of another.
 */
export async function setAccountDisabled(
  tx: Transaction,
  order: { readonly userId: number; readonly disabled: boolean; readonly now: Date },
): Promise<{ readonly wasDisabled: boolean; readonly isStaff: boolean } | null> {
  const account = await lockAccount(tx, order.userId);
  if (account === null) return null;
  if (account.disabled && (await findMergedInto(tx, order.userId)) !== null) throw new ApiError('customer.merged');
  await setDisabled(tx, order.userId, order.disabled, order.now);
  if (order.disabled) await deleteSessionsOf(tx, order.userId);
  return { wasDisabled: account.disabled, isStaff: account.role === 'admin' };
}
