import { koboFromDecimal, negateKobo } from '@portal/kernel/money';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { postEntries } from '../ledger/ledger.repository.ts';
import { expireUnused, listExpiring, lockBatch } from './batches/batch.repository.ts';

/**
 * Books what nobody used in time as income (account `voucher-expiries`), a transaction for each batch. Until
 * then a voucher that is too old is refused by its own day. Safe to repeat and to run on several instances.
 */
export async function expireVouchers(
  deps: Pick<BillingDependencies, 'database' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  for (const number of await listExpiring(deps.database, deps.clock())) {
    if (signal?.aborted) return;
    await runTransaction(deps.database, async (tx) => {
      const now = deps.clock();
      await lockBatch(tx, number);
      const faceKobo = koboFromDecimal(await expireUnused(tx, number, now));
      await postEntries(tx, {
        transactionKey: `voucher-expiry:${number}:${now.toISOString()}`,
        userId: null,
        paymentId: null,
        entries: [
          { account: 'vouchers', amountKobo: faceKobo },
          { account: 'voucher-expiries', amountKobo: negateKobo(faceKobo) },
        ],
        now,
      });
    });
  }
}
