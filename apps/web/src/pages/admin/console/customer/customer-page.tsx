import { listAudit } from '@portal/contract/console/audit';
import { listCollectionCalls } from '@portal/contract/console/collections';
import { addNote } from '@portal/contract/console/customer-notes';
import type { CustomerPage as Customer } from '@portal/contract/console/customers';
import { correctCustomer } from '@portal/contract/console/customers';
import { getSignInHelp } from '@portal/contract/identity/sign-in-help';
import { useParams, useSearchParams } from 'react-router';
import { LineList } from '../../../../features/billing/lines/staff/components/line-list.tsx';
import { OwnerChangeList } from '../../../../features/billing/owner-changes/staff/components/owner-change-list.tsx';
import { AccountMerges } from '../../../../features/console/account-merges/staff/components/account-merges.tsx';
import { MergedNotice } from '../../../../features/console/account-merges/staff/components/merged-notice.tsx';
import { AuditTrail } from '../../../../features/console/audit/staff/components/audit-trail.tsx';
import { CustomerCalls } from '../../../../features/console/collections/staff/components/customer-calls.tsx';
import { useCustomer } from '../../../../features/console/customers/staff/api/get-customer.ts';
import { CustomerHead } from '../../../../features/console/customers/staff/components/customer-head.tsx';
import { CustomerTags } from '../../../../features/console/customers/staff/components/customer-tags.tsx';
import { NoteForm } from '../../../../features/console/customers/staff/components/note-form.tsx';
import { ReferralFacts } from '../../../../features/console/customers/staff/components/referral-facts.tsx';
import { Timeline } from '../../../../features/console/customers/staff/components/timeline.tsx';
import { WaitingContactChanges } from '../../../../features/identity/corrections/staff/components/waiting-contact-changes.tsx';
import { WhoIsCalling } from '../../../../features/identity/corrections/staff/components/who-is-calling.tsx';
import { WaitingApprovals } from '../../../../features/identity/identity-approvals/staff/components/waiting-approvals.tsx';
import { SignInHelp } from '../../../../features/identity/sign-in-help/staff/components/sign-in-help.tsx';
import { Allowed } from '../../../../shared/staff/allowed.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { ConsolePageLayout } from '../../layout/console-page-layout.tsx';
import { FoundOrMissing } from '../../layout/found-or-missing.tsx';
import { CustomerActions } from './customer-actions.tsx';
import { CustomerLine } from './customer-line.tsx';
import { CustomerRecords } from './customer-records.tsx';
import { CustomerSection } from './customer-section.tsx';

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
  const { id } = customer;
  // What it had is on the page of the account that it is a part of.
  const isMerged = customer.mergedInto !== null;
  return (
    <>
      <CustomerHead customer={customer} />
      <MergedNotice customer={customer} />
      {customer.disabled && !isMerged && (
        <Alert kind="warn" className="mt-5">
          This account is disabled: its owner is signed out and cannot sign in.
        </Alert>
      )}
      {!isMerged && <CustomerDesk customer={customer} />}
      <CustomerTags customer={customer} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_372px]">
        {!isMerged && (
          <div className="grid min-w-0 grid-cols-1 gap-5">
            <Allowed to={getSignInHelp}>
              <CustomerSection title="Why can’t they sign in?">
                <SignInHelp customer={customer} />
              </CustomerSection>
            </Allowed>
            <CustomerSection title="Lines">
              <LineList customer={customer} />
              <OwnerChangeList customer={customer} />
            </CustomerSection>
            <CustomerLine customer={customer} />
            <CustomerRecords customer={customer} />
          </div>
        )}
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <CustomerSection title="Notes and time line">
            <Allowed to={addNote}>
              <NoteForm customerId={id} />
            </Allowed>
            <Timeline customerId={id} />
          </CustomerSection>
          <Allowed to={listCollectionCalls}>
            <CustomerSection title="Calls">
              <CustomerCalls customer={customer} />
            </CustomerSection>
          </Allowed>
          <AccountMerges customer={customer} />
          <CustomerSection title="Referrals">
            <ReferralFacts referral={customer.referral} />
          </CustomerSection>
          <Allowed to={listAudit}>
            <CustomerSection title="Changes by staff">
              <AuditTrail subject={`customer:${id}`} />
            </CustomerSection>
          </Allowed>
        </div>
      </div>
    </>
  );
}

/** What the desk does for whoever calls. */
function CustomerDesk({ customer }: { customer: Customer }) {
  return (
    <>
      <Allowed to={correctCustomer}>{customer.role === 'customer' && <WhoIsCalling customer={customer} />}</Allowed>
      <WaitingApprovals customerId={customer.id} />
      <WaitingContactChanges customerId={customer.id} />
      <CustomerActions customer={customer} />
    </>
  );
}
