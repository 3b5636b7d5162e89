import type { AutoPayView } from '@portal/contract/billing/payments/auto-pay';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { OfferForm } from '../../auto-pay/components/auto-pay-offer.tsx';
import { ChargeDays } from './charge-days.tsx';
import { MandateList } from './mandate-list.tsx';
import { MethodOrder } from './method-order.tsx';

/**
 * What is charged, in which order and on which days, and the customer's bank mandates, with a form for another
 * one.
 */
export function AutoPayMethods({ autoPay }: { autoPay: AutoPayView }) {
  const t = useText();
  const isOn = autoPay.state === 'on';
  return (
    <div className="mt-5 grid gap-5 border-line border-t pt-5">
      {isOn && <MethodOrder autoPay={autoPay} />}
      {isOn && <ChargeDays autoPay={autoPay} />}
      {isOn && autoPay.offer && (
        <section>
          <h3 className="semi mb-2">{t('Charge this one as well')}</h3>
          <OfferForm autoPay={autoPay} />
        </section>
      )}
      {autoPay.hasMandates && <MandateList isCharged={autoPay.methods.some(({ kind }) => kind === 'mandate')} />}
    </div>
  );
}
