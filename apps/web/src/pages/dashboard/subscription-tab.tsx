import type { AutoPayView } from '@portal/contract/billing/payments/auto-pay';
import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { useInvoices } from '../../features/billing/invoices/api/list-invoices.ts';
import { openInvoice } from '../../features/billing/invoices/invoice-status.ts';
import type { usePaymentQuote } from '../../features/billing/payments/api/get-payment-quote.ts';
import { PaymentsPanel } from '../../features/billing/payments/components/payments-panel.tsx';
import type { useSubscription } from '../../features/billing/subscriptions/api/get-subscription.ts';
import { NextBillPanel } from '../../features/billing/subscriptions/components/next-bill-panel.tsx';
import { PauseAndCancel } from '../../features/billing/subscriptions/components/pause-and-cancel.tsx';
import { PlanChangePanel } from '../../features/billing/subscriptions/components/plan-change-panel.tsx';
import { SubscriptionPanel } from '../../features/billing/subscriptions/components/subscription-panel.tsx';
import { useServicePlans } from '../../features/catalogue/plans/api/list-service-plans.ts';
import { LineAddresses } from '../../features/network/addresses/components/line-addresses.tsx';
import { LineRouter } from '../../features/network/line-login/components/line-router.tsx';
import { OutageCredits } from '../../features/network/outage-credits/components/outage-credits.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { useHasRole } from '../../shared/session/account-role.ts';
import { AsyncBoundary } from '../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';

export type SubscriptionTabProps = {
  subscription: ReturnType<typeof useSubscription>;
  /** The server's present quote. */
  quote: ReturnType<typeof usePaymentQuote>;
  /** The next auto-pay charge, if any. */
  charge: AutoPayView['next'] | undefined;
};

/**
 * The plan, its next bill, changing, pausing and cancelling it, and past payments (specification
 * section 2, Dashboard, Subscription).
 */
export function SubscriptionTab({ subscription, quote, charge }: SubscriptionTabProps) {
  const t = useText();
  return (
    <div className="grid gap-8 lg:gap-12">
      <AsyncBoundary
        query={subscription}
        failure={t('We could not load your subscription')}
        skeleton={<Skeleton className="h-72 w-full rounded-panel" />}
      >
        {(answer) => <Line subscription={answer} quote={quote} charge={charge} />}
      </AsyncBoundary>
      <OutageCredits />
      <PaymentsPanel />
    </div>
  );
}

function Line({
  subscription,
  quote,
  charge,
}: Pick<SubscriptionTabProps, 'quote' | 'charge'> & { subscription: SubscriptionView | null }) {
  const t = useText();
  const plans = useServicePlans();
  const invoices = useInvoices(subscription !== null);
  const isOwner = useHasRole('owner');
  const mayUseLine = useHasRole('technical');
  if (!subscription) {
    return (
      <div className="grid min-h-72 *:content-center">
        <SubscriptionPanel subscription={null} scheduledPlan={undefined} />
      </div>
    );
  }
  const scheduledPlan = plans.data?.find(({ id }) => id === subscription.scheduledPlanId);
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-[7fr_5fr] lg:gap-6">
        <SubscriptionPanel subscription={subscription} scheduledPlan={scheduledPlan} />
        <NextBillPanel
          subscription={subscription}
          quote={quote}
          invoice={openInvoice(invoices.data, subscription)}
          charge={charge}
        />
      </div>
      <LineAddresses />
      {mayUseLine && <LineRouter />}
      {!isOwner && <p className="soft">{t('Only an owner of this account can change, pause or cancel the plan.')}</p>}
      {isOwner && !subscription.cancelsAt && (
        <AsyncBoundary
          query={plans}
          failure={t('We could not load the plans')}
          skeleton={<Skeleton className="h-96 w-full rounded-panel" />}
        >
          {(list) => <PlanChangePanel subscription={subscription} plans={list} />}
        </AsyncBoundary>
      )}
      {isOwner && <PauseAndCancel subscription={subscription} />}
    </>
  );
}
