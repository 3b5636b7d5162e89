import { DAY_MS } from '@portal/kernel/calendar';
import { Suspense, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { AutoPayPanel } from '../../features/billing/auto-pay/components/auto-pay-panel.tsx';
import { useIsCompany } from '../../features/billing/companies/use-is-company.ts';
import { BundleSummary } from '../../features/billing/data-bundles/components/bundle-summary.tsx';
import { ChargeSummary } from '../../features/billing/invoices/components/charge-summary.tsx';
import { LineChooser } from '../../features/billing/lines/components/line-chooser.tsx';
import { PromiseHint } from '../../features/billing/payment-promises/components/promise-hint.tsx';
import { PaymentReturnGuard } from '../../features/billing/payments/checkout/components/payment-return-guard.tsx';
import { PaymentScreen } from '../../features/billing/payments/components/payment-screen.tsx';
import { readPurchase } from '../../features/billing/payments/purchase.ts';
import { useSubscription } from '../../features/billing/subscriptions/api/get-subscription.ts';
import { type SubscriptionState, subscriptionState } from '../../features/billing/subscriptions/subscription-state.ts';
import { usePlans } from '../../features/catalogue/plans/api/list-plans.ts';
import { now } from '../../shared/format/clock.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { hasRole } from '../../shared/session/account-role.ts';
import { useUser } from '../../shared/session/use-session.ts';
import { useSiteFacts } from '../../shared/site/site-facts.ts';
import { ErrorState } from '../../shared/ui/async/error-state.tsx';
import { lazyComponent } from '../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';
import { Button } from '../../shared/ui/button/button.tsx';
import { LinkTabs } from '../../shared/ui/navigation/link-tabs.tsx';

/** Only companies load it. */
const CompanyPayment = lazyComponent(
  async () => (await import('../../features/billing/companies/components/company-payment.tsx')).CompanyPayment,
);

/** Only those whose bill is due load it. */
const PaymentPromise = lazyComponent(
  async () => (await import('../../features/billing/payment-promises/components/payment-promise.tsx')).PaymentPromise,
);

/** Only those who have one load it. */
const VoucherPanel = lazyComponent(
  async () => (await import('../../features/billing/vouchers/components/voucher-panel.tsx')).VoucherPanel,
);

/** Only those who look after the bills load it. */
const LetOthersPay = lazyComponent(
  async () => (await import('../../features/channels/pay-codes/components/let-others-pay.tsx')).LetOthersPay,
);

/** No invoice is issued earlier. */
const INVOICED_MS = 21 * DAY_MS;

/** Only those who open its tab load it. */
const BankTransfer = lazyComponent(
  async () => (await import('../../features/billing/virtual-accounts/components/bank-transfer.tsx')).BankTransfer,
);

/** Whether the bill of a line may be due, which the server then knows to the day. */
function mayPromise(state: SubscriptionState | null): boolean {
  if (state?.kind === 'active')
    return state.nextBillAt !== null && Date.parse(state.nextBillAt) - now().getTime() < INVOICED_MS;
  return state?.kind === 'grace' || state?.kind === 'suspended';
}

/** The place on the page where a bill is paid. */
const PAY = 'pay';

/** /payment, also where the gateways send the browser back to. */
export function PaymentPage() {
  const t = useText();
  const user = useUser();
  const [search] = useSearchParams();
  const plans = usePlans();
  const subscription = useSubscription(user !== null);
  const wanted = readPurchase(search);
  const isCompany = useIsCompany(subscription.data);
  const { quickPayOff, accountNumbers } = useSiteFacts();
  const mayLetOthersPay = hasRole(user, 'billing') && !quickPayOff;
  const state = subscription.data ? subscriptionState(subscription.data, now()) : null;
  const promises = !isCompany && hasRole(user, 'billing') && mayPromise(state);
  const hasTransfers = accountNumbers === true && hasRole(user, 'billing');
  const tab = hasTransfers ? search.get('tab') : null;
  const way = tab === 'transfer' || (tab === 'auto-pay' && !isCompany) ? tab : 'card';
  // Where the notice of a suspension, or the line above the payment, leads.
  const hasPromised = new Date(subscription.data?.promisedUntil ?? 0) > now();
  const isPromiseFirst = hasPromised || search.has('promise');
  const promise = promises && (
    <div className="col-span-full mt-12 empty:hidden group-has-[.received]:hidden">
      <Suspense fallback={<Skeleton className="h-80 w-full max-w-xl rounded-panel" />}>
        <PaymentPromise onPay={() => document.getElementById(PAY)?.scrollIntoView()} />
      </Suspense>
    </div>
  );
  // Loaded data and typed values stay on screen when a refetch fails.
  const failed = [plans, subscription].find((query) => query.isLoadingError);
  return (
    <div className="group wrap pt-6 pb-16 lg:items-start lg:gap-x-16 lg:pt-10 lg:pb-24 lg:has-[.received]:grid lg:has-[.received]:grid-cols-2">
      <h1 className="h1 col-span-full">{t('Payment')}</h1>
      <div className="col-span-full mt-2 empty:hidden">{!isCompany && <LineChooser />}</div>
      {hasTransfers && (
        <div className="col-span-full mt-4 group-has-[.received]:hidden">
          <LinkTabs
            label={t('How to pay')}
            views={[
              { id: 'card', to: '/payment', label: t('Card or USSD') },
              { id: 'transfer', to: '?tab=transfer', label: t('Bank transfer') },
              ...(isCompany ? [] : [{ id: 'auto-pay', to: '?tab=auto-pay', label: t('Auto-Pay') }]),
            ]}
            current={way}
          />
        </div>
      )}
      {way === 'transfer' && (
        <div className="col-span-full">
          <Suspense fallback={<PaymentSkeleton />}>
            <BankTransfer />
          </Suspense>
        </div>
      )}
      {way === 'card' && promises && state && !hasPromised && (
        <div className="col-span-full group-has-[.received]:hidden">
          <PromiseHint state={state} />
        </div>
      )}
      {way === 'card' && isPromiseFirst && promise}
      <div className="col-span-full scroll-mt-24" id={PAY} />
      {way === 'card' && (
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
      )}
      {way === 'card' && !isPromiseFirst && promise}
      {way !== 'transfer' && !isCompany && (
        <div className="mt-12 max-w-xl lg:group-has-[.received]:mt-0">
          <AutoPayPanel />
        </div>
      )}
      {way === 'card' && hasRole(user, 'billing') && (
        <div className="col-span-full mt-12 empty:hidden">
          <VoucherPart />
        </div>
      )}
      {mayLetOthersPay && (
        <div className="col-span-full mt-12 lg:mt-16">
          <Suspense fallback={<Skeleton className="h-72 w-full rounded-panel" />}>
            <LetOthersPay />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** Opened by a press where there have been vouchers, or by an address with the PIN of a scanned one. */
function VoucherPart() {
  const t = useText();
  const { hash } = useLocation();
  const [isOpen, setOpen] = useState(hash.startsWith('#voucher='));
  const { vouchers } = useSiteFacts();
  if (!isOpen) {
    return vouchers ? (
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('Pay with a voucher')}
      </Button>
    ) : null;
  }
  return (
    <Suspense fallback={<Skeleton className="h-80 w-full max-w-xl rounded-panel" />}>
      <VoucherPanel />
    </Suspense>
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
