import { chargeTimes } from '@portal/kernel/billing/auto-pay';
import { DAY_MS, formatLagosDay } from '@portal/kernel/calendar';
import { formatNaira } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { planOf } from '../payments/payment.policy.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';
import type { RenewalRules } from '../renewals/renewal.policy.ts';
import { gatewayName } from '../saved-cards/list-payment-methods.ts';
import { cardLabel, isHardDecline } from './auto-pay.policy.ts';
import { endConsents, listChargeable, lockSubscription } from './consent.repository.ts';

type Failed = { readonly payment: PaymentRow; readonly reason: string | null; readonly now: Date };

/** The start of a subscription's grace period, and its end. */
export function graceOf(
  subscription: { readonly nextRenewal: Date; readonly graceSince: Date | null },
  { graceDays }: Pick<RenewalRules, 'graceDays'>,
): { readonly start: Date; readonly end: Date } {
  const start = new Date(Math.max(subscription.nextRenewal.getTime(), subscription.graceSince?.getTime() ?? 0));
  return { start, end: new Date(start.getTime() + graceDays * DAY_MS) };
}

/**
 * Handles a failed charge, in the transaction that records it: after a permanent decline auto-pay
 * stops; otherwise the customer learns when it is retried, or, after the last attempt, until when
 * to pay manually. Does nothing for a month that has been paid meanwhile. Locks the subscription.
 */
export async function recordFailedCharge(
  deps: Pick<BillingDependencies, 'gateways' | 'notify' | 'rules'>,
  tx: Transaction,
  failed: Failed,
): Promise<void> {
  const { payment, reason, now } = failed;
  const { userId: customerId, reference } = payment;
  const { subscriptionId } = planOf(payment);
  const subscription = await lockSubscription(tx, subscriptionId);
  const card = (await listChargeable(tx, [subscriptionId])).get(subscriptionId);
  if (!subscription || !card || card.id !== payment.paymentMethodId) return;
  const told = { customerId, lineId: subscription.lineId };
  const label = cardLabel(card, gatewayName(deps.gateways, card.provider));
  const key = `auto-pay-failed:${reference}`;
  if (isHardDecline(reason)) {
    await endConsents(tx, { subscriptionId }, 'declined', now);
    await deps.notify(tx, { key, kind: 'auto-pay-stopped', ...told, values: { card: label } });
    return;
  }
  if (subscription.paidPeriods + 1 !== payment.periodNumber || subscription.status !== 'active') return;
  const { start, end } = graceOf(subscription, deps.rules);
  // A subscription that is suspended now gets the notice of its suspension instead.
  if (end <= now) return;
  const next = chargeTimes(start, end).find((at) => at > now);
  const plan = payment.quote.planName;
  if (next) {
    const values = { card: label, amount: formatNaira(payment.amount), plan, date: formatLagosDay(next) };
    await deps.notify(tx, { key, kind: 'auto-pay-retry', ...told, values });
    return;
  }
  const { promisedUntil } = subscription;
  const until = promisedUntil !== null && promisedUntil > end ? new Date(promisedUntil.getTime() - 1) : end;
  const values = { card: label, plan, until: formatLagosDay(until) };
  await deps.notify(tx, { key, kind: 'auto-pay-failed', ...told, values });
}
