import { useText } from '../../../../shared/i18n/use-text.ts';
import { ErrorState } from '../../../../shared/ui/async/error-state.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { useAutoPay } from '../../auto-pay/api/auto-pay.ts';
import { CreditForm } from '../../credit/components/credit-form.tsx';
import { useQuote } from '../api/get-payment-quote.ts';
import { OpenCheckout } from '../checkout/components/open-checkout.tsx';
import { VerificationNotice } from '../checkout/components/verification-notice.tsx';
import type { Checkout } from '../checkout/use-checkout.ts';
import type { PaymentVerification } from '../checkout/use-verification.ts';
import type { Purchase } from '../purchase.ts';
import type { FilledOrder } from '../use-order-form.ts';
import { AmountDue } from './amount-due.tsx';
import { PayForm } from './pay-form.tsx';

export type PayPanelProps = {
  purchase: Purchase;
  email: string;
  /** Whether the card of this payment may be saved for renewals. */
  offersAutoPay: boolean;
  checkout: Checkout;
  verification: PaymentVerification;
  onVerify: () => void;
  onPaidWithCredit: () => void;
};

/** Amount, form, the state of the payment, and 'Verify Payment'. */
export function PayPanel(props: PayPanelProps) {
  const { purchase, email, offersAutoPay, checkout, verification, onVerify, onPaidWithCredit } = props;
  const t = useText();
  const quote = useQuote(purchase);
  const autoPay = useAutoPay();
  if (quote.isLoadingError) {
    return (
      <ErrorState
        title={t('We could not work out the amount due')}
        error={quote.error}
        onRetry={() => void quote.refetch()}
        retrying={quote.isFetching}
      />
    );
  }
  function pay(order: FilledOrder) {
    verification.forget();
    checkout.pay({ ...order, purchase });
  }
  const covered = quote.data && (quote.data.total === 0 || checkout.problem?.kind === 'nothing-due');
  return (
    <section className="keep-clear" aria-label={t('Payment')}>
      <Panel className="p-0!">
        <AmountDue quote={quote.data} />
        <div className="grid gap-2.5 border-line border-t px-5 py-5 md:px-8 md:pt-6 md:pb-8">
          {covered ? (
            <CreditForm planId={quote.data.plan.id} purchase={purchase} onPaid={onPaidWithCredit} />
          ) : (
            <PayForm
              quote={quote.data}
              email={email}
              checkout={checkout}
              autoPay={offersAutoPay ? autoPay.data : undefined}
              onPay={pay}
            />
          )}
          <Button
            variant="secondary"
            size="large"
            block
            busy={verification.busy}
            busyLabel={verification.saving ? t('We are saving your payment...') : t('Verifying...')}
            onClick={onVerify}
          >
            {t('Verify Payment')}
          </Button>
          {verification.outcome ? (
            <VerificationNotice answer={verification.outcome} />
          ) : (
            checkout.opened && <OpenCheckout payment={checkout.opened} onReopen={checkout.reopen} />
          )}
        </div>
      </Panel>
    </section>
  );
}
