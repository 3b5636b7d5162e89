import type { Kobo } from '@portal/kernel/money';
import type { Transaction } from '../../database/connection.ts';
import { cardLabel } from './auto-pay.policy.ts';
import type { AutoPayParts } from './auto-pay-parts.port.ts';
import type { NewCharge } from './charge.repository.ts';
import { insertCharges, listCharges } from './charge.repository.ts';
import { listChargeable } from './consent.repository.ts';
import { gatewayName } from './list-payment-methods.ts';

/** What the cards are called that the renewals of these lines are charged to, by line; those of a gateway that is not configured any more are not. */
export async function nameChargedCards(
  parts: Pick<AutoPayParts, 'gateways'>,
  tx: Transaction,
  subscriptionIds: readonly string[],
): Promise<Map<string, string>> {
  const cards = await listChargeable(tx, subscriptionIds);
  const chargeable = [...cards].filter(([, { provider }]) => parts.gateways.some(({ id }) => id === provider));
  return new Map(chargeable.map(([id, card]) => [id, cardLabel(card, gatewayName(parts, card.provider))]));
}

/** A month that is to be charged by itself now. */
export type DueMonth = {
  readonly userId: number;
  readonly subscriptionId: string;
  readonly periodNumber: number;
  readonly plan: { readonly id: string; readonly name: string; readonly priceKobo: Kobo };
  readonly creditKobo: Kobo;
  /** Which try, from 1. */
  readonly attempt: number;
};

/**
 * Writes down the charges of months on auto-pay that have come due, in the transaction of the renewal run that holds their lines; they are sent after it. One try of a
 * month is written once, and none while an earlier one is undecided, in review or paid. What account credit covers is not charged. Repeating is safe.
 */
export async function planCharges(
  parts: Pick<AutoPayParts, 'newReference' | 'priceMonth' | 'gateways'>,
  tx: Transaction,
  months: readonly DueMonth[],
  now: Date,
): Promise<void> {
  if (months.length === 0) return;
  const cards = await listChargeable(
    tx,
    months.map(({ subscriptionId }) => subscriptionId),
  );
  const before = Map.groupBy(await listCharges(tx, months), ({ subscriptionId }) => subscriptionId);
  const charges = months.flatMap((month): NewCharge[] => {
    const { userId, subscriptionId, periodNumber, plan, attempt } = month;
    const card = cards.get(subscriptionId);
    const tries = before.get(subscriptionId) ?? [];
    const isFree = tries.every(
      ({ status, chargeAttempt }) => (status === 'failed' || status === 'abandoned') && Number(chargeAttempt) < attempt,
    );
    const { quote, totalKobo, creditUsedKobo } = parts.priceMonth(plan, month.creditKobo);
    if (!card || !isFree || totalKobo === 0 || !parts.gateways.some(({ id }) => id === card.provider)) return [];
    return [
      {
        ...{ reference: parts.newReference(), userId, subscriptionId, planId: plan.id, periodNumber },
        ...{ gateway: card.provider, amount: totalKobo, creditUsed: creditUsedKobo, quote, email: card.email },
        ...{ paymentMethodId: card.id, chargeAttempt: attempt, chargeDueAt: now, createdAt: now, updatedAt: now },
        description: `${plan.name}, one month by auto-pay`,
        openKey: `auto-pay:${subscriptionId}:${periodNumber}`,
      },
    ];
  });
  await insertCharges(tx, charges);
}
