import type { CustomerPage } from '@portal/contract/console/customers';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDate, formatMoment } from '../../../../../shared/format/date.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { AccountBadges } from './account-badges.tsx';

type CustomerHeadProps = {
  customer: CustomerPage;
  /** The actions for this customer. */
  actions: ReactNode;
};

/** The customer's name, their contacts with verification state, and their last activity. */
export function CustomerHead({ customer, actions }: CustomerHeadProps) {
  const { name, email, emailVerified, phone, phoneVerified, createdAt, lastSeenAt } = customer;
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5 border-ink border-b pb-6">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="h2 break-words">{bidiIsolate(name)}</h1>
          <AccountBadges customer={customer} />
        </div>
        <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 sm:gap-x-8">
          <Contact label="Email" verified={emailVerified}>
            <a className="link break-all" href={`mailto:${email}`}>
              {email}
            </a>
          </Contact>
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
          <Line label="Customer since">{formatDate(createdAt)}</Line>
          <Line label="Last signed in">{lastSeenAt ? formatMoment(lastSeenAt) : 'Not signed in anywhere'}</Line>
        </dl>
      </div>
      <div className="flex flex-wrap gap-3">{actions}</div>
    </header>
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
