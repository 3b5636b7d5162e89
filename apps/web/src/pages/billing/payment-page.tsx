import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { AutoPayPanel } from '../../features/billing/auto-pay/components/auto-pay-panel.tsx';
import { useIsCompany } from '../../features/billing/companies/use-is-company.ts';
import { BundleSummary } from '../../features/billing/data-bundles/components/bundle-summary.tsx';
import { ChargeSummary } from '../../features/billing/invoices/components/charge-summary.tsx';
import { LineChooser } from '../../features/billing/lines/components/line-chooser.tsx';
import { PaymentReturnGuard } from '../../features/billing/payments/checkout/components/payment-return-guard.tsx';
import { PaymentScreen } from '../../features/billing/payments/components/payment-screen.tsx';
import { readPurchase } from '../../features/billing/payments/purchase.ts';
import { useSubscription } from '../../features/billing/subscriptions/api/get-subscription.ts';
import { usePlans } from '../../features/catalogue/plans/api/list-plans.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { useUser } from '../../shared/session/use-session.ts';
import { ErrorState } from '../../shared/ui/async/error-state.tsx';
import { lazyComponent } from '../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';

/** Only companies load it. */
const CompanyPayment = lazyComponent(
  async () => (await import('../../features/billing/companies/components/company-payment.tsx')).CompanyPayment,
);

/** /payment, also where the gateways send the browser back to. */
export function PaymentPage() {
  const t = useText();
  const user = useUser();
  const [search] = useSearchParams();
  const plans = usePlans();
  const subscription = useSubscription(user !== null);
  const wanted = readPurchase(search);
  const isCompany = useIsCompany(subscription.data);
  // Loaded data and typed values stay on screen when a refetch fails.
  const failed = [plans, subscription].find((query) => query.isLoadingError);
  return (
    <div className="group wrap pt-6 pb-16 lg:items-start lg:gap-x-16 lg:pt-10 lg:pb-24 lg:has-[.received]:grid lg:has-[.received]:grid-cols-2">
      <h1 className="h1 col-span-full">{t('Payment')}</h1>
      <div className="col-span-full mt-2 empty:hidden">{!isCompany && <LineChooser />}</div>
      <PaymentReturnGuard>
        {(returned) => {
          if (failed) {
            return (
              <div className="mt-8">
                <ErrorState
                  title={t('We could not load your plan')}
                  error={failed.error}
                  onRetry={() => void failed.refetch()}
                  retrying={failed.isFetching}
                />
              </div>
            );
          }
          if (!plans.data || subscription.data === undefined) return <PaymentSkeleton />;
          const screen = {
            plans: plans.data,
            subscription: subscription.data,
            email: user?.email ?? '',
            wanted,
            returned,
            bundleSummary:
              wanted?.purpose === 'bundle' ? (
                <BundleSummary bundleId={wanted.bundleId} />
              ) : (
                wanted?.purpose === 'charge' && <ChargeSummary invoiceNumber={wanted.invoiceNumber} />
              ),
          };
          return isCompany ? (
            <Suspense fallback={<PaymentSkeleton />}>
              <CompanyPayment screen={screen}>{(shown) => <PaymentScreen {...shown} />}</CompanyPayment>
            </Suspense>
          ) : (
            <PaymentScreen {...screen} />
          );
        }}
      </PaymentReturnGuard>
      {!isCompany && (
        <div className="mt-12 max-w-xl lg:group-has-[.received]:mt-0">
          <AutoPayPanel />
        </div>
      )}
    </div>
  );
}

function PaymentSkeleton() {
  const t = useText();
  return (
    <div className="mt-6 grid gap-8" role="status" aria-label={t('Loading your plan')}>
      <Skeleton className="h-14 w-full max-w-[560px]" />
      <Skeleton className="h-[60rem] w-full rounded-panel lg:h-[45rem]" />
    </div>
  );
}
