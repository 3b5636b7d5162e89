import type { InvoiceSummary } from '@portal/contract/billing/invoices';
import { Suspense } from 'react';
import { now } from '../../../../shared/format/clock.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { Sentence } from '../../../../shared/i18n/sentence.tsx';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { lazyComponent } from '../../../../shared/ui/async/lazy-component.tsx';
import { ShowMore } from '../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { StatusBadge } from '../../../../shared/ui/feedback/status-badge.tsx';
import { useInvoices } from '../api/list-invoices.ts';
import { documentAddress, invoiceStatus, invoiceStatuses } from '../invoice-status.ts';
import { DocumentLinks } from './document-links.tsx';

/** Only where documents are registered with the tax authority. */
const InvoiceRegistration = lazyComponent(
  async () => (await import('../../e-invoices/components/invoice-registration.tsx')).InvoiceRegistration,
);

export type InvoicesPanelProps = {
  /** Where an open invoice is paid; null where nothing can be paid for. */
  payAt: string | null;
};

/** The customer's invoices, newest first, each to be read and kept; the open one to be paid. */
export function InvoicesPanel({ payAt }: InvoicesPanelProps) {
  const t = useText();
  const invoices = useInvoices();
  return (
    <section aria-labelledby="invoices" className="border-ink border-t pt-5">
      <h2 className="h4 mb-4" id="invoices">
        {t('Invoices')}
      </h2>
      <AsyncBoundary
        query={invoices}
        failure={t('We could not load your invoices')}
        skeleton={<Skeleton className="h-40 w-full" />}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState title={t('No invoices yet')}>
              {t('The first comes with your first payment, each further one a week before it is due.')}
            </EmptyState>
          ) : (
            <ul className="grid">
              {loaded.map((invoice) => (
                <InvoiceRow key={invoice.invoiceNumber} invoice={invoice} payAt={payAt} />
              ))}
            </ul>
          )
        }
      </AsyncBoundary>
      <ShowMore query={invoices} />
    </section>
  );
}

function InvoiceRow({ invoice, payAt }: { invoice: InvoiceSummary; payAt: string | null }) {
  const t = useText();
  const { invoiceNumber, periodStart, periodEnd, total, creditNotes, writtenOff, outstanding = total } = invoice;
  const { registration } = invoice;
  const status = invoiceStatus(invoice, now());
  const isByNumber = invoice.kind === 'charge' || invoice.kind === 'monthly';
  const toPay = isByNumber ? `/payment?charge=${invoiceNumber}` : payAt;
  const isOpen = status === 'due' || status === 'overdue';
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 border-line border-t py-4 first:border-t-0 first:pt-0 lg:grid-cols-[1fr_8rem_7.5rem_13.5rem]">
      <div className="min-w-0 max-lg:contents">
        <p className="semi min-w-0 break-words">{subjectOf(t, invoice)}</p>
        <div className="soft small mt-0.5 max-lg:col-span-full max-lg:-mt-1.5">
          {invoice.kind !== 'charge' && (
            <p>{t('{start} to {end}', { start: formatDate(periodStart), end: formatDate(periodEnd) })}</p>
          )}
          <p>{datesOf(t, invoice)}</p>
          {writtenOff !== undefined && (
            <p>{t('We do not ask for {amount} of it any more.', { amount: formatExactNaira(writtenOff) })}</p>
          )}
          {isOpen && outstanding > 0 && outstanding < total && (
            <p>{t('{amount} of it is outstanding', { amount: formatExactNaira(outstanding) })}</p>
          )}
        </div>
      </div>
      <p className="whitespace-nowrap text-right font-semibold max-lg:col-start-2 max-lg:row-start-1 max-lg:self-start">
        {formatExactNaira(total)}
      </p>
      <p className="lg:justify-self-center">
        <StatusBadge status={status} statuses={invoiceStatuses} />
      </p>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-3 max-lg:col-start-2">
        <DocumentLinks number={invoiceNumber} />
      </div>
      {isOpen && toPay && (
        <div className="col-span-full">
          <ButtonLink to={toPay} variant={status === 'overdue' ? 'primary' : 'secondary'}>
            {t('Pay now')}
          </ButtonLink>
        </div>
      )}
      {registration && (
        <div className="soft small col-span-full">
          <Suspense fallback={<Skeleton className="h-5 w-64" />}>
            <InvoiceRegistration number={invoiceNumber} registration={registration} />
          </Suspense>
        </div>
      )}
      {creditNotes.map((creditNote) => (
        <p key={creditNote.creditNoteNumber} className="soft small col-span-full">
          <Sentence
            text="{amount} refunded on {date}: {note}"
            parts={{
              amount: formatExactNaira(creditNote.total),
              date: formatDate(creditNote.issuedAt),
              note: (
                <a
                  className="link"
                  href={documentAddress(creditNote.creditNoteNumber, 'page')}
                  target="_blank"
                  rel="noreferrer"
                >
                  {t('credit note {number}', { number: creditNote.creditNoteNumber })}
                </a>
              ),
            }}
          />
        </p>
      ))}
    </li>
  );
}

/** What an invoice is for. */
export function subjectOf(t: Translate, { kind, planName }: InvoiceSummary): string {
  switch (kind) {
    case 'period':
      return planName;
    case 'upgrade':
      return t('Upgrade to {plan}', { plan: planName });
    case 'bundle':
      return t('Data bundle');
    case 'charge':
      return planName;
    case 'monthly':
      return t('All lines');
  }
}

function datesOf(t: Translate, { invoiceNumber: number, status, issuedAt, dueAt, paidAt }: InvoiceSummary): string {
  if (status === 'open') return t('{number}, due on {date}', { number, date: formatDate(dueAt) });
  if (status === 'paid' && paidAt) return t('{number}, paid on {date}', { number, date: formatDate(paidAt) });
  return t('{number} of {date}', { number, date: formatDate(issuedAt) });
}
