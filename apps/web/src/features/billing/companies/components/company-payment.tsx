import type { Company } from '@portal/contract/billing/companies';
import type { ReactNode } from 'react';
import { now } from '../../../../shared/format/clock.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { StatusBadge } from '../../../../shared/ui/feedback/status-badge.tsx';
import { invoiceStatuses } from '../../invoices/invoice-status.ts';
import type { PaymentScreenProps } from '../../payments/components/payment-screen.tsx';
import { useCompany } from '../api/company.ts';

type OpenInvoice = NonNullable<Company['open']>[number];

export type CompanyPaymentProps = {
  screen: PaymentScreenProps;
  /** The payment screen of all customers: the code of the page has it, and this part does not load it again. */
  children: (screen: PaymentScreenProps) => ReactNode;
};

/** What a company owes for its invoices, and the ways to pay it: it buys no month of a line. */
export function CompanyPayment({ screen, children }: CompanyPaymentProps) {
  const t = useText();
  const company = useCompany();
  const skeleton = <Skeleton className="mt-6 h-96 w-full" />;
  // The screen keeps the invoice that it opens with, so it waits for the list of now.
  if (company.isFetching && !company.isFetchedAfterMount) return skeleton;
  return (
    <AsyncBoundary query={company} failure={t('We could not load how you are billed')} skeleton={skeleton}>
      {({ company: loaded }) => children(loaded ? forInvoices(screen, loaded) : screen)}
    </AsyncBoundary>
  );
}

function forInvoices(
  screen: PaymentScreenProps,
  { open = [], nextInvoiceAt, billContactEmail }: Company,
): PaymentScreenProps {
  const wanted = screen.wanted?.purpose === 'period' ? null : screen.wanted;
  const named = wanted?.purpose === 'charge' ? wanted.invoiceNumber : open.at(-1)?.invoiceNumber;
  const paid = open.slice(0, 1 + open.findIndex(({ invoiceNumber }) => invoiceNumber === named));
  return {
    ...screen,
    email: billContactEmail ?? screen.email,
    wanted: wanted ?? (named === undefined ? null : { purpose: 'charge', invoiceNumber: named }),
    bundleSummary: paid.length > 0 || wanted === null ? <OpenInvoices open={paid} /> : screen.bundleSummary,
    nothingDue: (
      <div className="mt-6">
        <NothingToPay nextInvoiceAt={nextInvoiceAt} />
      </div>
    ),
  };
}

/** The invoices that a payment of the newest of them pays, the oldest first. */
function OpenInvoices({ open }: { open: readonly OpenInvoice[] }) {
  const t = useText();
  return (
    <section aria-labelledby="open-invoices" className="min-w-0">
      <h2 className="h2" id="open-invoices">
        {t('Outstanding')}
      </h2>
      <ul className="my-5 border-line border-y">
        {open.map(({ invoiceNumber, dueAt, outstanding }) => (
          <li
            key={invoiceNumber}
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 border-line border-t py-4 first:border-t-0"
          >
            <p className="min-w-0 break-words">
              {t('{number}, due on {date}', { number: invoiceNumber, date: formatDate(dueAt) })}
            </p>
            <p className="whitespace-nowrap text-right font-semibold">{formatExactNaira(outstanding)}</p>
            <p className="col-span-full">
              <StatusBadge status={new Date(dueAt) <= now() ? 'overdue' : 'due'} statuses={invoiceStatuses} />
            </p>
          </li>
        ))}
      </ul>
      <p className="soft">
        {t('You pay the invoice of the month, not each line, so there is no Auto-Pay for your account.')}
      </p>
    </section>
  );
}

function NothingToPay({ nextInvoiceAt }: { nextInvoiceAt: string }) {
  const t = useText();
  return (
    <EmptyState
      title={t('Nothing to pay')}
      action={<ButtonLink to="/profile?tab=billing">{t('View Bills')}</ButtonLink>}
    >
      {t('Your next invoice comes on {date}.', { date: formatDate(nextInvoiceAt) })}
    </EmptyState>
  );
}
