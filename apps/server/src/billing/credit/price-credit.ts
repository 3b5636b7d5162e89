import { type Kobo, toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { NO_PERIOD } from '../payments/payment.policy.ts';
import type { Priced } from '../payments/product.port.ts';
import { findLastSubscription } from '../subscriptions/last-subscription.repository.ts';

/** A sum that buys nothing and becomes account credit; it names the line's open or last subscription. */
export async function priceCredit(
  tx: Transaction,
  wanted: { readonly lineId: number; readonly amountKobo: Kobo },
): Promise<Priced> {
  const subscription = await findLastSubscription(tx, wanted.lineId);
  const name = 'Account credit';
  return {
    quote: {
      lines: [{ label: name, amountKobo: wanted.amountKobo }],
      creditUsedKobo: toKobo(0),
      totalKobo: wanted.amountKobo,
      plan: { id: subscription?.planId ?? null, name, priceKobo: subscription?.monthlyFee ?? toKobo(0) },
    },
    subscriptionId: subscription?.id ?? null,
    periodNumber: NO_PERIOD,
    upgradeFromPlanId: null,
    bundleId: null,
    chargeId: null,
    description: name,
  };
}
