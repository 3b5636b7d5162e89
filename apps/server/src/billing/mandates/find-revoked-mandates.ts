import { runTransaction } from '../../platform/database/run-transaction.ts';
import { lockSubscriptionsOfAccount } from '../auto-pay/consent.repository.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { directDebitGateways } from './direct-debit-gateways.ts';
import { recordRevocation } from './end-mandate.ts';
import { hashMandateCode } from './hash-mandate-code.ts';
import { findByCodes, lockMandate } from './mandate.repository.ts';

const BATCH = 500;

/**
 * Reads the vendors' lists of mandates that have ended, since no message says so, and ends ours, so that
 * customers learn of it before a bill is due. Returns how many. Safe to repeat and on several instances.
 */
export async function findRevokedMandates(deps: BillingDependencies, signal?: AbortSignal): Promise<number> {
  let count = 0;
  for (const { id, directDebit } of directDebitGateways(deps.gateways)) {
    const codes = await directDebit.listRevoked();
    if (codes === null) {
      deps.log.warn({ gateway: id }, 'the gateway gave no usable list of ended mandates');
      continue;
    }
    const hashes = codes.map((code) => hashMandateCode(deps, id, code));
    for (let from = 0; from < hashes.length && !signal?.aborted; from += BATCH) {
      for (const { id: mandateId, userId } of await findByCodes(deps.database, hashes.slice(from, from + BATCH))) {
        await runTransaction(deps.database, async (tx) => {
          await lockSubscriptionsOfAccount(tx, userId);
          const mandate = await lockMandate(tx, mandateId);
          if (mandate) await recordRevocation(deps, tx, { mandate, now: deps.clock() });
        });
        deps.publishLiveUpdate(userId, 'subscription');
        count += 1;
      }
    }
  }
  return count;
}
