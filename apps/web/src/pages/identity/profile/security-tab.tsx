import type { CurrentUser } from '@portal/contract/identity/accounts';
import { signInName } from '@portal/kernel/messaging/mail';
import { Suspense } from 'react';
import { PasswordChangeForm } from '../../../features/identity/accounts/components/password-change-form.tsx';
import { PasskeysPanel } from '../../../features/identity/passkeys/components/passkeys-panel.tsx';
import { AuthenticatorAppPanel } from '../../../features/identity/second-factor/components/authenticator-app-panel.tsx';
import { SessionsPanel } from '../../../features/identity/sessions/components/sessions-panel.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useSiteFacts } from '../../../shared/site/site-facts.ts';
import { lazyComponent } from '../../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { Panel } from '../../../shared/ui/layout/panel.tsx';

/** Only where the operator has a menu on the telephone. */
const PhonePinPanel = lazyComponent(
  async () => (await import('../../../features/identity/phone-pins/components/phone-pin-panel.tsx')).PhonePinPanel,
);

/** Password, passkeys and authenticator app, and where the account is signed in. Staff have their app in the console. */
export function SecurityTab({ user }: { user: CurrentUser }) {
  const t = useText();
  const { ussdCode } = useSiteFacts();
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[5fr_7fr] lg:gap-12">
      <Panel className="grid gap-5">
        <h2 className="h3">{t('Password')}</h2>
        <PasswordChangeForm email={signInName(user)} />
      </Panel>
      <div className="grid gap-8 lg:gap-12">
        <PasskeysPanel />
        {user.role === 'customer' && <AuthenticatorAppPanel />}
        {user.role === 'customer' && ussdCode && (
          <Suspense fallback={<Skeleton className="h-48 w-full" />}>
            <PhonePinPanel code={ussdCode} />
          </Suspense>
        )}
        <SessionsPanel />
      </div>
    </div>
  );
}
