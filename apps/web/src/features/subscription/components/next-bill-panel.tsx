import type { PaymentQuote } from '@portal/contract/payment';
import type { SubscriptionView } from '@portal/contract/subscription';
import { formatDate } from '../../../shared/format/date.ts';
import { formatExactNaira } from '../../../shared/format/naira.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Panel } from '../../../shared/ui/panel.tsx';
import { RuledList } from '../../../shared/ui/ruled-list.tsx';
import { type NextBill, nextBill } from '../next-bill.ts';

export type NextBillPanelProps = {
  subscription: SubscriptionView;
  /** What the server would ask for now; undefined while it is not known. */
  quote: PaymentQuote | undefined;
};

/** The amount of the next bill, line by line, when it is due, and the way to pay it. */
export function NextBillPanel({ subscription, quote }: NextBillPanelProps) {
  const t = useText();
  const bill = nextBill(subscription);
  if (bill.kind === 'none') return null;
  const urgent = bill.kind !== 'renewal';
  return (
    <Panel className="flex flex-col">
      <h2 className="h4 mb-4">{bill.kind === 'first-payment' ? t('First payment') : t('Next bill')}</h2>
      <p className="fig">{formatExactNaira(quote?.total ?? subscription.monthlyFee)}</p>
      <p className="soft mt-2">{dueText(t, bill)}</p>
      {quote && (
        <RuledList
          className="mt-5 border-line border-t pt-4"
          facts={quote.lines.map((line) => ({ label: t(line.label), value: formatExactNaira(line.amount) }))}
        />
      )}
      <div className="mt-auto pt-5">
        <ButtonLink to="/payment" variant={urgent ? 'primary' : 'secondary'}>
          {urgent ? t('Pay now') : t('Pay early')}
        </ButtonLink>
      </div>
    </Panel>
  );
}

function dueText(t: Translate, bill: Exclude<NextBill, { kind: 'none' }>): string {
  switch (bill.kind) {
    case 'first-payment':
      return t('Your subscription starts when this is paid.');
    case 'overdue':
      return t('Your line is suspended. It comes back as soon as this is paid.');
    case 'renewal':
      return t('Due on {date}', { date: formatDate(bill.dueAt) });
  }
}
