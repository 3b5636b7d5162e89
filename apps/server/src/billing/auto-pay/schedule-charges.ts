import type { Kobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { PlanForSale } from '../pricing/find-plan-for-sale.ts';
import { priceCharge } from '../pricing/price-month.ts';
import { gatewayName } from '../saved-cards/list-payment-methods.ts';
import { cardLabel } from './auto-pay.policy.ts';
import { cardGateways } from './card-gateways.ts';
import type { NewCharge, PaymentRow } from './charge.repository.ts';
import { insertCharges, listCharges } from './charge.repository.ts';
import { listChargeable } from './consent.repository.ts';

/**
 * The labels of the cards to which the renewals of these subscriptions are charged, by
 * subscription; without those of gateways that are not configured any more.
 */
export async function nameChargedCards(
  deps: Pick<BillingDependencies, 'gateways'>,
  tx: Transaction,
  subscriptionIds: readonly string[],
): Promise<Map<string, string>> {
  const cards = await listChargeable(tx, subscriptionIds);
  const gateways = cardGateways(deps.gateways);
  const chargeable = [...cards].filter(([, { provider }]) => gateways.some(({ id }) => id === provider));
  return new Map(chargeable.map(([id, card]) => [id, cardLabel(card, gatewayName(gateways, card.provider))]));
}

/** A month that is to be charged automatically now. */
export type DueMonth = {
  readonly userId: number;
  readonly subscriptionId: string;
  readonly periodNumber: number;
  readonly plan: Required<PlanForSale>;
  readonly creditKobo: Kobo;
  /** The moment of charging that has come. */
  readonly since: Date;
};

const isUndecided = ({ status }: PaymentRow) => ['initialized', 'pending', 'review'].includes(status);

/**
 * Whether an attempt is used up: sent, without buying anything. One that became credit pays a part
 * of the month, so the rest may be charged; one that was never sent does not count.
 */
export const isSpent = ({ status, checkCount }: PaymentRow) =>
  status === 'failed' || (status === 'abandoned' && checkCount > 0);

/**
 * Whether the earlier attempts of a month allow another one with this card: none is pending or was
 * refunded, and this moment has not been used.
 */
function isFree(tries: readonly PaymentRow[], cardId: string, since: Date): boolean {
  const hasGoneBack = tries.some(({ status }) => status === 'refunded' || status === 'disputed');
  const isUsed = tries.some((each) => isSpent(each) && each.paymentMethodId === cardId && each.createdAt >= since);
  return !hasGoneBack && !isUsed && !tries.some(isUndecided);
}

/**
 * Schedules the due charges of months on auto-pay, in the transaction of the renewal run that has
 * locked their subscriptions; they are sent after it. At each moment of charging a card is tried
 * once, and not while an earlier attempt is pending or in review, nor after one was refunded. The
 * part covered by account credit is not charged. Safe to repeat. Returns the subscriptions with a
 * pending attempt.
 */
export async function scheduleCharges(
  deps: Pick<BillingDependencies, 'newReference' | 'addedVat' | 'gateways'>,
  tx: Transaction,
  months: readonly DueMonth[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (months.length === 0) return new Set();
  const cards = await listChargeable(
    tx,
    months.map(({ subscriptionId }) => subscriptionId),
  );
  const gateways = cardGateways(deps.gateways);
  const before = Map.groupBy(await listCharges(tx, months), ({ subscriptionId }) => subscriptionId);
  const charges = months.flatMap((month): NewCharge[] => {
    const { userId, subscriptionId, periodNumber, plan, since } = month;
    const card = cards.get(subscriptionId);
    const tries = before.get(subscriptionId) ?? [];
    if (!card || !isFree(tries, card.id, since)) return [];
    const { quote, totalKobo, creditUsedKobo } = priceCharge(deps, plan, month.creditKobo);
    if (totalKobo === 0 || !gateways.some(({ id }) => id === card.provider)) return [];
    return [
      {
        reference: deps.newReference(),
        userId,
        subscriptionId,
        planId: plan.id,
        periodNumber,
        gateway: card.provider,
        amount: totalKobo,
        creditUsed: creditUsedKobo,
        quote,
        email: card.email,
        paymentMethodId: card.id,
        chargeDueAt: now,
        createdAt: now,
        updatedAt: now,
        chargeAttempt: 1 + Math.max(0, ...tries.map(({ chargeAttempt }) => chargeAttempt ?? 0)),
        description: `${plan.name}, one month by auto-pay`,
        openKey: `auto-pay:${subscriptionId}:${periodNumber}`,
      },
    ];
  });
  await insertCharges(tx, charges);
  const waiting = months.filter(({ subscriptionId }) => before.get(subscriptionId)?.some(isUndecided));
  return new Set([...charges, ...waiting].map(({ subscriptionId }) => subscriptionId));
}
