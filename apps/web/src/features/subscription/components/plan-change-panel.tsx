import type { ServicePlan } from '@portal/contract/plan';
import type { SubscriptionView } from '@portal/contract/subscription';
import { useState } from 'react';
import { formatDate } from '../../../shared/format/date.ts';
import { formatNaira } from '../../../shared/format/naira.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Panel } from '../../../shared/ui/panel.tsx';
import { usePlanChange } from '../use-plan-change.ts';
import { OtherPlanCard } from './other-plan-card.tsx';

/** Plans beyond the first six are shown on request. */
const SHOWN_AT_FIRST = 6;

export type PlanChangePanelProps = { subscription: SubscriptionView; plans: readonly ServicePlan[] };

/** The plans the customer does not have: select one, then confirm. It takes effect at the next billing cycle; before the first payment at once. */
export function PlanChangePanel({ subscription, plans }: PlanChangePanelProps) {
  const t = useText();
  const [all, setAll] = useState(false);
  const { selected, busy, select, clear, confirm } = usePlanChange();
  const others = plans.filter(({ id }) => id !== subscription.planId && id !== subscription.scheduledPlanId);
  return (
    <section aria-labelledby="other-plans" className="border-ink border-t pt-5">
      <h2 className="h4" id="other-plans">
        {t('Other plans')}
      </h2>
      <p className="soft mt-1 mb-5">
        {subscription.status === 'pending'
          ? t('Your first payment is then for the plan you confirm.')
          : t('A change takes effect at your next billing cycle.')}
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
        <Confirmation plan={selected} subscription={subscription} busy={busy} onConfirm={confirm} onCancel={clear} />
      )}
    </section>
  );
}

type ConfirmationProps = {
  plan: ServicePlan;
  subscription: SubscriptionView;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Stays at the lower edge of the window while the plans above it are scrolled. */
function Confirmation({ plan, subscription, busy, onConfirm, onCancel }: ConfirmationProps) {
  const t = useText();
  const price = formatNaira(plan.price);
  const date = subscription.nextBillingDate;
  return (
    <Panel
      selected
      className="sticky bottom-3 z-10 mt-5 flex flex-wrap items-center justify-between gap-4 shadow-float!"
      role="status"
    >
      <div className="min-w-0">
        <p className="h4">{t('Change to {plan}?', { plan: plan.name })}</p>
        <p className="soft small mt-1">
          {date && subscription.status !== 'pending'
            ? t('{price} a month from {date}', { price, date: formatDate(date) })
            : t('{price} a month', { price })}
        </p>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">
        <Button variant="secondary" disabled={busy} onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button busy={busy} busyLabel={t('Changing...')} onClick={onConfirm}>
          {t('Confirm change')}
        </Button>
      </div>
    </Panel>
  );
}
