import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { ServicePlan } from '@portal/contract/catalogue/plans';
import { planChangeDay } from '@portal/kernel/billing/plan-change-day';
import { now } from '../../../../shared/format/clock.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatMonthlyFee } from '../../../../shared/format/monthly-price.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useHasRole } from '../../../../shared/session/account-role.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { usePlanWithdrawal } from '../use-plan-change.ts';

export type ScheduledChangeProps = {
  subscription: SubscriptionView;
  /** The scheduled plan; undefined while it is loading, or when it is no longer sold. */
  scheduledPlan: ServicePlan | undefined;
};

/**
 * The change scheduled for the next billing cycle: its day, its price, and a button to withdraw it.
 */
export function ScheduledChange({ subscription, scheduledPlan }: ScheduledChangeProps) {
  const t = useText();
  const { withdraw, busy } = usePlanWithdrawal();
  const isOwner = useHasRole('owner');
  const plan = scheduledPlan?.name ?? t('another plan');
  const date = planChangeDay(subscription, now());
  return (
    <Alert kind="info" className="mb-5">
      <p>
        {date
          ? t('You change to {plan} on {date}.', { plan, date: formatDate(date) })
          : t('You change to {plan} with your next payment.', { plan })}
      </p>
      {scheduledPlan && <p>{t('Then {price} a month.', { price: formatMonthlyFee(t, scheduledPlan) })}</p>}
      {isOwner && (
        <Button
          variant="quiet"
          className="-ml-2.5 text-info!"
          busy={busy}
          busyLabel={t('Withdrawing...')}
          onClick={withdraw}
        >
          {t('Withdraw change')}
        </Button>
      )}
    </Alert>
  );
}
