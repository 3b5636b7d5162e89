import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { useText } from '../../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import type { UnfinishedPayment } from '../unfinished-payment.ts';

export type UnfinishedPaymentNoticeProps = {
  payment: UnfinishedPayment;
  verifying: boolean;
  saving: boolean;
  onVerify: () => void;
  onResume: () => void;
};

/** For a returning customer with a payment that was opened and not settled. */
export function UnfinishedPaymentNotice(props: UnfinishedPaymentNoticeProps) {
  const { payment, verifying, saving, onVerify, onResume } = props;
  const t = useText();
  const { amountNaira, reference } = payment;
  return (
    <Alert kind="warn" className="mb-8">
      <p className="font-semibold">{t('You have an unfinished payment')}</p>
      <p className="mt-0.5">
        {amountNaira === null
          ? t('Reference {reference}.', { reference })
          : t('{amount}, reference {reference}.', { amount: formatExactNaira(amountNaira), reference })}{' '}
        {t('If you have already paid, verify it before you pay again.')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button
          variant="secondary"
          busy={verifying}
          busyLabel={saving ? t('We are saving your payment...') : t('Verifying...')}
          onClick={onVerify}
        >
          {t('Verify now')}
        </Button>
        <Button variant="secondary" onClick={onResume}>
          {t('Resume')}
        </Button>
      </div>
    </Alert>
  );
}
