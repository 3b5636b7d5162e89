import type { InvoiceSummary } from '@portal/contract/billing/invoices';
import type { AutoPayView } from '@portal/contract/billing/payments/auto-pay';
import type { PaymentQuote } from '@portal/contract/billing/payments/payments';
import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { now } from '../../../../shared/format/clock.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useHasRole } from '../../../../shared/session/account-role.ts';
import { AsyncBoundary, type AsyncBoundaryProps } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { DescriptionList } from '../../../../shared/ui/layout/description-list.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { paymentAddress, type SubscriptionState, subscriptionEnd, subscriptionState } from '../subscription-state.ts';

export type NextBillPanelProps = {
  subscription: SubscriptionView;
  /** The server's present quote. */
  quote: AsyncBoundaryProps<PaymentQuote>['query'];
  /** The bill that is out and not paid, if there is one. */
  invoice: InvoiceSummary | undefined;
  /** The amount and time of the auto-pay charge; undefined where it is paid manually. */
  charge: AutoPayView['next'] | undefined;
};

/**
 * The amount of the next bill, item by item, when it is due, and a link to pay it; for a
 * subscription that ends, that nothing more is billed.
 */
export function NextBillPanel({ subscription, quote, invoice, charge }: NextBillPanelProps) {
  const t = useText();
  const mayPay = useHasRole('billing');
  const state = subscriptionState(subscription, now());
  const due = dueText(t, state);
  if (due === null) return null;
  const ends = subscriptionEnd(state);
  const urgent = ['pending', 'grace', 'suspended'].includes(state.kind);
  return (
    <Panel className="flex flex-col">
      <h2 className="h4 mb-4">{state.kind === 'pending' ? t('First payment') : t('Next bill')}</h2>
      {ends || charge ? (
        <Sum naira={charge && !ends ? charge.amount : 0} />
      ) : (
        <AsyncBoundary
          query={quote}
          failure={t('We could not work out the amount due')}
          skeleton={<Skeleton className="fig h-[1em] w-40" />}
        >
          {({ total }) => <Sum naira={total} />}
        </AsyncBoundary>
      )}
      <p className="soft mt-2">{charge ? t('Charged by Auto-Pay on {date}', { date: formatDate(charge.at) }) : due}</p>
      {!ends && (quote.data || !quote.error) && (
        <DescriptionList
          className="mt-5 border-line border-t pt-4"
          facts={[
            // While it loads, the one item that every bill has reserves the space.
            ...(quote.data?.lines.map((line) => ({ label: t(line.label), value: formatExactNaira(line.amount) })) ?? [
              {
                label: t('{planName}, one month', { planName: subscription.planName }),
                value: <Skeleton className="h-4 w-16" />,
              },
            ]),
            ...(charge && charge.saving > 0 ? [{ label: t('You save'), value: formatExactNaira(-charge.saving) }] : []),
            ...(invoice ? [{ label: t('Invoice'), value: <InvoiceLink number={invoice.invoiceNumber} /> }] : []),
            ...(invoice?.sendTo && !charge && quote.data?.total !== 0
              ? [{ label: t('Bank transfer'), value: `${invoice.sendTo.bank} ${invoice.sendTo.accountNumber}` }]
              : []),
          ]}
        />
      )}
      {mayPay && !ends && (urgent || !subscription.isOnInvoice) && (
        <div className="mt-auto pt-5">
          <ButtonLink to={paymentAddress(subscription)} variant={urgent ? 'primary' : 'secondary'}>
            {urgent || invoice ? t('Pay now') : t('Pay early')}
          </ButtonLink>
        </div>
      )}
    </Panel>
  );
}

function Sum({ naira }: { naira: number }) {
  return <p className="fig">{formatExactNaira(naira)}</p>;
}

function InvoiceLink({ number }: { number: string }) {
  return (
    <a className="link" href={`/api/user/invoices/${encodeURIComponent(number)}/page`} target="_blank" rel="noreferrer">
      {number}
    </a>
  );
}

function dueText(t: Translate, state: SubscriptionState): string | null {
  switch (state.kind) {
    case 'pending':
      return t('Your subscription starts when this is paid.');
    case 'suspended':
      return t('Your line is on again as soon as this is paid.');
    case 'grace':
      return t('Was due on {date}', { date: formatDate(state.dueAt) });
    case 'active':
      return state.nextBillAt && t('Due on {date}', { date: formatDate(state.nextBillAt) });
    case 'paused':
      if (state.endsAt) return t('Nothing more is billed.');
      return state.nextBillAt && t('Due on {date}, after your pause', { date: formatDate(state.nextBillAt) });
    case 'ending':
      return t('Nothing more is billed.');
    default:
      return null;
  }
}
