import { brand } from '@portal/brand';
import type { CurrentUser } from '@portal/contract/account';
import { useState } from 'react';
import { PaymentsPanel } from '../features/payment/components/payments-panel.tsx';
import { formatDate } from '../shared/format/date.ts';
import { useUser } from '../shared/session/use-session.ts';
import { Panel } from '../shared/ui/panel.tsx';
import { RuledList } from '../shared/ui/ruled-list.tsx';
import { Tabs } from '../shared/ui/tabs.tsx';

const TABS = [
  { id: 'profile', label: 'Profile' },
  { id: 'billing', label: 'Billing' },
];

const ROLES = { customer: 'Customer', admin: 'Administrator' };

/** The facts of the account and its bills (specification section 2, Account Settings). */
export function ProfilePage() {
  const user = useUser();
  const [tab, setTab] = useState('profile');
  if (!user) return null;
  return (
    <div className="wrap pt-6 pb-16 lg:pt-10 lg:pb-24">
      <h1 className="h1 mb-5">Account Settings</h1>
      <Tabs label="Account Settings" tabs={TABS} current={tab} onChange={setTab}>
        <div className="mt-6 lg:mt-8">{tab === 'profile' ? <AccountFacts user={user} /> : <PaymentsPanel />}</div>
      </Tabs>
    </div>
  );
}

function AccountFacts({ user }: { user: CurrentUser }) {
  return (
    <div className="max-w-[640px]">
      <Panel>
        <h2 className="h3">Profile</h2>
        <RuledList
          className="mt-5"
          facts={[
            { label: 'First Name', value: user.firstName ?? 'Not given' },
            { label: 'Last Name', value: user.lastName ?? 'Not given' },
            { label: 'Email Address', value: <span className="break-all">{user.email}</span> },
            { label: 'Telephone', value: user.phone ?? 'Not given' },
            { label: 'Account', value: ROLES[user.role] },
            { label: 'Customer since', value: formatDate(user.createdAt) },
          ]}
        />
      </Panel>
      <p className="soft mt-5">
        Something wrong here? Write to{' '}
        <a className="link" href={`mailto:${brand.supportEmail}?subject=Account%20details`}>
          {brand.supportEmail}
        </a>{' '}
        and we correct it.
      </p>
    </div>
  );
}
