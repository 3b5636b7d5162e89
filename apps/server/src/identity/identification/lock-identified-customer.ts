import type { IdentificationWay } from '@portal/contract/identity/identification';
import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { type AccountRow, lockAccount } from '../accounts/account.repository.ts';
import { sharesAccount } from '../identity-approvals/identity-approval.repository.ts';
import { requireIdentification } from './require-identification.ts';

const DELETED = '@deleted.invalid';

/**
 * The customer whom a member of staff is about to change something of, locked until the transaction
 * ends, and how they were identified. Throws customer.not-found, customer.own-account for who is in an
 * account with them, customer.is-staff, and request.invalid for a way that the operator has not listed.
 */
export async function lockIdentifiedCustomer(
  tx: Transaction,
  settings: Pick<Settings, 'get'>,
  order: { readonly userId: number; readonly staffId: number; readonly identifiedBy: string },
): Promise<{ readonly account: AccountRow; readonly way: IdentificationWay }> {
  const account = await lockAccount(tx, order.userId);
  if (account === null || account.email.endsWith(DELETED)) throw new ApiError('customer.not-found');
  if (await sharesAccount(tx, order.staffId, order.userId)) throw new ApiError('customer.own-account');
  if (account.role === 'admin') throw new ApiError('customer.is-staff');
  return { account, way: requireIdentification(settings, order.identifiedBy, account) };
}
