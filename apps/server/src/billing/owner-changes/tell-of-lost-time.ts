import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findLineOfPaidTime } from './lost-time.repository.ts';

/**
 * Tells the owner of a line that the payment of an earlier owner went back, and took the time with it
 * that had come along. Does nothing for time of the payer's own lines. Once for each payment.
 */
export async function tellOfLostTime(
  { notify }: Pick<BillingDependencies, 'notify'>,
  tx: Transaction,
  payment: { readonly id: string; readonly userId: number },
): Promise<void> {
  const found = await findLineOfPaidTime(tx, payment.id);
  if (!found || found.accountId === payment.userId) return;
  await notify(tx, {
    key: `line-time-lost:${payment.id}`,
    kind: 'line-time-lost',
    customerId: found.accountId,
    lineId: found.lineId,
    values: { plan: found.planName },
  });
}
