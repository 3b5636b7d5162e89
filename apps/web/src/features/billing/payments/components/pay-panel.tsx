import { failureDetail } from '../../../../shared/api/api-error.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { ErrorState } from '../../../../shared/ui/error-state.tsx';
import { Panel } from '../../../../shared/ui/panel.tsx';
import { useAutoPay } from '../api/auto-pay.ts';
import { useQuote } from '../api/get-payment-quote.ts';
import type { PaymentWish } from '../payment-wish.ts';
import type { Checkout } from '../use-checkout.ts';
import type { FilledOrder } from '../use-order-form.ts';
import type { PaymentVerification } from '../use-verification.ts';
import { AmountDue } from './amount-due.tsx';
import { CreditForm } from './credit-form.tsx';
import { OpenedCheckout } from './opened-checkout.tsx';
import { PayForm } from './pay-form.tsx';
import { VerificationNotice } from './verification-notice.tsx';

export type PayPanelProps = {
  wish: PaymentWish;
  email: string;
  checkout: Checkout;
  verification: PaymentVerification;
  onVerify: () => void;
  onPaidWithCredit: () => void;
};

/** Amount, form, what is known of the payment, and 'Verify Payment'. */
export function PayPanel(props: PayPanelProps) {
  const { wish, email, checkout, verification, onVerify, onPaidWithCredit } = props;
  const t = useText();
  const quote = useQuote(wish);
  const autoPay = useAutoPay();
  if (quote.isLoadingError) {
    return (
      <ErrorState
        title={t('We could not work out the amount due')}
        detail={failureDetail(quote.error)}
        onRetry={() => void quote.refetch()}
        retrying={quote.isFetching}
      />
    );
  }
  function pay(order: FilledOrder) {
    verification.forget();
    checkout.pay({ ...order, wish });
  }
  const covered = quote.data && (quote.data.total === 0 || checkout.problem?.kind === 'nothing-due');
  return (
    <section className="keep-clear" aria-label={t('Payment')}>
      <Panel className="p-0!">
        <AmountDue quote={quote.data} />
        <div className="grid gap-2.5 border-line border-t px-5 py-5 md:px-8 md:pt-6 md:pb-8">
          {covered ? (
            <CreditForm planId={quote.data.plan.id} wish={wish} onPaid={onPaidWithCredit} />
          ) : (
            <PayForm quote={quote.data} email={email} checkout={checkout} autoPay={autoPay.data} onPay={pay} />
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
