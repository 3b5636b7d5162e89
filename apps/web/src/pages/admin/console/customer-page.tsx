import { listStaffPayments } from '@portal/contract/billing/payments/staff-payments';
import { listPayouts } from '@portal/contract/billing/payments/staff-payouts';
import { giveCredit, listAdjustments } from '@portal/contract/billing/staff-adjustments';
import {
  getStaffAccountStatement,
  getStaffCompany,
  listWithholdingTaxes,
} from '@portal/contract/billing/staff-companies';
import { takeCounterPayment } from '@portal/contract/billing/staff-counter';
import { changeForCustomer } from '@portal/contract/billing/staff-subscriptions';
import { listWriteOffs } from '@portal/contract/billing/staff-write-offs';
import { listAudit } from '@portal/contract/console/audit';
import { addNote } from '@portal/contract/console/customer-notes';
import type { CustomerPage as Customer } from '@portal/contract/console/customers';
import { disableAccount } from '@portal/contract/console/customers';
import { recordObjection } from '@portal/contract/messaging/consents';
import { getNetworkLine } from '@portal/contract/network/access';
import { listUsageDaysOfCustomer } from '@portal/contract/network/usage';
import { listStaffChats } from '@portal/contract/support/staff-chat';
import { createTicketForCustomer, listStaffTickets } from '@portal/contract/support/staff-tickets';
import { type ReactNode, useId, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { AdjustmentList } from '../../../features/billing/adjustments/staff/components/adjustment-list.tsx';
import { GiveCredit } from '../../../features/billing/adjustments/staff/components/give-credit.tsx';
import { CompanyBilling } from '../../../features/billing/companies/staff/components/company-billing.tsx';
import { StaffStatement } from '../../../features/billing/companies/staff/components/staff-statement.tsx';
import { WithholdingList } from '../../../features/billing/companies/staff/components/withholding-list.tsx';
import { PayoutList } from '../../../features/billing/refunds/staff/components/payout-list.tsx';
import { ChangeForCustomer } from '../../../features/billing/subscriptions/staff/components/change-for-customer.tsx';
import { WriteOffList } from '../../../features/billing/write-offs/staff/components/write-off-list.tsx';
import { AccountMerges } from '../../../features/console/account-merges/staff/components/account-merges.tsx';
import { MergedNotice } from '../../../features/console/account-merges/staff/components/merged-notice.tsx';
import { AuditTrail } from '../../../features/console/audit/staff/components/audit-trail.tsx';
import { useCustomer } from '../../../features/console/customers/staff/api/get-customer.ts';
import { AccountAccess } from '../../../features/console/customers/staff/components/account-access.tsx';
import { CustomerChats } from '../../../features/console/customers/staff/components/customer-chats.tsx';
import { CustomerHead } from '../../../features/console/customers/staff/components/customer-head.tsx';
import { CustomerTags } from '../../../features/console/customers/staff/components/customer-tags.tsx';
import { NoteForm } from '../../../features/console/customers/staff/components/note-form.tsx';
import { PaymentLinks } from '../../../features/console/customers/staff/components/payment-links.tsx';
import { ReferralFacts } from '../../../features/console/customers/staff/components/referral-facts.tsx';
import { ServiceFacts } from '../../../features/console/customers/staff/components/service-facts.tsx';
import { Timeline } from '../../../features/console/customers/staff/components/timeline.tsx';
import { EarlierPayments } from '../../../features/console/imports/staff/components/earlier-payments.tsx';
import { WaitingApprovals } from '../../../features/identity/identity-approvals/staff/components/waiting-approvals.tsx';
import { ObjectionButton } from '../../../features/messaging/consents/staff/objection-button.tsx';
import { LineCard } from '../../../features/network/access/staff/components/line-card.tsx';
import { AreaEditor } from '../../../features/network/areas/staff/components/area-editor.tsx';
import { EquipmentEditor } from '../../../features/network/equipment/staff/components/equipment-editor.tsx';
import { SpeedTestTable } from '../../../features/network/speed-tests/components/speed-test-table.tsx';
import { SpeedTrace } from '../../../features/network/speed-tests/staff/components/speed-trace.tsx';
import { CustomerUsageDays } from '../../../features/network/usage/staff/components/customer-usage-days.tsx';
import { NewTicketDialog } from '../../../features/support/tickets/staff/components/new-ticket-dialog.tsx';
import { TicketLinks } from '../../../features/support/tickets/staff/components/ticket-links.tsx';
import { Allowed } from '../../../shared/staff/allowed.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ArrowLink } from '../../../shared/ui/button/arrow-link.tsx';
import { Button } from '../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../shared/ui/feedback/alert.tsx';
import { SelectField } from '../../../shared/ui/form/select-field.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { FoundOrMissing } from '../layout/found-or-missing.tsx';
import { DataThisMonth } from '../support/inbox/data-this-month.tsx';

/** The length of each list in the customer's answer. */
const NEWEST = 10;

const CUSTOMERS = { to: '/admin/customers', label: 'Customers' };

/** /admin/customers/:id: everything about one customer, and the actions. */
export function CustomerPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const customer = useCustomer(Number(id), Number(search.get('line')) || undefined);
  return (
    <ConsolePageLayout back={CUSTOMERS}>
      <FoundOrMissing
        query={customer}
        failure="We could not load the customer"
        missing="There is no such customer"
        back={CUSTOMERS}
        skeleton={<Skeleton className="h-[32rem] w-full" />}
      >
        {(loaded) => <CustomerSections key={`${loaded.id} ${loaded.lineId}`} customer={loaded} />}
      </FoundOrMissing>
    </ConsolePageLayout>
  );
}

