import type { InvoiceSummary } from '@portal/contract/billing/invoices';
import type { AutoPayView } from '@portal/contract/billing/payments/auto-pay';
import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { paymentAddress } from '../subscription-state.ts';

export type BillNoticeProps = {
  subscription: SubscriptionView;
  invoice: InvoiceSummary;
  /** Naira to be paid for it, after credit; the invoice's own sum where that is not known. */
  amountDue: number | undefined;
  /** The amount and time of the auto-pay charge; undefined where it is paid manually. */
  charge: AutoPayView['next'] | undefined;
};

/** The open bill, in one line, with a link to pay it. */
export function BillNotice({ subscription, invoice, amountDue, charge }: BillNoticeProps) {
  const t = useText();
  const date = formatDate(invoice.dueAt);
  const covered = amountDue === 0;
  const amount = formatExactNaira(amountDue || invoice.total);
  return (
    <Panel className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0">
        <span className="semi">
          {covered
            ? t('Your credit pays {amount} on {date}', { amount, date })
            : t('{amount} due on {date}', { amount, date })}
        </span>
        {charge && !covered && (
          <span className="block">
            {t('Auto-Pay charges {amount} on {date}.', {
              amount: formatExactNaira(charge.amount),
              date: formatDate(charge.at),
            })}
          </span>
        )}
        {invoice.sendTo && !covered && !charge && (
          <span className="block">
            {t('Bank transfer')}: {invoice.sendTo.bank} {invoice.sendTo.accountNumber}
          </span>
        )}
        <span className="soft small block">{t('Invoice {number}', { number: invoice.invoiceNumber })}</span>
      </p>
      <ButtonLink to={paymentAddress(subscription)} variant="secondary">
        {t('Pay now')}
      </ButtonLink>
    </Panel>
  );
}
