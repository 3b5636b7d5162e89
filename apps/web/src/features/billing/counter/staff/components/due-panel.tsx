import { saveCompany } from '@portal/contract/billing/staff-companies';
import type { CounterCustomer } from '@portal/contract/billing/staff-counter';
import { writeOffInvoice } from '@portal/contract/billing/staff-write-offs';
import { formatAccountNumber } from '@portal/kernel/account-number';
import { Clock } from 'lucide-react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatShortDay } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { Panel } from '../../../../../shared/ui/layout/panel.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { AddCharge } from '../../../charges/staff/components/add-charge.tsx';
import { MakeCompany } from '../../../companies/staff/components/make-company.tsx';
import { MakeLink } from '../../../payment-links/staff/components/make-link.tsx';
import { WriteOffButton } from '../../../write-offs/staff/components/write-off-button.tsx';

/** Who pays, and what is open. */
export function DuePanel({ customer }: { customer: CounterCustomer }) {
  const { id, lineId, name, companyName, accountNumber, email, phone, due, credit, total } = customer;
  const reached = [companyName && bidiIsolate(name), phone && formatPhone(phone), email].filter(Boolean).join(', ');
  return (
    <Panel className="p-5 md:p-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="h3 break-words">{bidiIsolate(companyName ?? name)}</h2>
          <p className="soft small wrap-anywhere">
            Account {formatAccountNumber(accountNumber)}
            {reached && `, ${reached}`}
          </p>
        </div>
        {total > 0 && (
          <Badge kind="warn" icon={Clock}>
            {formatExactNaira(total)} due
          </Badge>
        )}
      </div>
      {due.length > 0 ? (
        <DueTable customerId={id} due={due} isCompany={customer.isCompany} />
      ) : (
        <p className="soft mt-5">Nothing is due. Money becomes account credit.</p>
      )}
      <div className="soft small mt-4 flex flex-wrap items-center justify-between gap-3">
        <span>Credit on account: {formatExactNaira(credit)}</span>
        <span className="flex flex-wrap items-center gap-x-4">
          <AddCharge customerId={id} lineId={lineId} />
          <MakeLink customer={customer} />
          {!customer.isCompany && (
            <Allowed to={saveCompany}>
              <MakeCompany customerId={id} />
            </Allowed>
          )}
          <PageLink className="link" to={`/admin/customers/${id}`}>
            Customer’s page
          </PageLink>
        </span>
      </div>
    </Panel>
  );
}

function DueTable({ customerId, due, isCompany }: Pick<CounterCustomer, 'due' | 'isCompany'> & { customerId: number }) {
  return (
    <table className="mt-5 w-full border-collapse text-left">
      <thead className="muted text-fine">
        <tr>
          <th className="py-2 font-semibold">Open</th>
          <th className="py-2 font-semibold">Due</th>
          <th className="py-2 text-right font-semibold">Amount</th>
        </tr>
      </thead>
      <tbody>
        {due.map(({ kind, label, invoiceNumber, dueAt, amount }) => (
          <tr key={invoiceNumber ?? label} className="border-line border-t align-top">
            <td className="py-3 pr-4">
              <span className="semi block">{invoiceNumber ?? label}</span>
              {invoiceNumber && kind && <span className="soft small block">{label}</span>}
              {invoiceNumber && (kind === 'charge' || isCompany) && (
                <Allowed to={writeOffInvoice}>
                  <WriteOffButton customerId={customerId} invoiceNumber={invoiceNumber} />
                </Allowed>
              )}
            </td>
            <td className="whitespace-nowrap py-3 pr-4">{dueAt ? formatShortDay(dueAt) : 'Now'}</td>
            <td className="whitespace-nowrap py-3 text-right">{formatExactNaira(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
