import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { ServicePlan } from '@portal/contract/catalogue/plans';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../shared/api/use-one-at-a-time.ts';
import { now } from '../../../shared/format/clock.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { useChoosePlan } from './api/choose-plan.ts';
import { upcomingChange } from './upcoming-change.ts';

const PAYMENT_AFTER_MS = 1500;

export type PlanDecision = {
  busy: boolean;
  /** True from success until the payment screen opens: nothing else may be chosen meanwhile. */
  made: boolean;
  /** `settled` is called once the answer is there, whatever it is. */
  decide: (plan: ServicePlan, settled: () => void) => void;
};

/**
 * Choosing a plan (specification sections 4, 8 and 9): the toast, then /payment after 1.5 s; a
 * refusal changes nothing.
 */
export function usePlanDecision(): PlanDecision {
  const t = useText();
  const navigate = useNavigate();
  const { mutateAsync, isPending } = useChoosePlan();
  const oneAtATime = useOneAtATime();
  const [made, setMade] = useState(false);
  useEffect(() => {
    if (!made) return;
    const timer = setTimeout(() => navigate('/payment'), PAYMENT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [made, navigate]);
  async function submit(plan: ServicePlan) {
    try {
      const answer = await mutateAsync(plan);
      toast({ title: t('Plan Selected Successfully!'), description: whatHappens(t, plan, answer.subscription) });
      setMade(true);
    } catch (failure) {
      toast({
        title: t('Subscription Failed'),
        description: t(messageOf(failure)),
        variant: 'destructive',
      });
    }
  }
  function decide(plan: ServicePlan, settled: () => void) {
    if (!made) oneAtATime(() => submit(plan).finally(settled));
  }
  return { busy: isPending, made, decide };
}

function whatHappens(t: Translate, { id, name }: ServicePlan, subscription: SubscriptionView): string {
  if (subscription.status === 'pending') return t('{plan}. Next, the payment.', { plan: name });
  if (subscription.scheduledPlanId === id) return upcomingChange(t, name, subscription, now());
  return t('You stay on {plan}.', { plan: name });
}
