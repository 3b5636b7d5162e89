import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { SubscriptionNotice } from '../../../features/billing/subscriptions/components/subscription-notice.tsx';
import {
  dateLabel,
  paymentAddress,
  subscriptionEnd,
  subscriptionState,
} from '../../../features/billing/subscriptions/subscription-state.ts';
import { now } from '../../../shared/format/clock.ts';
import { formatDate } from '../../../shared/format/date.ts';
import { formatMonthlyFee } from '../../../shared/format/monthly-price.ts';
import { formatNaira } from '../../../shared/format/naira.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useSiteFacts } from '../../../shared/site/site-facts.ts';
import { ButtonLink } from '../../../shared/ui/button/button-link.tsx';
import { StatusBadge, subscriptionStatuses } from '../../../shared/ui/feedback/status-badge.tsx';
import { DescriptionList } from '../../../shared/ui/layout/description-list.tsx';
import { Panel } from '../../../shared/ui/layout/panel.tsx';

type BilledPlanProps = {
  subscription: SubscriptionView;
  /** Its months are on an invoice of all lines, which is paid instead. */
  isOnInvoice: boolean;
};

/** The plan of the bills, its state, and a link to pay. */
export function BilledPlan({ subscription, isOnInvoice }: BilledPlanProps) {
  const t = useText();
  const { vatExtra, vatPercent } = useSiteFacts();
  const { planName, monthlyFee, nextBillingDate, cancelReason } = subscription;
  const state = subscriptionState(subscription, now());
  return (
    <Panel className="flex flex-col">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 className="h4">{t('Current plan')}</h2>
        <StatusBadge status={state.kind} statuses={subscriptionStatuses} />
      </div>
      <p className="h2 mb-5">{planName}</p>
      <SubscriptionNotice state={state} reason={cancelReason} className="mb-5" />
      <DescriptionList
        className="border-line border-t pt-4"
        facts={[
          {
            label: t('Monthly fee'),
            value: vatExtra
              ? formatMonthlyFee(t, { price: monthlyFee, vatExtra, vatPercent })
              : t('{price}/month', { price: formatNaira(monthlyFee) }),
          },
          {
            label: state.kind === 'active' || state.kind === 'pending' ? t('Next billing') : t(dateLabel(state)),
            value: nextBillingDate ? formatDate(nextBillingDate) : t('When you have paid'),
          },
        ]}
      />
      {!isOnInvoice && !subscriptionEnd(state) && (
        <div className="mt-auto pt-5">
          <ButtonLink to={paymentAddress(subscription)}>{t('Make Payment')}</ButtonLink>
        </div>
      )}
    </Panel>
  );
}
