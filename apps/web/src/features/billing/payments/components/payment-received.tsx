import type { Bought } from '@portal/contract/billing/payments/payments';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { DescriptionList } from '../../../../shared/ui/layout/description-list.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import type { ReceivedPayment } from '../payment-steps.ts';

const THANKS: Readonly<Record<Bought, string>> = {
  period: phrase('Thank you. Your subscription is active.'),
  upgrade: phrase('Thank you. Your new plan is active.'),
  bundle: phrase('Thank you. Your extra data are ready to use.'),
  charge: phrase('Thank you. The charge is paid.'),
  monthly: phrase('Thank you. It pays your oldest open invoice first.'),
  credit: phrase('Thank you. The money is in your account credit and pays your next bills.'),
};

/** The last step: paid, with links to the receipt and the dashboard. */
export function PaymentReceived({ payment }: { payment: ReceivedPayment }) {
  const t = useText();
  const { amountNaira, reference, receiptNumber, bought } = payment;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel className="received max-w-xl p-6! md:p-8!">
      <CircleCheck className="mb-4 h-8! w-8! text-ok" />
      <h2 className="h2 outline-none" ref={heading} tabIndex={-1}>
        {t('Payment received')}
      </h2>
      <p className="soft mt-2">{t(THANKS[bought])}</p>
      <DescriptionList
        className="my-6 border-line border-y py-5"
        facts={[
          { label: t('Amount'), value: amountNaira === null ? t('Paid with credit') : formatExactNaira(amountNaira) },
          ...(reference ? [{ label: t('Reference'), value: <span className="break-all">{reference}</span> }] : []),
          ...(receiptNumber ? [{ label: t('Receipt'), value: receiptNumber }] : []),
        ]}
      />
      <div className="flex flex-wrap gap-2.5 max-sm:*:flex-1">
        {receiptNumber && (
          <ButtonLink to={`/receipts/${encodeURIComponent(receiptNumber)}`} variant="secondary">
            {t('View receipt')}
          </ButtonLink>
        )}
        <ButtonLink to="/dashboard">{t('Go to dashboard')}</ButtonLink>
      </div>
    </Panel>
  );
}
