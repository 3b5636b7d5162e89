import { phrase } from '../../shared/i18n/translate.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { ArrowLink } from '../../shared/ui/button/arrow-link.tsx';

/** Names of gateways are not translated. */
const GATEWAYS = ['Paystack', 'Flutterwave', 'Quickteller'].join(', ');
const OTHERS = [phrase('Bank transfer'), phrase('USSD')];

/** Specification section 2: three gateways, bank transfer, USSD. */
export function PaymentOptions() {
  const t = useText();
  return (
    <section aria-labelledby="payment-options-title">
      <h2 className="h4" id="payment-options-title">
        {t('Payment options')}
      </h2>
      <ul className="soft mt-3">
        {[GATEWAYS, ...OTHERS.map((way) => t(way))].map((way) => (
          <li key={way} className="border-line border-t py-2.5">
            {way}
          </li>
        ))}
      </ul>
      <div className="grid gap-2">
        <ArrowLink to="/pay">{t('Pay without signing in')}</ArrowLink>
        <ArrowLink to="/support#pay">{t('How payment works')}</ArrowLink>
      </div>
    </section>
  );
}
