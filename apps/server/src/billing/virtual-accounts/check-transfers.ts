import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { bookListed } from '../incoming-transfers/read-transfers.ts';
import { claimCheck, listRequests } from './virtual-account.repository.ts';

const LOOK_BACK_MS = 4 * 24 * 3_600_000;
/** Paystack takes one such question about a number in ten minutes. */
const EVERY_MS = 10 * 60_000;

/**
 * Asks the providers for transfers to an account's numbers that no webhook has told us of, and books them.
 * Returns how many. Throws virtual-account.checked-lately.
 */
export async function checkTransfers(deps: BillingDependencies, accountId: number): Promise<number> {
  const now = deps.clock();
  const requests = (await listRequests(deps.database, accountId)).filter(({ status }) => status === 'active');
  if (requests.length === 0) return 0;
  const before = new Date(now.getTime() - EVERY_MS);
  if (!(await claimCheck(deps.database, { accountId, now, before }))) {
    throw new ApiError('virtual-account.checked-lately');
  }
  const since = new Date(now.getTime() - LOOK_BACK_MS);
  let booked = 0;
  for (const request of requests) {
    const intake = deps.intakes?.find(({ id }) => id === request.provider);
    if (intake) booked += (await bookListed(deps, intake, { since, of: request })).booked;
  }
  return booked;
}
