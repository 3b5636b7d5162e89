import { isUuid } from '../../platform/database/is-uuid.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { checkMandate } from './check-mandate.ts';
import { findOwnMandate, type MandateRow } from './mandate.repository.ts';

/**
 * Asks the gateway how one of a customer's mandates stands, and returns it as it is then. Throws
 * mandate.not-found, also for another customer's.
 */
export async function checkOwnMandate(
  deps: BillingDependencies,
  { userId, id }: { readonly userId: number; readonly id: string },
): Promise<MandateRow> {
  const find = async () => (isUuid(id) ? findOwnMandate(deps.database, userId, id) : null);
  const read = await find();
  if (!read) throw new ApiError('mandate.not-found');
  if (read.status !== 'revoked') await checkMandate(deps, read);
  return (await find()) ?? read;
}
