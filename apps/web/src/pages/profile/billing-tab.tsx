import type { SubscriptionView } from '@portal/contract/subscription';
import { useLocation, useNavigate } from 'react-router';
import { PaymentsPanel } from '../../features/payment/components/payments-panel.tsx';
import { SavedPaymentMethods } from '../../features/payment/components/saved-payment-methods.tsx';
import { useSubscription } from '../../features/subscription/api/get-subscription.ts';
import { formatDate } from '../../shared/format/date.ts';
import { formatNaira } from '../../shared/format/naira.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { QueryContent } from '../../shared/ui/query-content.tsx';
import { RuledList } from '../../shared/ui/ruled-list.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { StatusBadge, subscriptionStatuses } from '../../shared/ui/status-badge.tsx';

const HISTORY = '#bills';

/** Plan, saved payment methods and payments (specification section 2, Profile, Billing). */
export function BillingTab() {
  const t = useText();
  const subscription = useSubscription(true);
  const history = usePaymentHistory();
  return (
    <div className="grid gap-8">
      <div className="grid gap-4 md:grid-cols-2 lg:gap-6 [&>.state-block]:content-start">
        <QueryContent
          query={subscription}
          failure={t('We could not load your subscription')}
          skeleton={<Skeleton className="h-52 w-full rounded-panel" />}
        >
          {(loaded) => (loaded ? <Plan subscription={loaded} /> : <NoPlan />)}
        </QueryContent>
        <SavedPaymentMethods />
      </div>
      <div className="grid gap-6">
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
    </div>
  );
}

/** Whether the payments are shown stands in the address, so that it survives a reload and the way back from a receipt. */
function usePaymentHistory() {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const shown = hash === HISTORY;
  return { shown, toggle: () => void navigate({ search, hash: shown ? '' : HISTORY }, { replace: true }) };
}

function NoPlan() {
  const t = useText();
  return (
    <EmptyState
      title={t('No Active Subscription')}
      action={
        <ButtonLink to="/plans" className="mt-1">
          {t('View Plans')}
        </ButtonLink>
      }
    >
      {t('Choose a plan to get connected.')}
    </EmptyState>
  );
}

function Plan({ subscription }: { subscription: SubscriptionView }) {
  const t = useText();
  const { planName, status, monthlyFee, nextBillingDate } = subscription;
  return (
    <Panel className="flex flex-col">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 className="h4">{t('Current plan')}</h2>
        <StatusBadge status={status} statuses={subscriptionStatuses} />
      </div>
      <p className="h2 mb-5">{planName}</p>
      <RuledList
        className="border-line border-t pt-4"
        facts={[
          { label: t('Monthly fee'), value: t('{price}/month', { price: formatNaira(monthlyFee) }) },
          {
            label: t('Next billing'),
            value: nextBillingDate ? formatDate(nextBillingDate) : t('When you have paid'),
          },
        ]}
      />
      <div className="mt-auto pt-5">
        <ButtonLink to="/payment">{t('Make Payment')}</ButtonLink>
      </div>
    </Panel>
  );
}
