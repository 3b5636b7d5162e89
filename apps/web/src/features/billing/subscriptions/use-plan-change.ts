import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { ServicePlan } from '@portal/contract/catalogue/plans';
import { useState } from 'react';
import { messageOf } from '../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../shared/api/use-one-at-a-time.ts';
import { now } from '../../../shared/format/clock.ts';
import { phrase, type Translate } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { useChangePlan } from './api/change-plan.ts';
import { useWithdrawPlanChange } from './api/withdraw-plan-change.ts';
import { upcomingChange } from './upcoming-change.ts';

const NOT_UPDATED = phrase('Failed to update subscription. Please try again.');

export type PlanChange = {
  selected: ServicePlan | null;
  busy: boolean;
  select: (plan: ServicePlan) => void;
  clear: () => void;
  confirm: () => void;
};

/**
 * Changing the plan on the dashboard (specification sections 4 and 8): select, confirm; success
 * clears the selection, a failure keeps it.
 */
export function usePlanChange(): PlanChange {
  const t = useText();
  const { mutateAsync, isPending } = useChangePlan();
  const oneAtATime = useOneAtATime();
  const [selected, select] = useState<ServicePlan | null>(null);
  async function submit(plan: ServicePlan) {
    try {
      const { subscription } = await mutateAsync(plan.id);
      toast({ title: t('Plan updated'), description: whatHappens(t, plan, subscription) });
      select(null);
    } catch {
      toast(notUpdated(t));
    }
  }
  return {
    selected,
    busy: isPending,
    select,
    clear: () => select(null),
    confirm: () => {
      if (selected) oneAtATime(() => submit(selected));
    },
  };
}

/**
 * Withdrawing a scheduled change. A refusal, such as for a month that is paid already, is shown in
 * the server's words.
 */
export function usePlanWithdrawal(): { withdraw: () => void; busy: boolean } {
  const t = useText();
  const { mutateAsync, isPending } = useWithdrawPlanChange();
  const oneAtATime = useOneAtATime();
  async function submit() {
    try {
      const { subscription } = await mutateAsync();
      toast({ title: t('Plan updated'), description: t('You stay on {plan}.', { plan: subscription.planName }) });
    } catch (failure) {
      toast({ ...notUpdated(t), description: t(messageOf(failure, NOT_UPDATED)) });
    }
  }
  return { withdraw: () => oneAtATime(submit), busy: isPending };
}

function whatHappens(t: Translate, plan: ServicePlan, subscription: SubscriptionView): string {
  if (subscription.scheduledPlanId !== plan.id) return t('You are on {plan}.', { plan: plan.name });
  return upcomingChange(t, plan.name, subscription, now());
}

function notUpdated(t: Translate) {
  return {
    title: t('Error'),
    description: t(NOT_UPDATED),
    variant: 'destructive',
  } as const;
}
