import type { CustomerPage } from '@portal/contract/console/customers';
import type { AccountPerson } from '@portal/contract/identity/account-people';
import { formatAccountNumber } from '@portal/kernel/account-number';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDate, formatMoment } from '../../../../../shared/format/date.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { classNames } from '../../../../../shared/ui/layout/class-names.ts';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { AccountBadges } from './account-badges.tsx';

/** The customer's name, account, people, contacts with verification state, lines, and last activity. */
export function CustomerHead({ customer }: { customer: CustomerPage }) {
  const others = customer.people.filter(({ id }) => id !== customer.id);
  const { name, company, email, emailVerified, phone, phoneVerified, createdAt, lastSeenAt, deletionDueAt } = customer;
  return (
    <header>
      <h1 className="h1 flex flex-wrap items-center gap-x-3.5 gap-y-2 break-words">
        {bidiIsolate(name)}
        <AccountBadges customer={customer} />
      </h1>
      {company && <p className="semi mt-1 break-words">{bidiIsolate(company)}</p>}
      <dl className="customer-facts">
        <HeadFact label="Account">{formatAccountNumber(customer.accountNumber)}</HeadFact>
        <HeadFact label="Telephone" wide>
          {phone ? (
            <>
              <a className="link" href={`tel:${phone}`}>
                {formatPhone(phone)}
              </a>
              <Verified verified={phoneVerified} />
            </>
          ) : (
            'None given'
          )}
        </HeadFact>
        <HeadFact label="Mailbox" wide>
          {email ? (
            <>
              <a className="link break-all" href={`mailto:${email}`}>
                {email}
              </a>
              <Verified verified={emailVerified} />
            </>
          ) : (
            'None given'
          )}
        </HeadFact>
        <HeadFact label="Lines">{linesInShort(customer.lines)}</HeadFact>
        <HeadFact label="Customer since">{formatDate(createdAt)}</HeadFact>
        <HeadFact label="Last signed in">{lastSeenAt ? formatMoment(lastSeenAt) : 'Not signed in anywhere'}</HeadFact>
        {others.length > 0 && <People label="People" people={others} />}
        {customer.otherAccounts.length > 0 && (
          <People label="Also in" people={customer.otherAccounts.map(({ id, name, role }) => ({ id, name, role }))} />
        )}
        {deletionDueAt && (
          <HeadFact label="Deletion" wide>
            <span className="text-warn">Requested by the customer, due on {formatDate(deletionDueAt)}</span>
          </HeadFact>
        )}
      </dl>
    </header>
  );
}

const STATES = { active: 'active', pending: 'awaiting payment', suspended: 'suspended', cancelled: 'cancelled' };

/** How many lines are in each state, such as "2 active, 1 suspended". */
function linesInShort(lines: CustomerPage['lines']): string {
  const counts = Object.entries(STATES).map(([state, name]) => {
    const count = lines.filter(({ status }) => status === state).length;
    return count > 0 && `${count} ${name}`;
  });
  return counts.filter(Boolean).join(', ') || 'None';
}

const ROLES = { owner: 'owner', billing: 'for bills', technical: 'for lines and tickets' } as const;

/** Links to the pages of people or accounts, each with the role. */
function People({ label, people }: { label: string; people: readonly Pick<AccountPerson, 'id' | 'name' | 'role'>[] }) {
  return (
    <HeadFact label={label} wide>
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
    </HeadFact>
  );
}

/** `wide`: takes both columns of a phone. */
function HeadFact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={classNames('min-w-0', wide && 'wide')}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Verified({ verified }: { verified: boolean }) {
  const Mark = verified ? CircleCheck : CircleAlert;
  return (
    <span className={`small inline-flex items-center gap-1.5 ${verified ? 'text-ok' : 'text-warn'}`}>
      <Mark className="icon-small" />
      {verified ? 'Verified' : 'Not verified'}
    </span>
  );
}
