import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { CreditForm } from '../../../features/billing/credit/components/credit-form.tsx';
import { CreditPanel } from '../../../features/billing/credit/components/credit-panel.tsx';
import { useInvoices } from '../../../features/billing/invoices/api/list-invoices.ts';
import { openInvoice } from '../../../features/billing/invoices/invoice-status.ts';
import { usePaymentQuote } from '../../../features/billing/payments/api/get-payment-quote.ts';
import { subscriptionState, upcomingPlanId } from '../../../features/billing/subscriptions/subscription-state.ts';
import { now } from '../../../shared/format/clock.ts';

/** The customer's credit; where it covers an open bill, a button to pay with it. */
export function OwnCredit({ subscription }: { subscription: SubscriptionView | null | undefined }) {
  const invoices = useInvoices();
  const waits = waitsForMoney(subscription, openInvoice(invoices.data, subscription) !== undefined);
  const planId = waits && subscription ? upcomingPlanId(subscription) : null;
  const quote = usePaymentQuote(planId);
  return (
    <CreditPanel>
      {planId && quote.data?.total === 0 && (
        <div className="mt-5">
          <CreditForm planId={planId} />
        </div>
      )}
    </CreditPanel>
  );
}

function waitsForMoney(subscription: SubscriptionView | null | undefined, hasOpenInvoice: boolean): boolean {
  if (!subscription) return false;
  const { kind } = subscriptionState(subscription, now());
  return kind === 'active' ? hasOpenInvoice : ['pending', 'grace', 'suspended'].includes(kind);
}
