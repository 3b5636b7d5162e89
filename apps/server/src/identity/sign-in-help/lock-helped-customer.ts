import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type AccountRow, lockAccount } from '../accounts/account.repository.ts';
import { sharesAccount } from '../identity-approvals/identity-approval.repository.ts';

/**
 * The customer whom a member of staff helps to sign in, locked until the transaction ends. Throws ApiError
 * customer.not-found, customer.own-account for who is in an account with them, customer.is-staff.
 */
export async function lockHelpedCustomer(
  tx: Transaction,
  order: { readonly userId: number; readonly staffId: number },
): Promise<AccountRow> {
  const account = await lockAccount(tx, order.userId);
  if (account === null) throw new ApiError('customer.not-found');
  if (await sharesAccount(tx, order.staffId, order.userId)) throw new ApiError('customer.own-account');
  if (account.role === 'admin') throw new ApiError('customer.is-staff');
  return account;
}
