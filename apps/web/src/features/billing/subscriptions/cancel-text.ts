import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { formatDate } from '../../../shared/format/date.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { SubscriptionState } from './subscription-state.ts';

/**
 * The effect of cancelling this subscription: a paid one ends with its paid time, any other at
 * once.
 */
export function cancelText(t: Translate, { nextBillingDate }: SubscriptionView, { kind }: SubscriptionState): string {
  if (kind === 'pending') return t('Nothing has been paid yet, so your choice of plan is simply dropped.');
  if (kind === 'paused' && nextBillingDate) {
    return t('Your line ends on {date}, after your pause and what is left of your paid time. Nothing more is billed.', {
      date: formatDate(nextBillingDate),
    });
  }
  if (kind === 'active' && nextBillingDate) {
    return t('Your line stays on until {date}, and nothing more is billed. You can change your mind until then.', {
      date: formatDate(nextBillingDate),
    });
  }
  return t('Your line has no paid time left, so it ends at once, and nothing is owed.');
}
