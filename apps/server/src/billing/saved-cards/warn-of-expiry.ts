import { formatLagosDay } from '@portal/kernel/calendar';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { lastWarnedMonth, methodLabel } from '../auto-pay/auto-pay.policy.ts';
import { cardGateways } from '../auto-pay/card-gateways.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { gatewayName } from './list-payment-methods.ts';
import { takeExpiring } from './saved-card.repository.ts';

const BATCH = 100;

/** "August 2028" of "2028-08". */
function formatMonth(month: string): string {
  return formatLagosDay(new Date(`${month}-15T12:00:00Z`)).replace(/^\d+ /, '');
}

/**
 * Warns the owners of cards on auto-pay that expire within 30 days, once per card. Returns how
 * many. Safe on several instances.
 */
export async function warnOfExpiry(deps: BillingDependencies, signal?: AbortSignal): Promise<number> {
  let count = 0;
  while (!signal?.aborted) {
    const now = deps.clock();
    const warned = await runTransaction(deps.database, async (tx) => {
      const cards = await takeExpiring(tx, { lastMonth: lastWarnedMonth(now), now, limit: BATCH });
      for (const card of cards) {
        await deps.notify(tx, {
          key: `card-expiring:${card.id}:${card.cardExpiry}`,
          kind: 'card-expiring',
          customerId: card.userId,
          values: {
            card: methodLabel(card, gatewayName(cardGateways(deps.gateways), card.provider)),
            month: formatMonth(card.cardExpiry ?? ''),
          },
        });
      }
      return cards.length;
    });
    count += warned;
    if (warned < BATCH) break;
  }
  return count;
}
