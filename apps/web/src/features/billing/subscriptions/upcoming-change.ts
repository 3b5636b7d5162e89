import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { planChangeDay } from '@portal/kernel/billing/plan-change-day';
import { formatDate } from '../../../shared/format/date.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';

/**
 * The message for a customer with a scheduled change to `plan`: the day, or, for an overdue or
 * suspended subscription, that the next payment applies it.
 */
export function upcomingChange(t: Translate, plan: string, subscription: SubscriptionView, now: Date): string {
  const day = planChangeDay(subscription, now);
  return day
    ? t('{plan} starts on {date}.', { plan, date: formatDate(day) })
    : t('{plan} starts with your next payment.', { plan });
}
