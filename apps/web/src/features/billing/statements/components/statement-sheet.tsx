import { brand } from '@portal/brand';
import type { StatementView } from '@portal/contract/billing/invoices';
import type { ReactNode } from 'react';
import { now } from '../../../../shared/format/clock.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatGateway } from '../../../../shared/format/gateway.ts';
import { formatMonth } from '../../../../shared/format/month.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../../shared/ui/feedback/status-badge.tsx';
import { DescriptionList } from '../../../../shared/ui/layout/description-list.tsx';
import { PrintedSheet } from '../../../../shared/ui/layout/printed-sheet.tsx';
import { CreditLine } from '../../credit/components/credit-panel.tsx';
import { subjectOf } from '../../invoices/components/invoices-panel.tsx';
import { invoiceStatus, invoiceStatuses } from '../../invoices/invoice-status.ts';

export type StatementSheetProps = {
  statement: StatementView;
  customer: { readonly name: string; readonly email: string };
};

/** The statement of a month: the sums first, then their items. */
export function StatementSheet({ statement, customer }: StatementSheetProps) {
  const t = useText();
  const { month, openingCredit, closingCredit, invoiced, corrected, paid, refunded, chargedBack } = statement;
  return (
    <PrintedSheet back={{ to: '/profile?tab=billing', label: t('Billing') }}>
      <header className="grid gap-6 sm:grid-cols-[1fr_auto]">
        <div className="min-w-0">
          <h1 className="h1">{t('Statement')}</h1>
          <p className="soft mt-2">{formatMonth(month)}</p>
        </div>
        <div className="small min-w-0 sm:text-right">
          <p className="semi break-words">{customer.name}</p>
          {customer.email && <p className="soft break-all">{customer.email}</p>}
          <p className="soft mt-2">{brand.legalName}</p>
        </div>
      </header>
      <DescriptionList
        className="border-line border-y py-5"
        facts={[
          { label: t('Credit at the beginning'), value: formatExactNaira(openingCredit) },
          { label: t('Billed'), value: formatExactNaira(invoiced) },
          ...(corrected > 0 ? [{ label: t('Taken off by credit notes'), value: formatExactNaira(corrected) }] : []),
          { label: t('Paid'), value: formatExactNaira(paid) },
          { label: t('Refunded'), value: formatExactNaira(refunded) },
          ...(chargedBack > 0 ? [{ label: t('Taken back by your bank'), value: formatExactNaira(chargedBack) }] : []),
          { label: t('Credit at the end'), value: formatExactNaira(closingCredit) },
        ]}
      />
      <Movements statement={statement} />
    </PrintedSheet>
  );
}

function Movements({ statement }: Pick<StatementSheetProps, 'statement'>) {
  const t = useText();
  const { invoices, creditNotes, payments, refunds, chargebacks, credit } = statement;
  if ([invoices, creditNotes, payments, refunds, chargebacks, credit].every(({ length }) => length === 0)) {
    return <p className="soft">{t('Nothing was billed, paid or credited in this month.')}</p>;
  }
  return (
    <>
      <Part title={t('Invoices')}>
        {invoices.map((invoice) => (
          <Line
            key={invoice.invoiceNumber}
            what={subjectOf(t, invoice)}
            when={t('{number} of {date}', { number: invoice.invoiceNumber, date: formatDate(invoice.issuedAt) })}
            amount={invoice.total}
          >
            <StatusBadge status={invoiceStatus(invoice, now())} statuses={invoiceStatuses} />
          </Line>
        ))}
      </Part>
      <Part title={t('Credit notes')}>
        {creditNotes.map(({ creditNoteNumber, invoiceNumber, issuedAt, total }) => (
          <Line
            key={creditNoteNumber}
            what={t('Credit note {number} for invoice {invoice}', { number: creditNoteNumber, invoice: invoiceNumber })}
            when={formatDate(issuedAt)}
            amount={-total}
          />
        ))}
      </Part>
      <Part title={t('Payments')}>
        {payments.map(({ reference, description, paidAt, gateway, channel, amount }) => (
          <Line
            key={reference}
            what={t(description)}
            when={t('{day}, {gateway}', { day: formatDate(paidAt), gateway: t(formatGateway(gateway, channel)) })}
            amount={amount}
          />
        ))}
      </Part>
      <Part title={t('Refunds')}>
        {refunds.map(({ reference, at, amount }) => (
          <Line key={reference} what={reference} when={formatDate(at)} amount={amount} />
        ))}
      </Part>
      <Part title={t('Taken back by your bank')}>
        {chargebacks.map(({ reference, at, amount }) => (
          <Line key={reference} what={reference} when={formatDate(at)} amount={amount} />
        ))}
      </Part>
      <Part title={t('Account credit')}>
        {credit.map((entry) => (
          <CreditLine key={entry.id} entry={entry} />
        ))}
      </Part>
    </>
  );
}

/** A list under its name; nothing where it is empty. */
function Part({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="h3 mb-4">{title}</h2>
      <ul className="rows">{children}</ul>
    </section>
  );
}

type LineProps = { what: string; when: string; amount: number; children?: ReactNode };

function Line({ what, when, amount, children }: LineProps) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="break-words">{what}</p>
        <p className="soft small break-words">{when}</p>
      </div>
      <div className="grid justify-items-end gap-1">
        <p className="font-semibold">{formatExactNaira(amount)}</p>
        {children}
      </div>
    </li>
  );
}
