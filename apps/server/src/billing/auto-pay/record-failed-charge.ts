import { chargeTimes } from '@portal/kernel/billing/auto-pay';
import { DAY_MS, formatLagosDay } from '@portal/kernel/calendar';
import { formatNaira } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { hintMandateOf } from '../mandates/mandate.repository.ts';
import { planOf } from '../payments/payment.policy.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';
import type { RenewalRules } from '../renewals/renewal.policy.ts';
import { gatewayName } from '../saved-cards/list-payment-methods.ts';
import type { SavedMethod } from '../saved-cards/saved-card.repository.ts';
import { isHardDecline, methodLabel, nextChargeTime } from './auto-pay.policy.ts';
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
 * Handles a failed charge, in the transaction that records it: after a permanent decline this card or
 * account is not charged any more, and auto-pay stops where there is no other; otherwise the customer
 * learns when it is retried, or, after the last attempt, until when to pay manually. Does nothing for a month that has been paid meanwhile. Locks the subscription.
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
  const methods = (await listChargeable(tx, [subscriptionId])).get(subscriptionId)?.map(({ method }) => method) ?? [];
  const tried = methods.find(({ id }) => id === payment.paymentMethodId);
  if (!subscription || !tried) return;
  const told = { customerId, lineId: subscription.lineId };
  const labelOf = (method: SavedMethod) => methodLabel(method, gatewayName(deps.gateways, method.provider));
  const label = labelOf(tried);
  const key = `auto-pay-failed:${reference}`;
  if (isHardDecline(reason)) {
    await endConsents(tx, { subscriptionId, paymentMethodId: tried.id }, 'declined', now);
    if (tried.kind === 'mandate') await hintMandateOf(tx, tried.id, now);
    const other = methods.find(({ id }) => id !== tried.id);
    await deps.notify(
      tx,
      other
        ? { key, kind: 'auto-pay-goes-on', ...told, values: { card: label, other: labelOf(other) } }
        : { key, kind: 'auto-pay-stopped', ...told, values: { card: label } },
    );
    return;
  }
  if (subscription.paidPeriods + 1 !== payment.periodNumber || subscription.status !== 'active') return;
  const { start, end } = graceOf(subscription, deps.rules);
  // A subscription that is suspended now gets the notice of its suspension instead.
  if (end <= now) return;
  const next = nextChargeTime(chargeTimes(start, end, subscription.salaryDay), now, payment.chargeDay);
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
