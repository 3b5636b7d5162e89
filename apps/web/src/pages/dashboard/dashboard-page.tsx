import { Suspense } from 'react';
import { useAutoPay } from '../../features/billing/auto-pay/api/auto-pay.ts';
import { LineChooser } from '../../features/billing/lines/components/line-chooser.tsx';
import { usePaymentQuote } from '../../features/billing/payments/api/get-payment-quote.ts';
import { useSubscription } from '../../features/billing/subscriptions/api/get-subscription.ts';
import { DashboardHeading } from '../../features/billing/subscriptions/components/dashboard-heading.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { useUser } from '../../shared/session/use-session.ts';
import { AsyncBoundary } from '../../shared/ui/async/async-boundary.tsx';
import { lazyComponent } from '../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';
import { Tabs } from '../../shared/ui/navigation/tabs.tsx';
import { OverviewTab, type OverviewTabProps } from './overview-tab.tsx';
import { type DashboardTab, dashboardTabs, useDashboardTab } from './use-dashboard-tab.ts';
import { useTabFocus } from './use-tab-focus.ts';

const AnalyticsTab = lazyComponent(async () => (await import('./analytics-tab.tsx')).AnalyticsTab);
const SubscriptionTab = lazyComponent(async () => (await import('./subscription-tab.tsx')).SubscriptionTab);
const ReferralScreen = lazyComponent(
  async () => (await import('../../features/billing/referrals/components/referral-screen.tsx')).ReferralScreen,
);
const SpeedtestTab = lazyComponent(async () => (await import('./speedtest-tab.tsx')).SpeedtestTab);

/**
 * / and /dashboard of a signed-in person: five tabs, each with an address of its own (specification
 * section 2, Dashboard).
 */
export function DashboardPage() {
  const t = useText();
  const user = useUser();
  const subscription = useSubscription(user !== null);
  const billedPlanId = subscription.data?.scheduledPlanId ?? subscription.data?.planId ?? null;
  const quote = usePaymentQuote(billedPlanId);
  const autoPay = useAutoPay(subscription.data?.autoPay ?? false);
  // The card is charged less than a manual payment would cost now.
  const charge = (subscription.data?.autoPay && !autoPay.data?.attempt && autoPay.data?.next) || undefined;
  const known = subscription.data?.autoPay && !autoPay.data ? undefined : (charge?.amount ?? quote.data?.total);
  const isLoading = quote.isLoading || autoPay.isLoading;
  const [tab, openTab] = useDashboardTab();
  const tabs = useTabFocus(tab);
  return (
    <div className="wrap pt-6 pb-16 lg:pt-10 lg:pb-24">
      <DashboardHeading
        firstName={user?.firstName || user?.email || ''}
        subscription={subscription.data}
        failed={subscription.isLoadingError}
        amountDue={known ?? (isLoading ? undefined : null)}
        lineChooser={<LineChooser />}
      />
      <div className="mt-5" ref={tabs}>
        <Tabs
          label={t('Dashboard sections')}
          tabs={dashboardTabs.map(({ id, label }) => ({ id, label: t(label) }))}
          current={tab}
          onChange={openTab}
        >
          <div className="mt-6 lg:mt-8">
            {tab !== 'overview' && tab !== 'subscription' && <OwnLine query={subscription} />}
            <Suspense fallback={<Skeleton className="h-96 w-full rounded-panel" />}>
              <TabContent tab={tab} subscription={subscription} quote={quote} charge={charge} />
            </Suspense>
          </div>
        </Tabs>
      </div>
    </div>
  );
}

/** For the other tabs: what the heading could not load, and why. */
function OwnLine({ query }: { query: ReturnType<typeof useSubscription> }) {
  const t = useText();
  return (
    <div className="[&>.state-block]:mb-6">
      <AsyncBoundary query={query} failure={t('We could not load your subscription')} skeleton={null}>
        {() => null}
      </AsyncBoundary>
    </div>
  );
}

function TabContent({ tab, subscription, quote, charge }: { tab: DashboardTab } & OverviewTabProps) {
  switch (tab) {
    case 'overview':
      return <OverviewTab subscription={subscription} quote={quote} charge={charge} />;
    case 'analytics':
      return <AnalyticsTab />;
    case 'subscription':
      return <SubscriptionTab subscription={subscription} quote={quote} charge={charge} />;
    case 'referrals':
      return <ReferralScreen />;
    case 'speedtest':
      return <SpeedtestTab subscription={subscription.data} />;
  }
}
