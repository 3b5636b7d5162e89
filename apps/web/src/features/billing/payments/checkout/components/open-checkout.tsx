import { useText } from '../../../../../shared/i18n/use-text.ts';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import type { StoredPayment } from '../stored-payment.ts';
import type { ResumablePayment } from '../use-checkout.ts';

export type OpenCheckoutProps = { payment: StoredPayment; onReopen: (payment: ResumablePayment) => void };

/** Instructions while the gateway's page is open in its own window. */
export function OpenCheckout({ payment, onReopen }: OpenCheckoutProps) {
  const t = useText();
  const { checkoutUrl } = payment;
  return (
    <Alert kind="info" className="mt-2.5">
      <p>{t('Finish the payment on the page that opened, then choose Verify Payment.')}</p>
      <p className="mt-1">{t('Reference {reference}', { reference: payment.reference })}</p>
      {checkoutUrl && (
        <button
          type="button"
          className="link min-h-11 text-info!"
          onClick={() => onReopen({ ...payment, checkoutUrl })}
        >
          {t('Open the page again')}
        </button>
      )}
    </Alert>
  );
}
