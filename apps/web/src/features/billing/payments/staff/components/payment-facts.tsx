import type { PaymentPage } from '@portal/contract/billing/payments/staff-payments';
import type { ReactNode } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDate, formatDateTime } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { DescriptionList, type Fact } from '../../../../../shared/ui/layout/description-list.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { wayOfPaying } from '../way-of-paying.ts';

function fact(label: string, value: ReactNode): Fact[] {
  return value === null || value === '' ? [] : [{ label, value: <span className="wrap-anywhere">{value}</span> }];
}

/**
 * The facts of a payment: customer, amount and its items, what it bought, and the gateway's ids.
 */
export function PaymentFacts({ payment }: { payment: PaymentPage }) {
  const { customer, gateway, channel, counter, creditUsed, received, refundedOutside, period } = payment;
  return (
    <div className="grid gap-8">
      <DescriptionList
        className="border-line border-y py-4"
        facts={[
          ...fact(
            'Customer',
            <PageLink className="link" to={`/admin/customers/${customer.id}`}>
              {bidiIsolate(customer.name)}
            </PageLink>,
          ),
          ...fact('Email', customer.email),
          ...fact('Paid with', wayOfPaying(gateway, channel)),
          ...fact('Paid by', payment.payerName ? bidiIsolate(payment.payerName) : null),
          ...fact(counter ? 'Outside reference' : 'At the gateway', payment.gatewayReference),
          ...fact(
            'Slip',
            counter?.slipId ? (
              <a className="link" href={`/api/staff/deposit-slips/${counter.slipId}`}>
                Photo of the slip
              </a>
            ) : null,
          ),
          ...fact('Opened', formatDateTime(payment.createdAt)),
          ...fact('Paid', payment.paidAt && formatDateTime(payment.paidAt)),
          ...fact('Receipt', payment.receiptNumber),
          ...fact(
            period?.kind === 'bundle' ? 'Extra data' : 'Month',
            period && (period.kind === 'month' || period.kind === 'bundle')
              ? `${formatDate(period.startsAt)} to ${formatDate(period.endsAt)}`
              : null,
          ),
          ...fact('Next gateway poll', payment.nextCheckAt && formatDateTime(payment.nextCheckAt)),
        ]}
      />
      <section aria-label="The sum">
        <h2 className="h4 mb-3">The sum</h2>
        <DescriptionList
          facts={[
            ...payment.lines.map(({ label, amount }) => ({ label, value: formatExactNaira(amount) })),
            { label: 'Due', value: formatExactNaira(payment.amount) },
            ...fact('Tax withheld', counter && counter.withheld > 0 ? formatExactNaira(counter.withheld) : null),
            ...fact('Paid from credit', creditUsed > 0 ? formatExactNaira(creditUsed) : null),
            ...fact('Received', received === null ? null : formatExactNaira(received)),
            ...fact('Partial refunds', refundedOutside > 0 ? formatExactNaira(refundedOutside) : null),
          ]}
        />
      </section>
      <PageLink
        className="link inline-flex min-h-11 items-center justify-self-start"
        to={`/admin/payments?customer=${customer.id}`}
      >
        All payments of {bidiIsolate(customer.name)}
      </PageLink>
    </div>
  );
}
