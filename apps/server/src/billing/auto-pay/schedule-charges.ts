import { lagosDate } from '@portal/kernel/calendar';
import type { Kobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { PlanForSale } from '../pricing/find-plan-for-sale.ts';
import { priceCharge } from '../pricing/price-month.ts';
import { gatewayName } from '../saved-cards/list-payment-methods.ts';
import type { SavedMethod } from '../saved-cards/saved-card.repository.ts';
import { methodLabel } from './auto-pay.policy.ts';
import { cardGateways, gatewayOf } from './card-gateways.ts';
import type { NewCharge, PaymentRow } from './charge.repository.ts';
import { insertCharges, listCharges } from './charge.repository.ts';
import { type Consented, listChargeable } from './consent.repository.ts';

/**
 * What may be charged for these subscriptions, in the customer's order, by subscription; without that of
 * gateways that are not configured any more.
 */
async function listUsable(
  deps: Pick<BillingDependencies, 'gateways'>,
  tx: Transaction,
  subscriptionIds: readonly string[],
): Promise<Map<string, Consented[]>> {
  const gateways = cardGateways(deps.gateways);
  const chargeable = await listChargeable(tx, subscriptionIds);
  return new Map(
    [...chargeable]
      .map(([id, all]) => [id, all.filter(({ method }) => gatewayOf(gateways, method))] as const)
      .filter(([, all]) => all.length > 0),
  );
}

/** The labels of what the renewals of these subscriptions are charged to first, by subscription. */
export async function nameChargedMethods(
  deps: Pick<BillingDependencies, 'gateways'>,
  tx: Transaction,
  subscriptionIds: readonly string[],
): Promise<Map<string, string>> {
  const usable = await listUsable(deps, tx, subscriptionIds);
  return new Map(
    [...usable].flatMap(([id, [first]]) =>
      first ? [[id, methodLabel(first.method, gatewayName(deps.gateways, first.method.provider))]] : [],
    ),
  );
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
 * What a month is charged to at the moment `since`, in the customer's order: what was declined least
 * often, so that a decline moves on to the next. Null where it must not be charged now: an attempt is
 * pending or in review, one was refunded or made today, or this moment was used since the customer agreed.
 */
function chooseMethod(
  methods: readonly Consented[],
  tries: readonly PaymentRow[],
  moment: { readonly since: Date; readonly now: Date },
): SavedMethod | null {
  const { since, now } = moment;
  const today = lagosDate(now);
  const isBlocked = ({ status, chargeDay }: PaymentRow) =>
    status === 'refunded' || status === 'disputed' || chargeDay === today;
  if (tries.some((each) => isUndecided(each) || isBlocked(each))) return null;
  const spent = tries.filter(isSpent);
  const free = methods.filter(
    ({ givenAt }) => !spent.some(({ createdAt }) => createdAt >= since && createdAt >= givenAt),
  );
  const declinedOf = ({ method }: Consented) => spent.filter((each) => each.paymentMethodId === method.id).length;
  return free.toSorted((one, other) => declinedOf(one) - declinedOf(other))[0]?.method ?? null;
}

/**
 * Schedules the due charges of months on auto-pay, in the transaction of the renewal run that has
 * locked their subscriptions; they are sent after it. At each moment of charging one card or account is
 * tried once (`chooseMethod`). The part covered by account credit is not charged. Safe to repeat.
 * Returns the subscriptions with a pending attempt.
 */
export async function scheduleCharges(
  deps: Pick<BillingDependencies, 'newReference' | 'addedVat' | 'gateways'>,
  tx: Transaction,
  months: readonly DueMonth[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (months.length === 0) return new Set();
  const usable = await listUsable(
    deps,
    tx,
    months.map(({ subscriptionId }) => subscriptionId),
  );
  const before = Map.groupBy(await listCharges(tx, months), ({ subscriptionId }) => subscriptionId);
  const charges = months.flatMap((month): NewCharge[] => {
    const { userId, subscriptionId, periodNumber, plan, since } = month;
    const tries = before.get(subscriptionId) ?? [];
    const method = chooseMethod(usable.get(subscriptionId) ?? [], tries, { since, now });
    if (!method) return [];
    const { quote, totalKobo, creditUsedKobo } = priceCharge(deps, plan, month.creditKobo);
    if (totalKobo === 0) return [];
    return [
      {
        reference: deps.newReference(),
        userId,
        subscriptionId,
        planId: plan.id,
        periodNumber,
        gateway: method.provider,
        amount: totalKobo,
        creditUsed: creditUsedKobo,
        quote,
        email: method.email,
        paymentMethodId: method.id,
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
