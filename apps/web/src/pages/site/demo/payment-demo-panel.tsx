import type { PaymentQuote } from '@portal/contract/billing/payments/payments';
import { VerificationNotice } from '../../../features/billing/payments/checkout/components/verification-notice.tsx';
import { AmountDue } from '../../../features/billing/payments/components/amount-due.tsx';
import { PayForm } from '../../../features/billing/payments/components/pay-form.tsx';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useUser } from '../../../shared/session/use-session.ts';
import { Button } from '../../../shared/ui/button/button.tsx';
import { Panel } from '../../../shared/ui/layout/panel.tsx';
import type { PaymentDemoState } from './use-payment-demo.ts';

const REFERENCE = 'DEMO';
const UNDECIDED = phrase('The provider has not confirmed the payment yet. We keep asking; verify again in a moment.');
const DECLINED = phrase('The payment was declined. Nothing has been taken. Try again or choose another provider.');

function doNothing() {}

/** The real amount, form and notices, with a checkout that opens nothing. */
export function PaymentDemoPanel({ quote, demo }: { quote: PaymentQuote; demo: PaymentDemoState }) {
  const t = useText();
  const email = useUser()?.email ?? '';
  const { order, verified } = demo;
  const checkout = {
    opened: null,
    busy: false,
    saving: false,
    problem: null,
    pay: demo.pay,
    reopen: doNothing,
    reset: doNothing,
  };
  return (
    <Panel className="p-0!">
      <AmountDue quote={quote} />
      <div className="grid gap-2.5 border-line border-t px-5 py-5 md:px-8 md:pt-6 md:pb-8">
        {order ? (
          <>
            <Button size="large" block onClick={demo.verify}>
              {t('Verify Payment')}
            </Button>
            <Button variant="secondary" size="large" block onClick={demo.startAgain}>
              {t('Start again')}
            </Button>
          </>
        ) : (
          <PayForm quote={quote} email={email} checkout={checkout} onPay={demo.pay} />
        )}
        {verified && verified !== 'approved' && (
          <VerificationNotice
            answer={{
              status: verified === 'declined' ? 'failed' : 'pending',
              message: verified === 'declined' ? DECLINED : UNDECIDED,
              data: { amount: quote.total, reference: REFERENCE, receiptNumber: null, bought: 'period' },
            }}
          />
        )}
      </div>
    </Panel>
  );
}
