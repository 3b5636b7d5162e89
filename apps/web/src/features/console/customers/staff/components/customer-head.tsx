import type { CustomerPage } from '@portal/contract/console/customers';
import type { AccountPerson } from '@portal/contract/identity/account-people';
import { formatAccountNumber } from '@portal/kernel/account-number';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDate, formatMoment } from '../../../../../shared/format/date.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { AccountBadges } from './account-badges.tsx';

type CustomerHeadProps = {
  customer: CustomerPage;
  /** The actions for this customer. */
  actions: ReactNode;
};

/** The customer's name, account, people, contacts with verification state, and last activity. */
export function CustomerHead({ customer, actions }: CustomerHeadProps) {
  const others = customer.people.filter(({ id }) => id !== customer.id);
  const { name, company, email, emailVerified, phone, phoneVerified, createdAt, lastSeenAt, deletionDueAt } = customer;
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5 border-ink border-b pb-6">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="h2 break-words">{bidiIsolate(name)}</h1>
          <AccountBadges customer={customer} />
        </div>
        {company && <p className="semi mt-1 break-words">{bidiIsolate(company)}</p>}
        <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 sm:gap-x-8">
          {email ? (
            <Contact label="Email" verified={emailVerified}>
              <a className="link break-all" href={`mailto:${email}`}>
                {email}
              </a>
            </Contact>
          ) : (
            <Line label="Email">
              <span className="muted">None given</span>
            </Line>
          )}
          {phone ? (
            <Contact label="Phone" verified={phoneVerified}>
              <a className="link" href={`tel:${phone}`}>
                {formatPhone(phone)}
              </a>
            </Contact>
          ) : (
            <Line label="Phone">
              <span className="muted">None given</span>
            </Line>
          )}
          <Line label="Account">{formatAccountNumber(customer.accountNumber)}</Line>
          {others.length > 0 && <People label="People" people={others} />}
          {customer.otherAccounts.length > 0 && (
            <People label="Also in" people={customer.otherAccounts.map(({ id, name, role }) => ({ id, name, role }))} />
          )}
          <Line label="Customer since">{formatDate(createdAt)}</Line>
          {deletionDueAt && (
            <Line label="Deletion">
              <span className="text-warn">Requested by the customer, due on {formatDate(deletionDueAt)}</span>
            </Line>
          )}
          <Line label="Last signed in">{lastSeenAt ? formatMoment(lastSeenAt) : 'Not signed in anywhere'}</Line>
        </dl>
      </div>
      <div className="flex flex-wrap gap-3">{actions}</div>
    </header>
  );
}

const ROLES = { owner: 'owner', billing: 'for bills', technical: 'for lines and tickets' } as const;

/** Links to the pages of people or accounts, each with the role. */
function People({ label, people }: { label: string; people: readonly Pick<AccountPerson, 'id' | 'name' | 'role'>[] }) {
  return (
    <Line label={label}>
      <ul className="grid min-w-0 gap-y-1">
        {people.map(({ id, name, role }) => (
          <li key={id} className="break-words">
            <PageLink className="link" to={`/admin/customers/${id}`}>
              {bidiIsolate(name)}
            </PageLink>{' '}
            <span className="muted">{ROLES[role]}</span>
          </li>
        ))}
      </ul>
    </Line>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="soft">{label}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">{children}</dd>
    </>
  );
}

function Contact({ label, verified, children }: { label: string; verified: boolean; children: ReactNode }) {
  const Mark = verified ? CircleCheck : CircleAlert;
  return (
    <Line label={label}>
      {children}
      <span className={`small inline-flex items-center gap-1.5 ${verified ? 'text-ok' : 'text-warn'}`}>
        <Mark className="icon-small" />
        {verified ? 'Verified' : 'Not verified'}
      </span>
    </Line>
  );
}
