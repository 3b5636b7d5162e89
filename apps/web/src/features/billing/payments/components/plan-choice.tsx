import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { PaymentPlan } from '@portal/contract/catalogue/plans';
import { formatDate } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { ArrowLink } from '../../../../shared/ui/button/arrow-link.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { CHOICE_HEADING } from '../use-payment-screen.ts';
import { PaymentPlanCard } from './payment-plan-card.tsx';

/** Specification section 2: the first three plans only. */
const SHOWN = 3;

export type PlanChoiceProps = {
  plans: readonly PaymentPlan[];
  /** The plan of the customer's next month, wherever it is in the list, or when it is retired. */
  ownPlan: Pick<PaymentPlan, 'id' | 'name'> | undefined;
  subscription: SubscriptionView | null;
  onSelect: (plan: Pick<PaymentPlan, 'id'>) => void;
};

export function PlanChoice({ plans, ownPlan, subscription, onSelect }: PlanChoiceProps) {
  const t = useText();
  const { nextBillingDate = null, scheduledPlanId = null } = subscription ?? {};
  if (plans.length === 0) {
    return (
      <EmptyState
        title={t('No plans available')}
        action={
          <ButtonLink to="/support" variant="secondary">
            {t('Contact support')}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <section aria-labelledby={CHOICE_HEADING}>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6">
        <h2 className="h2 outline-none" id={CHOICE_HEADING} tabIndex={-1}>
          {t('Choose a plan')}
        </h2>
        <ArrowLink to="/plans">{t('All plans')}</ArrowLink>
      </div>
      {ownPlan && (
        <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-y py-4">
          <p>
            <span className="soft">{scheduledPlanId ? t('Your next plan') : t('Your plan')}</span>{' '}
            <span className="font-semibold">{ownPlan.name}</span>
            {nextBillingDate && (
              <span className="soft">, {t('next bill {date}', { date: formatDate(nextBillingDate) })}</span>
            )}
          </p>
          <Button variant="secondary" onClick={() => onSelect(ownPlan)}>
            {scheduledPlanId ? t('Pay for your next month') : t('Pay for your plan')}
          </Button>
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5">
        {plans.slice(0, SHOWN).map((plan) => (
          <PaymentPlanCard key={plan.id} plan={plan} onSelect={onSelect} />
        ))}
      </div>
    </section>
  );
}
