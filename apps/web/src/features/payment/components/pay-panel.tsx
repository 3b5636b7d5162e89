import { failureDetail } from '../../../shared/api/api-error.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Panel } from '../../../shared/ui/panel.tsx';
import { usePaymentQuote } from '../api/get-payment-quote.ts';
import type { PaymentOrder } from '../api/initialize-payment.ts';
import type { Checkout } from '../use-checkout.ts';
import type { PaymentVerification } from '../use-verification.ts';
import { AmountDue } from './amount-due.tsx';
import { CreditForm } from './credit-form.tsx';
import { OpenedCheckout } from './opened-checkout.tsx';
import { PayForm } from './pay-form.tsx';
import { VerificationNotice } from './verification-notice.tsx';

export type PayPanelProps = {
  planId: string;
  email: string;
  checkout: Checkout;
  verification: PaymentVerification;
  onVerify: () => void;
  onPaidWithCredit: () => void;
};

/** Amount, form, what is known of the payment, and 'Verify Payment'. */
export function PayPanel({ planId, email, checkout, verification, onVerify, onPaidWithCredit }: PayPanelProps) {
  const t = useText();
  const quote = usePaymentQuote(planId);
  if (quote.isError) {
    return (
      <ErrorState
        title={t('We could not work out the amount due')}
        detail={failureDetail(quote.error)}
        onRetry={() => void quote.refetch()}
        retrying={quote.isFetching}
      />
    );
  }
  function pay(order: PaymentOrder) {
    verification.forget();
    checkout.pay(order);
  }
  const covered = quote.data?.total === 0 || checkout.problem?.kind === 'nothing-due';
  return (
    <section aria-label={t('Payment')}>
      <Panel className="p-0!">
        <AmountDue quote={quote.data} />
        <div className="grid gap-2.5 border-line border-t px-5 py-5 md:px-8 md:pt-6 md:pb-8">
          {covered ? (
            <CreditForm planId={planId} onPaid={onPaidWithCredit} />
          ) : (
            <PayForm quote={quote.data} email={email} checkout={checkout} onPay={pay} />
          )}
          <Button
            variant="secondary"
            size="large"
            block
            busy={verification.busy}
            busyLabel={t('Verifying...')}
            onClick={onVerify}
          >
            {t('Verify Payment')}
          </Button>
          {verification.outcome ? (
            <VerificationNotice answer={verification.outcome} />
          ) : (
            checkout.opened && <OpenedCheckout payment={checkout.opened} onReopen={checkout.reopen} />
          )}
        </div>
      </Panel>
    </section>
  );
}
