import type { PaymentQuote } from '@portal/contract/billing/payments/payments';
import { formatNaira } from '../../../shared/format/naira.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Alert } from '../../../shared/ui/feedback/alert.tsx';
import { DescriptionList } from '../../../shared/ui/layout/description-list.tsx';
import { Stepper } from '../../../shared/ui/navigation/stepper.tsx';
import { FakeGateway } from './fake-gateway.tsx';
import { PaymentDemoEnd } from './payment-demo-end.tsx';
import { PaymentDemoPanel } from './payment-demo-panel.tsx';
import { usePaymentDemo } from './use-payment-demo.ts';

/** Specification section 9: plan 'demo', ₦25,000. */
const AMOUNT_NAIRA = 25_000;
const QUOTE: PaymentQuote = {
  plan: { id: 'demo', name: 'Demo' },
  lines: [{ label: phrase('Demo plan, one month'), amount: AMOUNT_NAIRA }],
  total: AMOUNT_NAIRA,
  currency: 'NGN',
};

/**
 * The states of the payment screen, played through in this page alone: no payment is opened and
 * nothing is granted.
 */
export function PaymentDemo() {
  const t = useText();
  const demo = usePaymentDemo();
  const { order } = demo;
  const paid = demo.verified === 'approved';
  return (
    <>
      <Alert kind="info">
        {t('Demonstration: no payment is opened, no money is taken and your plan stays as it is.')}
      </Alert>
      <div className="mt-6 mb-8 max-w-[560px]">
        <Stepper
          label={t('Payment steps')}
          steps={[t('Choose plan'), t('Pay'), t('Verify')]}
          current={paid ? 3 : order ? 2 : 1}
        />
      </div>
      {paid && order ? (
        <PaymentDemoEnd order={order} onAgain={demo.startAgain} />
      ) : (
        <div className="grid items-start gap-8 lg:grid-cols-[1fr_480px] lg:gap-16">
          <div>
            <h3 className="h2">{t('Demo plan')}</h3>
            <DescriptionList
              className="my-5 border-line border-y py-5"
              facts={[
                { label: t('Plan'), value: QUOTE.plan.id },
                { label: t('Monthly fee'), value: formatNaira(QUOTE.total) },
              ]}
            />
            {order && <FakeGateway gateway={order.gateway} decision={demo.decision} onDecide={demo.decide} />}
          </div>
          <PaymentDemoPanel quote={QUOTE} demo={demo} />
        </div>
      )}
    </>
  );
}
