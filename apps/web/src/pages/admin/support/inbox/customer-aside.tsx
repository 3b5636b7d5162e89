import { listStaffPayments } from '@portal/contract/billing/payments/staff-payments';
import type { CustomerPage } from '@portal/contract/console/customers';
import { getNetworkLine } from '@portal/contract/network/access';
import { listStaffTickets } from '@portal/contract/support/staff-tickets';
import type { ReactNode } from 'react';
import { useCustomer } from '../../../../features/console/customers/staff/api/get-customer.ts';
import { PaymentLinks } from '../../../../features/console/customers/staff/components/payment-links.tsx';
import { TicketLinks } from '../../../../features/support/tickets/staff/components/ticket-links.tsx';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { formatDay } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { Allowed } from '../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { ArrowLink } from '../../../../shared/ui/button/arrow-link.tsx';
import { StatusBadge, subscriptionStatuses } from '../../../../shared/ui/feedback/status-badge.tsx';
import { DescriptionList, type Fact } from '../../../../shared/ui/layout/description-list.tsx';
import { DataThisMonth } from './data-this-month.tsx';
import { SpeedLine } from './speed-line.tsx';

const LISTED = 3;

/** The details of the customer that an agent needs in a chat. */
export function CustomerAside({ customerId }: { customerId: number }) {
  const customer = useCustomer(customerId);
  return (
    <AsyncBoundary query={customer} failure="We could not load this customer" skeleton={<AsideSkeleton />}>
      {(known) => <Facts customer={known} />}
    </AsyncBoundary>
  );
}

function Facts({ customer }: { customer: CustomerPage }) {
  const { id, usage, speedTests, payments, tickets } = customer;
  return (
    <div className="grid gap-5">
      <Part title="Customer">
        <DescriptionList className="small gap-y-2!" facts={factsOf(customer)} />
        <ArrowLink className="small -mb-2" to={`/admin/customers/${id}`}>
          Everything about {bidiIsolate(customer.name)}
        </ArrowLink>
      </Part>
      <Part title="Data this month">
        <DataThisMonth usage={usage} />
      </Part>
      <Allowed to={getNetworkLine}>
        <Part title={speedTests.length > 1 ? `Last ${Math.min(7, speedTests.length)} speed tests` : 'Speed tests'}>
          <SpeedLine tests={speedTests.slice(0, 7)} />
        </Part>
      </Allowed>
      <Allowed to={listStaffTickets}>
        <Part title="Tickets">
          {tickets.length > 0 ? (
            <div className="small">
              <TicketLinks tickets={tickets.slice(0, LISTED)} />
            </div>
          ) : (
            <Nothing>No tickets.</Nothing>
          )}
        </Part>
      </Allowed>
      <Allowed to={listStaffPayments}>
        <Part title="Payments">
          {payments.length > 0 ? (
            <div className="small">
              <PaymentLinks payments={payments.slice(0, LISTED)} />
            </div>
          ) : (
            <Nothing>No payments.</Nothing>
          )}
        </Part>
      </Allowed>
    </div>
  );
}

function factsOf({ email, phone, disabled, subscription, area }: CustomerPage): Fact[] {
  const facts: Fact[] = [];
  if (disabled) facts.push({ label: 'Account', value: 'Disabled' });
  if (subscription) {
    const { planName, status, nextBillingDate, monthlyFee } = subscription;
    facts.push(
      { label: 'Plan', value: planName },
      { label: 'Status', value: <StatusBadge status={status} statuses={subscriptionStatuses} /> },
    );
    if (area) facts.push({ label: 'Area', value: area });
    if (nextBillingDate) {
      facts.push({ label: 'Next bill', value: `${formatExactNaira(monthlyFee)}, ${formatDay(nextBillingDate)}` });
    }
  } else {
    facts.push({ label: 'Plan', value: 'None' });
  }
  facts.push({ label: 'Phone', value: phone ? <a href={`tel:${phone}`}>{phone}</a> : 'None' });
  facts.push({ label: 'Email', value: email ? <span className="break-all">{email}</span> : 'None' });
  return facts;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-line border-t pt-5 first:border-t-0 first:pt-0">
      <h3 className="small semi muted mb-3">{title}</h3>
      {children}
    </section>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="small muted">{children}</p>;
}

function AsideSkeleton() {
  return (
    <div className="grid gap-6">
      {[1, 2, 3].map((part) => (
        <div key={part} className="grid gap-2">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-5/6" />
        </div>
      ))}
    </div>
  );
}
