import type { Queryable } from '../../platform/database/connection.ts';
import { mandateLabel } from '../auto-pay/auto-pay.policy.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { directDebitGateways } from './direct-debit-gateways.ts';
import { listOwnMandates } from './mandate.repository.ts';

/** An account's mandates that wait for the customer or the bank. Nothing is read where there are none. */
export async function listAwaitedMandates(
  deps: Pick<BillingDependencies, 'gateways'>,
  queryable: Queryable,
  userId: number,
) {
  if (directDebitGateways(deps.gateways).length === 0) return [];
  return (await listOwnMandates(queryable, userId)).flatMap(({ status, bankName, lastFour }) =>
    status === 'awaiting-approval' || status === 'approved'
      ? [{ label: mandateLabel(bankName, lastFour), state: status }]
      : [],
  );
}
