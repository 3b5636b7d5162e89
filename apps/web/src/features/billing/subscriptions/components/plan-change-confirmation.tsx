import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { ServicePlan } from '@portal/contract/catalogue/plans';
import { planChangeDay } from '@portal/kernel/billing/plan-change-day';
import { useState } from 'react';
import { now } from '../../../../shared/format/clock.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatMonthlyFee } from '../../../../shared/format/monthly-price.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { subscriptionState } from '../subscription-state.ts';
import { type ChangeTime, ChangeTimeChoice } from './change-time-choice.tsx';

export type PlanChangeConfirmationProps = {
  plan: ServicePlan;
  subscription: SubscriptionView;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/**
 * Asks for confirmation, with price and day; an active subscription can be upgraded at once
 * instead. Stays at the lower edge of the window, above the chat button, while the plans are
 * scrolled.
 */
export function PlanChangeConfirmation({ plan, subscription, busy, onConfirm, onCancel }: PlanChangeConfirmationProps) {
  const t = useText();
  const [time, setTime] = useState<ChangeTime>('next-bill');
  const price = formatMonthlyFee(t, plan);
  const state = subscriptionState(subscription, now());
  const startsAt = planChangeDay(subscription, now());
  const mayBeNow = state.kind === 'active' && plan.price > subscription.monthlyFee;
  return (
    <Panel
      selected
      className="sticky bottom-20 z-10 mt-5 grid gap-4 shadow-float! lg:grid-cols-[1fr_auto] lg:items-end"
    >
      <div className="min-w-0">
        <div role="status">
          <p className="h4">{t('Change to {plan}?', { plan: plan.name })}</p>
          <p className="soft small mt-1">
            {startsAt
              ? t('{price} a month from {date}', { price, date: formatDate(startsAt) })
              : t('{price} a month', { price })}
          </p>
        </div>
        {mayBeNow && startsAt && (
          <ChangeTimeChoice planId={plan.id} nextBillAt={startsAt} value={time} disabled={busy} onChange={setTime} />
        )}
      </div>
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
        <Button variant="secondary" disabled={busy} onClick={onCancel}>
          {t('Cancel')}
        </Button>
        {time === 'now' ? (
          <ButtonLink to={`/payment?plan=${encodeURIComponent(plan.id)}&for=upgrade`}>{t('Go to payment')}</ButtonLink>
        ) : (
          <Button busy={busy} busyLabel={t('Changing...')} onClick={onConfirm}>
            {t('Confirm change')}
          </Button>
        )}
      </div>
    </Panel>
  );
}
