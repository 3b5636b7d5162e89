import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { now } from '../../../../shared/format/clock.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatMonthlyFee } from '../../../../shared/format/monthly-price.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useSiteFacts } from '../../../../shared/site/site-facts.ts';
import { DescriptionList } from '../../../../shared/ui/layout/description-list.tsx';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import { dateLabel, subscriptionState } from '../subscription-state.ts';

/** The account in three lines, with a link to change it. */
export function AccountDetails({ subscription }: { subscription: SubscriptionView | null }) {
  const t = useText();
  const { vatExtra, vatPercent } = useSiteFacts();
  const fee = subscription && formatMonthlyFee(t, { price: subscription.monthlyFee, vatExtra, vatPercent });
  const date = subscription?.nextBillingDate;
  return (
    <section aria-labelledby="account-details">
      <div className="mb-4 flex min-h-6 items-center justify-between gap-4">
        <h2 className="h4" id="account-details">
          {t('Account details')}
        </h2>
        <PageLink to="/profile" className="arrow-link -my-2.5" aria-label={t('Edit account details')}>
          {t('Edit')}
        </PageLink>
      </div>
      <DescriptionList
        facts={[
          { label: t('Plan'), value: subscription?.planName ?? t('None') },
          { label: t('Monthly fee'), value: fee ?? t('None') },
          {
            label: subscription ? t(dateLabel(subscriptionState(subscription, now()))) : t('Next billing date'),
            value: date ? formatDate(date) : t('None'),
          },
        ]}
      />
    </section>
  );
}
