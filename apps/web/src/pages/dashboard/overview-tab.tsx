import type { AutoPayView } from '@portal/contract/billing/payments/auto-pay';
import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { AddData } from '../../features/billing/data-bundles/components/add-data.tsx';
import { useInvoices } from '../../features/billing/invoices/api/list-invoices.ts';
import { openInvoice } from '../../features/billing/invoices/invoice-status.ts';
import type { usePaymentQuote } from '../../features/billing/payments/api/get-payment-quote.ts';
import { ReferralEarningsCard } from '../../features/billing/referrals/components/referral-earnings-card.tsx';
import type { useSubscription } from '../../features/billing/subscriptions/api/get-subscription.ts';
import { AccountDetails } from '../../features/billing/subscriptions/components/account-details.tsx';
import { BillNotice } from '../../features/billing/subscriptions/components/bill-notice.tsx';
import { NextBillPanel } from '../../features/billing/subscriptions/components/next-bill-panel.tsx';
import { QuickActions } from '../../features/billing/subscriptions/components/quick-actions.tsx';
import { SubscriptionNotice } from '../../features/billing/subscriptions/components/subscription-notice.tsx';
import { NoSubscription } from '../../features/billing/subscriptions/components/subscription-panel.tsx';
import { subscriptionState } from '../../features/billing/subscriptions/subscription-state.ts';
import { ConnectionSpeedCard } from '../../features/network/speed-tests/components/connection-speed-card.tsx';
import { UsageSlab } from '../../features/network/usage/components/usage-slab.tsx';
import { now } from '../../shared/format/clock.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { SpeedTestPart } from './speed-test-part.tsx';
import { searchFor } from './use-dashboard-tab.ts';

export type OverviewTabProps = {
  subscription: ReturnType<typeof useSubscription>;
  /** The server's present quote. */
  quote: ReturnType<typeof usePaymentQuote>;
  /** The next auto-pay charge, if any. */
  charge: AutoPayView['next'] | undefined;
};

/** The account at a glance (specification section 2, Dashboard, Overview). */
export function OverviewTab({ subscription, quote, charge }: OverviewTabProps) {
  const t = useText();
  return (
    <div className="grid gap-5 lg:gap-6">
      <Standing subscription={subscription.data} quote={quote} charge={charge} />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[6fr_3fr_3fr] lg:gap-6">
        <div className="grid sm:col-span-2 lg:col-span-1">
          <UsageSlab title={t('Data Usage')} detailed action={<AddData variant="glass-outline" />} />
        </div>
        <ConnectionSpeedCard />
        <ReferralEarningsCard />
      </div>
      <QuickActions bills={searchFor('subscription')} />
      <div className="grid gap-5 lg:grid-cols-[5fr_7fr] lg:gap-6">
        <SpeedTestPart subscription={subscription.data} />
        <ActivityPanel subscription={subscription.data} />
      </div>
      <div className="grid gap-8 border-ink border-t pt-5 md:grid-cols-2 md:gap-12">
        <ConnectionStatus />
        <AsyncBoundary
          query={subscription}
          failure={t('We could not load your subscription')}
          skeleton={<Skeleton className="h-36 w-full" />}
        >
          {(answer) => <AccountDetails subscription={answer} />}
        </AsyncBoundary>
      </div>
    </div>
  );
}

/**
 * First on the page while there is no plan, while the subscription is not active and paid for, and
 * while a bill is open.
 */
function Standing({
  subscription,
  quote,
  charge,
}: Pick<OverviewTabProps, 'quote' | 'charge'> & { subscription: SubscriptionView | null | undefined }) {
  const invoices = useInvoices(Boolean(subscription));
  if (subscription === undefined) return null;
  if (subscription === null) return <NoSubscription />;
  const invoice = openInvoice(invoices.data, subscription);
  const state = subscriptionState(subscription, now());
  if (state.kind === 'active') {
    if (!invoice) return null;
    return <BillNotice subscription={subscription} invoice={invoice} amountDue={quote.data?.total} charge={charge} />;
  }
  return (
    <div className="grid gap-4">
      <SubscriptionNotice state={state} reason={subscription.cancelReason} />
      {['pending', 'grace', 'suspended'].includes(state.kind) && (
        <NextBillPanel subscription={subscription} quote={quote} invoice={invoice} charge={charge} />
      )}
    </div>
  );
}
