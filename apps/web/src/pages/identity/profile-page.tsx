import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { phrase } from '../../shared/i18n/translate.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { useUser } from '../../shared/session/use-session.ts';
import { lazyComponent } from '../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';
import { Tabs } from '../../shared/ui/navigation/tabs.tsx';
import { ProfileTab } from './profile/profile-tab.tsx';

const SecurityTab = lazyComponent(async () => (await import('./profile/security-tab.tsx')).SecurityTab);

const NotificationsTab = lazyComponent(
  async () =>
    (await import('../../features/messaging/preferences/components/notification-preferences-panel.tsx'))
      .NotificationPreferencesPanel,
);

const BillingTab = lazyComponent(async () => (await import('./profile/billing-tab.tsx')).BillingTab);

const AccountTab = lazyComponent(async () => (await import('./profile/account-tab.tsx')).AccountTab);

const PrivacyTab = lazyComponent(async () => (await import('./profile/privacy-tab.tsx')).PrivacyTab);

const FIRST = { id: 'profile', label: phrase('Profile'), Content: ProfileTab };
const TABS = [
  FIRST,
  { id: 'security', label: phrase('Security'), Content: SecurityTab },
  { id: 'notifications', label: phrase('Notifications'), Content: NotificationsTab },
  { id: 'billing', label: phrase('Billing'), Content: BillingTab },
  { id: 'account', label: phrase('Account'), Content: AccountTab },
  { id: 'privacy', label: phrase('Privacy'), Content: PrivacyTab },
];

/**
 * /profile (specification section 2, 'Account Settings'); each tab has an address of its own, such
 * as /profile?tab=billing.
 */
export function ProfilePage() {
  const t = useText();
  const user = useUser();
  const [search, setSearch] = useSearchParams();
  const { id: current, Content } = TABS.find(({ id }) => id === search.get('tab')) ?? FIRST;
  if (!user) return null;
  return (
    <div className="wrap pt-6 pb-16 lg:pt-10 lg:pb-24">
      <h1 className="h1 mb-5">{t('Account Settings')}</h1>
      <Tabs
        label={t('Account Settings')}
        tabs={TABS.map(({ id, label }) => ({ id, label: t(label) }))}
        current={current}
        onChange={(tab) => setSearch({ tab }, { replace: true })}
      >
        <div className="mt-6 lg:mt-8">
          <Suspense fallback={<Skeleton className="h-[60rem] w-full rounded-panel" />}>
            <Content user={user} />
          </Suspense>
        </div>
      </Tabs>
    </div>
  );
}
