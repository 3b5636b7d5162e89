import { type Kobo, toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { NO_PERIOD } from '../payments/payment.policy.ts';
import type { Priced } from '../payments/product.port.ts';
import { findAnySubscription } from '../subscriptions/any-subscription.repository.ts';

/**
 * A sum that buys nothing and becomes account credit. A payment names a subscription: this one names
 * the line's open or last one, or one that never begins.
 */
export async function priceCredit(
  tx: Transaction,
  wanted: { readonly lineId: number; readonly amountKobo: Kobo; readonly now: Date },
): Promise<Priced> {
  const { id: subscriptionId, planId, monthlyFee } = await findAnySubscription(tx, wanted);
  const name = 'Account credit';
  return {
    quote: {
      lines: [{ label: name, amountKobo: wanted.amountKobo }],
      creditUsedKobo: toKobo(0),
      totalKobo: wanted.amountKobo,
      plan: { id: planId, name, priceKobo: monthlyFee },
    },
    subscriptionId,
    periodNumber: NO_PERIOD,
    upgradeFromPlanId: null,
    bundleId: null,
    chargeId: null,
    description: name,
  };
}
