import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { CurrentUser } from '@portal/contract/identity/accounts';
import { Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AutoPayPanel } from '../../../features/billing/auto-pay/components/auto-pay-panel.tsx';
import { BillingDetailsPanel } from '../../../features/billing/invoices/components/billing-details-panel.tsx';
import { InvoicesPanel } from '../../../features/billing/invoices/components/invoices-panel.tsx';
import { PaymentsPanel } from '../../../features/billing/payments/components/payments-panel.tsx';
import { SavedPaymentMethods } from '../../../features/billing/saved-cards/components/saved-payment-methods.tsx';
import { StatementChoice } from '../../../features/billing/statements/components/statement-choice.tsx';
import { useSubscription } from '../../../features/billing/subscriptions/api/get-subscription.ts';
import { NoSubscription } from '../../../features/billing/subscriptions/components/subscription-panel.tsx';
import {
  paymentAddress,
  subscriptionEnd,
  subscriptionState,
} from '../../../features/billing/subscriptions/subscription-state.ts';
import { useAccount } from '../../../features/identity/account-people/api/get-account.ts';
import { now } from '../../../shared/format/clock.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../shared/ui/async/async-boundary.tsx';
import { lazyComponent } from '../../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../shared/ui/button/button.tsx';
import { BilledPlan } from './billed-plan.tsx';
import { OwnCredit } from './own-credit.tsx';

/** Only companies load these. */
const CompanyPanel = lazyComponent(
  async () => (await import('../../../features/billing/companies/components/company-panel.tsx')).CompanyPanel,
);

const PayCompanyInvoices = lazyComponent(
  async () => (await import('../../../features/billing/companies/components/company-panel.tsx')).PayCompanyInvoices,
);

/** Below the fold, and not needed every month. */
const AccountProofPanel = lazyComponent(
  async () =>
    (await import('../../../features/billing/account-proofs/components/account-proof-panel.tsx')).AccountProofPanel,
);

const HISTORY = '#bills';

/**
 * Plan, saved payment methods, invoices with the payments, credit and statements (specification
 * section 2, Profile, Billing).
 */
export function BillingTab({ user }: { user: CurrentUser }) {
  const t = useText();
  const subscription = useSubscription(true);
  const history = usePaymentHistory();
  const isCompany = useAccount().data?.kind === 'company';
  return (
    <div className="grid gap-8 lg:gap-12">
      <div className="grid items-start gap-4 md:grid-cols-2 lg:gap-6">
        <div className="grid content-start gap-4 lg:gap-6">
          <AsyncBoundary
            query={subscription}
            failure={t('We could not load your subscription')}
            skeleton={<Skeleton className="h-[270px] w-full rounded-panel md:h-72" />}
          >
            {(loaded) =>
              loaded ? (
                <BilledPlan subscription={loaded} isOnInvoice={isCompany} />
              ) : (
                <div className="grid min-h-[270px] *:content-center md:min-h-72">
                  <NoSubscription />
                </div>
              )
            }
          </AsyncBoundary>
          {!isCompany && <SavedPaymentMethods />}
        </div>
        {isCompany ? (
          <Suspense fallback={<Skeleton className="h-52 w-full rounded-panel" />}>
            <PayCompanyInvoices />
          </Suspense>
        ) : (
          <AutoPayPanel />
        )}
      </div>
      {isCompany && (
        <Suspense fallback={<Skeleton className="h-96 w-full" />}>
          <CompanyPanel />
        </Suspense>
      )}
      <div className="grid gap-6">
        <InvoicesPanel payAt={placeToPay(subscription.data)} />
        <Button
          variant="secondary"
          className="justify-self-start"
          aria-expanded={history.shown}
          onClick={history.toggle}
        >
          {history.shown ? t('Hide History') : t('View History')}
        </Button>
        {history.shown && <PaymentsPanel />}
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-2 lg:gap-12">
        <OwnCredit subscription={subscription.data} />
        <div className="grid gap-8 lg:gap-12">
          <StatementChoice since={user.createdAt} />
          <Suspense fallback={<Skeleton className="h-52 w-full" />}>
            <AccountProofPanel />
          </Suspense>
          <BillingDetailsPanel />
        </div>
      </div>
    </div>
  );
}

/** Where the open invoice of a line is paid; null for one that ends, or is not known. */
function placeToPay(subscription: SubscriptionView | null | undefined): string | null {
  if (!subscription || subscriptionEnd(subscriptionState(subscription, now()))) return null;
  return paymentAddress(subscription);
}

/**
 * Whether the payments are shown is in the address, so that it survives a reload and the way back
 * from a receipt.
 */
function usePaymentHistory() {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const shown = hash === HISTORY;
  return { shown, toggle: () => void navigate({ search, hash: shown ? '' : HISTORY }, { replace: true }) };
}