function CustomerSections({ customer }: { customer: Customer }) {
  const { id, tickets, payments, speedTests } = customer;
  return (
    <>
      <CustomerHead
        customer={customer}
        actions={
          customer.mergedInto === null && (
            <>
              <Allowed to={takeCounterPayment}>
                <ButtonLink to={`/admin/counter/${customer.id}`} variant="secondary">
                  Take a payment
                </ButtonLink>
              </Allowed>
              <Allowed to={giveCredit}>
                <GiveCredit customerId={customer.id} />
              </Allowed>
              <Allowed to={createTicketForCustomer}>
                <NewTicket customer={customer} />
              </Allowed>
              <Allowed to={recordObjection}>
                {customer.role === 'customer' && <ObjectionButton customer={customer} />}
              </Allowed>
              <Allowed to={disableAccount}>
                {customer.role === 'customer' && <AccountAccess customer={customer} />}
              </Allowed>
            </>
          )
        }
      />
      <MergedNotice customer={customer} />
      {customer.disabled && customer.mergedInto === null && (
        <Alert kind="warn" className="mt-5">
          This account is disabled: its owner is signed out and cannot sign in.
        </Alert>
      )}
      <WaitingApprovals customerId={id} />
      <CustomerTags customer={customer} />
      <div className="grid grid-cols-1 gap-x-12 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0 max-lg:order-2">
          <Part title="Notes and time line">
            <Allowed to={addNote}>
              <NoteForm customerId={id} />
            </Allowed>
            <Timeline customerId={id} />
          </Part>
          <Allowed to={listStaffTickets}>
            <Part title="Tickets" empty={tickets.length === 0 && 'No ticket yet.'}>
              <TicketLinks tickets={tickets} />
              {tickets.length === NEWEST && <ArrowLink to={`/admin/tickets?customer=${id}`}>All tickets</ArrowLink>}
            </Part>
          </Allowed>
          <Allowed to={listStaffPayments}>
            <Part title="Payments" empty={payments.length === 0 && 'No payment yet.'}>
              <PaymentLinks payments={payments} />
              {payments.length === NEWEST && <ArrowLink to={`/admin/payments?customer=${id}`}>All payments</ArrowLink>}
            </Part>
            <EarlierPayments customerId={id} />
          </Allowed>
          <Allowed to={listPayouts}>
            <Part title="Refunds to pay out">
              <PayoutList customerId={id} empty="None." />
            </Part>
          </Allowed>
          <Allowed to={getStaffCompany}>
            <Part title="Billing">
              <CompanyBilling customerId={id} />
            </Part>
          </Allowed>
          <Allowed to={getStaffAccountStatement}>
            <Part title="Statement of account">
              <StaffStatement customerId={id} />
            </Part>
          </Allowed>
          <Allowed to={listWithholdingTaxes}>
            <Part title="Withholding tax">
              <WithholdingList customerId={id} empty="None was withheld." />
            </Part>
          </Allowed>
          <Allowed to={listAdjustments}>
            <Part title="Credit from staff">
              <AdjustmentList customerId={id} empty="None yet." />
            </Part>
          </Allowed>
          <Allowed to={listWriteOffs}>
            <Part title="Written off">
              <WriteOffList customerId={id} empty="Nothing." />
            </Part>
          </Allowed>
          <Allowed to={listStaffChats}>
            <Part title="Chats">
              <CustomerChats customerId={id} />
            </Part>
          </Allowed>
          <Allowed to={getNetworkLine}>
            <Part title="Speed tests" empty={speedTests.length === 0 && 'No speed test yet.'}>
              <SpeedTestTable tests={speedTests} more={(test) => <SpeedTrace test={test} />} />
            </Part>
          </Allowed>
          <Allowed to={listUsageDaysOfCustomer}>
            <CustomerUsageDays customerId={id} lineId={customer.lineId} currentPeriod={customer.usage.period} />
          </Allowed>
          <Allowed to={listAudit}>
            <Part title="Changes by staff">
              <AuditTrail subject={`customer:${id}`} />
            </Part>
          </Allowed>
        </div>
        <Aside customer={customer} />
      </div>
    </>
  );
}

