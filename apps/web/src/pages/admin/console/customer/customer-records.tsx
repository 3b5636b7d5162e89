import { listPapers } from '@portal/contract/billing/papers/staff-papers';
import {
  listCustomerVirtualAccounts,
  requestForCustomer,
} from '@portal/contract/billing/payments/staff-incoming-transfers';
import { listStaffPayments } from '@portal/contract/billing/payments/staff-payments';
import { listPayouts } from '@portal/contract/billing/payments/staff-payouts';
import { giveCredit, listAdjustments } from '@portal/contract/billing/staff-adjustments';
import {
  getStaffAccountStatement,
  getStaffCompany,
  listWithholdingTaxes,
} from '@portal/contract/billing/staff-companies';
import { listCourtesyDays } from '@portal/contract/billing/staff-courtesy-days';
import { listPaymentPromisesOfCustomer } from '@portal/contract/billing/staff-payment-promises';
import { listWriteOffs } from '@portal/contract/billing/staff-write-offs';
import type { CustomerPage as Customer } from '@portal/contract/console/customers';
import { getNetworkLine } from '@portal/contract/network/access';
import { listUsageDaysOfCustomer } from '@portal/contract/network/usage';
import { listStaffChats } from '@portal/contract/support/staff-chat';
import { createTicketForCustomer, listStaffTickets } from '@portal/contract/support/staff-tickets';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AdjustmentList } from '../../../../features/billing/adjustments/staff/components/adjustment-list.tsx';
import { GiveCreditDialog } from '../../../../features/billing/adjustments/staff/components/give-credit-dialog.tsx';
import { CompanyBilling } from '../../../../features/billing/companies/staff/components/company-billing.tsx';
import { StaffStatement } from '../../../../features/billing/companies/staff/components/staff-statement.tsx';
import { WithholdingList } from '../../../../features/billing/companies/staff/components/withholding-list.tsx';
import { CourtesyList } from '../../../../features/billing/courtesy-days/staff/components/courtesy-list.tsx';
import { CustomerBillingDetails } from '../../../../features/billing/invoices/staff/components/customer-billing-details.tsx';
import { CustomerPapers } from '../../../../features/billing/papers/staff/components/customer-papers.tsx';
import { PromiseList } from '../../../../features/billing/payment-promises/staff/components/promise-list.tsx';
import { PayoutList } from '../../../../features/billing/refunds/staff/components/payout-list.tsx';
import {
  AskForNumbers,
  CustomerNumbers,
} from '../../../../features/billing/virtual-accounts/staff/components/customer-numbers.tsx';
import { WriteOffList } from '../../../../features/billing/write-offs/staff/components/write-off-list.tsx';
import { CustomerChats } from '../../../../features/console/customers/staff/components/customer-chats.tsx';
import { PaymentLinks } from '../../../../features/console/customers/staff/components/payment-links.tsx';
import { EarlierPayments } from '../../../../features/console/imports/staff/components/earlier-payments.tsx';
import { SpeedTestTable } from '../../../../features/network/speed-tests/components/speed-test-table.tsx';
import { SpeedTrace } from '../../../../features/network/speed-tests/staff/components/speed-trace.tsx';
import { CustomerUsageDays } from '../../../../features/network/usage/staff/components/customer-usage-days.tsx';
import { NewTicketDialog } from '../../../../features/support/tickets/staff/components/new-ticket-dialog.tsx';
import { TicketLinks } from '../../../../features/support/tickets/staff/components/ticket-links.tsx';
import { useSiteFacts } from '../../../../shared/site/site-facts.ts';
import { Allowed } from '../../../../shared/staff/allowed.tsx';
import { ArrowLink } from '../../../../shared/ui/button/arrow-link.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { CustomerSection } from './customer-section.tsx';

/** The length of each list in the customer's answer. */
const NEWEST = 10;

const _CUSTOMERS = { to: '/admin/customers', label: 'Customers' };

