import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { ServicePlan } from '@portal/contract/catalogue/plans';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatMonthlyFee } from '../../../../shared/format/monthly-price.ts';
import { formatRegion } from '../../../../shared/format/region.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { DescriptionList } from '../../../../shared/ui/layout/description-list.tsx';
import { LimitRules } from './limit-rules.tsx';

export type ChoosePlanDialogProps = {
  /** The plan to confirm; null while the dialog is closed. */
  plan: ServicePlan | null;
  subscription: SubscriptionView | null;
  /** When a change of the customer's plan takes effect; null where the next payment applies it. */
  changeDay: string | null;
  busy: boolean;
  onConfirm: (plan: ServicePlan) => void;
  onClose: () => void;
};

/**
 * Asks for confirmation, with the facts, before a plan is chosen (specification section 2, Plans
 * page).
 */
export function ChoosePlanDialog(props: ChoosePlanDialogProps) {
  const { plan, subscription, changeDay, busy, onConfirm, onClose } = props;
  const t = useText();
  if (!plan) return null;
  const running = subscription !== null && subscription.status !== 'pending';
  return (
    <Dialog
      open
      onClose={() => {
        if (!busy) onClose();
      }}
      title={t('Choose {plan}?', { plan: plan.name })}
      actions={
        <>
          <Button busy={busy} busyLabel={t('Confirming...')} onClick={() => onConfirm(plan)}>
            {t('Confirm plan')}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <p className="soft mt-2">{effectOf(t, plan, subscription, changeDay)}</p>
      <DescriptionList
        className="my-5 border-line border-y py-4"
        facts={[
          { label: t('Speed'), value: t('Up to {speed} Mbps', { speed: plan.downloadMbps }) },
          { label: t('Area'), value: formatRegion(plan.region) },
          { label: t('Monthly fee'), value: formatMonthlyFee(t, plan) },
        ]}
      />
      <LimitRules plan={plan} />
      {!running && <p className="soft small">{t('Next, pay by card, bank transfer or USSD.')}</p>}
    </Dialog>
  );
}

function effectOf(
  t: Translate,
  plan: ServicePlan,
  subscription: SubscriptionView | null,
  changeDay: string | null,
): string {
  if (!subscription || subscription.status === 'pending') {
    return t('You can change it later. A change takes effect on your next billing cycle.');
  }
  if (subscription.planId === plan.id) return t('You stay on this plan. The change you asked for is withdrawn.');
  if (!changeDay) return t('The change takes effect with your next payment.');
  return t('You keep {plan} until {date}. The change takes effect then.', {
    plan: subscription.planName,
    date: formatDate(changeDay),
  });
}
