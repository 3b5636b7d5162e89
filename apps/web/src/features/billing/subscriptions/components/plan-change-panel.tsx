import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { ServicePlan } from '@portal/contract/catalogue/plans';
import { planChangeDay } from '@portal/kernel/billing/plan-change-day';
import { useState } from 'react';
import { now } from '../../../../shared/format/clock.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { subscriptionState } from '../subscription-state.ts';
import { usePlanChange } from '../use-plan-change.ts';
import { OtherPlanCard } from './other-plan-card.tsx';
import { PlanChangeConfirmation } from './plan-change-confirmation.tsx';

/** Plans beyond the first six are shown on request. */
const SHOWN_AT_FIRST = 6;

export type PlanChangePanelProps = { subscription: SubscriptionView; plans: readonly ServicePlan[] };

/**
 * The plans that the customer does not have: select one, then confirm. It takes effect at the next
 * billing cycle, for an overdue or suspended subscription with the next payment, a paid upgrade at
 * once; before the first payment at once.
 */
export function PlanChangePanel({ subscription, plans }: PlanChangePanelProps) {
  const t = useText();
  const [all, setAll] = useState(false);
  const { selected, busy, select, clear, confirm } = usePlanChange();
  const state = subscriptionState(subscription, now());
  const change = planChangeDay(subscription, now())
    ? t('A change takes effect at your next billing cycle.')
    : t('A change takes effect with your next payment.');
  const others = plans.filter(({ id }) => id !== subscription.planId && id !== subscription.scheduledPlanId);
  return (
    <section aria-labelledby="other-plans" className="border-ink border-t pt-5">
      <h2 className="h4" id="other-plans">
        {t('Other plans')}
      </h2>
      <p className="soft mt-1 mb-5">
        {subscription.status === 'pending' ? t('Your first payment is then for the plan you confirm.') : change}
        {state.kind === 'active' && ` ${t('A dearer plan can also start at once.')}`}
      </p>
      {others.length === 0 ? (
        <EmptyState title={t('No plans available')} />
      ) : (
        <fieldset className="grid min-w-0 gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5" disabled={busy}>
          <legend className="sr-only">{t('Other plans')}</legend>
          {others.slice(0, all ? undefined : SHOWN_AT_FIRST).map((plan) => (
            <OtherPlanCard key={plan.id} plan={plan} selected={selected?.id === plan.id} onSelect={select} />
          ))}
        </fieldset>
      )}
      {!all && others.length > SHOWN_AT_FIRST && (
        <Button variant="secondary" className="mt-5" onClick={() => setAll(true)}>
          {t('Show all plans')}
        </Button>
      )}
      {selected && (
        <PlanChangeConfirmation
          key={selected.id}
          plan={selected}
          subscription={subscription}
          busy={busy}
          onConfirm={confirm}
          onCancel={clear}
        />
      )}
    </section>
  );
}
