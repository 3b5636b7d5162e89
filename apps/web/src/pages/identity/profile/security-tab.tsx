import type { CurrentUser } from '@portal/contract/identity/accounts';
import { Suspense } from 'react';
import { PasswordChangeForm } from '../../../features/identity/accounts/components/password-change-form.tsx';
import { SessionsPanel } from '../../../features/identity/sessions/components/sessions-panel.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { lazyComponent } from '../../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { Panel } from '../../../shared/ui/layout/panel.tsx';

/** Opened by few: apart from the other tabs. */
const PasskeysPanel = lazyComponent(
  async () => (await import('../../../features/identity/passkeys/components/passkeys-panel.tsx')).PasskeysPanel,
);

const AuthenticatorAppPanel = lazyComponent(
  async () =>
    (await import('../../../features/identity/second-factor/components/authenticator-app-panel.tsx'))
      .AuthenticatorAppPanel,
);

/** Password, passkeys and authenticator app, and where the account is signed in. Staff have their app in the console. */
export function SecurityTab({ user }: { user: CurrentUser }) {
  const t = useText();
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[5fr_7fr] lg:gap-12">
      <Panel className="grid gap-5">
        <h2 className="h3">{t('Password')}</h2>
        <PasswordChangeForm email={user.email} />
      </Panel>
      <div className="grid gap-8 lg:gap-12">
        <Suspense fallback={<Skeleton className="h-[30rem] w-full" />}>
          <PasskeysPanel />
          {user.role === 'customer' && <AuthenticatorAppPanel />}
        </Suspense>
        <SessionsPanel />
      </div>
    </div>
  );
}