/** The customer's plan, usage and referrals. */
function Aside({ customer }: { customer: Customer }) {
  return (
    <aside
      aria-label="Plan, usage and referrals"
      className="max-lg:order-1 max-lg:grid max-lg:gap-x-10 max-lg:sm:grid-cols-2 lg:border-line lg:border-l lg:pl-6"
    >
      <Part title="Plan and bill">
        <ServiceFacts customer={customer} />
        <Allowed to={changeForCustomer}>
          <ChangeForCustomer customerId={customer.id} lineId={customer.lineId} subscription={customer.subscription} />
        </Allowed>
      </Part>
      <Part title="Line">
        <LinePicker customer={customer} />
        <Allowed to={getNetworkLine}>
          <LineCard customerId={customer.id} lineId={customer.lineId} />
        </Allowed>
        <AreaEditor customer={customer} />
        <EquipmentEditor customer={customer} />
      </Part>
      <Part title="Data this month">
        <DataThisMonth usage={customer.usage} />
      </Part>
      <Part title="Referrals">
        <ReferralFacts referral={customer.referral} />
      </Part>
      <AccountMerges customer={customer} />
    </aside>
  );
}

/** Which of the customer's lines the page is about; nothing where they have one. */
function LinePicker({ customer: { lines, lineId } }: { customer: Customer }) {
  const [, setSearch] = useSearchParams();
  if (lines.length < 2) return null;
  return (
    <div className="mb-4">
      <SelectField
        label="Shown on this page"
        options={lines.map(({ id, label, planName }) => ({
          value: String(id),
          label: [label, planName].filter(Boolean).join(', '),
        }))}
        value={lineId}
        onChange={(event) => setSearch({ line: event.target.value }, { replace: true })}
      />
    </div>
  );
}

type PartProps = {
  title: string;
  /** The text of an empty section. */
  empty?: string | false;
  children: ReactNode;
};

function Part({ title, empty = false, children }: PartProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="border-line border-b py-6 last:border-b-0">
      <h2 className="h4 mb-2" id={headingId}>
        {title}
      </h2>
      {empty ? <p className="small muted">{empty}</p> : children}
    </section>
  );
}

function NewTicket({ customer }: { customer: Customer }) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button onClick={() => setOpen(true)}>Create ticket</Button>
      <NewTicketDialog
        customer={customer}
        open={open}
        onClose={() => setOpen(false)}
        onCreated={(ticketId) => void navigate(`/admin/tickets/${ticketId}`)}
      />
    </>
  );
}
