import type { AutoPayView } from '@portal/contract/billing/payments/auto-pay';
import { formatDay } from '../../../../shared/format/date.ts';
import { formatGateway } from '../../../../shared/format/gateway.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { ConsentCheckbox } from '../../payments/components/consent-checkbox.tsx';
import type { useOrderForm } from '../../payments/use-order-form.ts';

export type SaveCardChoiceProps = {
  /** Undefined while it is loading, and without a customer. */
  autoPay: AutoPayView | undefined;
  order: Pick<ReturnType<typeof useOrderForm>, 'gateway' | 'autoPay' | 'changeAutoPay'>;
};

/**
 * Whether the card of this payment is saved for auto-pay, where the chosen gateway supports that.
 */
export function SaveCardChoice({ autoPay, order }: SaveCardChoiceProps) {
  const t = useText();
  const { gateway } = order;
  if (!autoPay || gateway === '') return null;
  const { state, next, providers, consent } = autoPay;
  if (!providers.some(({ id }) => id === gateway)) {
    return (
      <p className="soft small">
        {t('{gateway} cannot keep cards for Auto-Pay.', { gateway: formatGateway(gateway) })}
      </p>
    );
  }
  return (
    <div className="grid gap-2">
      {state === 'on' && next && next.amount > 0 && (
        <p className="soft small">
          {t('Auto-Pay charges {amount} on {date} by itself. Paid by hand, this bill has no 10% off.', {
            amount: formatExactNaira(next.amount),
            date: formatDay(next.at),
          })}
        </p>
      )}
      <ConsentCheckbox
        checked={order.autoPay}
        onChange={order.changeAutoPay}
        label={
          state === 'on' ? t('Use this card for Auto-Pay from now on') : t('Auto-Pay: keep this card for my renewals')
        }
        hint={t(consent)}
      />
    </div>
  );
}