/** What there is about the customer, a section for each kind that the reader may see. */
export function CustomerRecords({ customer }: { customer: Customer }) {
  const { id, tickets, payments, speedTests } = customer;
  const { accountNumbers } = useSiteFacts();
  return (
    <>
      <Allowed to={listStaffTickets}>
        <CustomerSection
          title="Tickets"
          action={
            <Allowed to={createTicketForCustomer}>
              <NewTicket customer={customer} />
            </Allowed>
          }
          empty={tickets.length === 0 && 'No ticket yet.'}
        >
          <TicketLinks tickets={tickets} />
          {tickets.length === NEWEST && <ArrowLink to={`/admin/tickets?customer=${id}`}>All tickets</ArrowLink>}
        </CustomerSection>
      </Allowed>
      <Allowed to={listStaffPayments}>
        <CustomerSection title="Payments" empty={payments.length === 0 && 'No payment yet.'}>
          <PaymentLinks payments={payments} />
          {payments.length === NEWEST && <ArrowLink to={`/admin/payments?customer=${id}`}>All payments</ArrowLink>}
        </CustomerSection>
        <EarlierPayments customerId={id} />
      </Allowed>
      <Allowed to={listPapers}>
        <CustomerSection title="Papers">
          <CustomerPapers customer={customer} />
        </CustomerSection>
      </Allowed>
      <Allowed to={listPayouts}>
        <CustomerSection title="Refunds to pay out">
          <PayoutList customerId={id} empty="None." />
        </CustomerSection>
      </Allowed>
      <Allowed to={getStaffCompany}>
        <CustomerSection title="Billing">
          <CompanyBilling customerId={id} />
        </CustomerSection>
        <CustomerSection title="On their invoices">
          <CustomerBillingDetails customer={customer} />
        </CustomerSection>
      </Allowed>
      <Allowed to={getStaffAccountStatement}>
        <CustomerSection title="Statement of account">
          <StaffStatement customerId={id} />
        </CustomerSection>
      </Allowed>
      <Allowed to={listWithholdingTaxes}>
        <CustomerSection title="Withholding tax">
          <WithholdingList customerId={id} empty="None was withheld." />
        </CustomerSection>
      </Allowed>
      {accountNumbers && (
        <Allowed to={listCustomerVirtualAccounts}>
          <CustomerSection
            title="Account numbers"
            action={
              <Allowed to={requestForCustomer}>
                <AskForNumbers customerId={id} />
              </Allowed>
            }
          >
            <CustomerNumbers customerId={id} />
          </CustomerSection>
        </Allowed>
      )}
      <Allowed to={listPaymentPromisesOfCustomer}>
        <CustomerSection title="Promises to pay">
          <PromiseList customer={customer} />
        </CustomerSection>
      </Allowed>
      <Allowed to={listCourtesyDays}>
        <CustomerSection title="Courtesy days">
          <CourtesyList customerId={id} empty="None yet." />
        </CustomerSection>
      </Allowed>
      <Allowed to={listAdjustments}>
        <CustomerSection
          title="Credit from staff"
          action={
            <Allowed to={giveCredit}>
              <GiveCredit customerId={id} />
            </Allowed>
          }
        >
          <AdjustmentList customerId={id} empty="None yet." />
        </CustomerSection>
      </Allowed>
      <Allowed to={listWriteOffs}>
        <CustomerSection title="Written off">
          <WriteOffList customerId={id} empty="Nothing." />
        </CustomerSection>
      </Allowed>
      <Allowed to={listStaffChats}>
        <CustomerSection title="Chats">
          <CustomerChats customerId={id} />
        </CustomerSection>
      </Allowed>
      <Allowed to={getNetworkLine}>
        <CustomerSection title="Speed tests" empty={speedTests.length === 0 && 'No speed test yet.'}>
          <SpeedTestTable tests={speedTests} more={(test) => <SpeedTrace test={test} />} />
        </CustomerSection>
      </Allowed>
      <Allowed to={listUsageDaysOfCustomer}>
        <CustomerUsageDays customerId={id} lineId={customer.lineId} currentPeriod={customer.usage.period} />
      </Allowed>
    </>
  );
}

function NewTicket({ customer }: { customer: Customer }) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Create ticket
      </Button>
      <NewTicketDialog
        customer={customer}
        open={open}
        onClose={() => setOpen(false)}
        onCreated={(ticketId) => void navigate(`/admin/tickets/${ticketId}`)}
      />
    </>
  );
}

function GiveCredit({ customerId }: { customerId: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Give credit
      </Button>
      {open && <GiveCreditDialog customerId={customerId} onClose={() => setOpen(false)} />}
    </>
  );
}
