import { PasskeysPanel } from '../../../features/identity/passkeys/components/passkeys-panel.tsx';
import { PasskeyOnlyPanel } from '../../../features/identity/staff/staff/components/passkey-only-panel.tsx';
import { RecoveryCodesPanel } from '../../../features/identity/staff/staff/components/recovery-codes-panel.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** How the person signs in as staff. */
export function SecurityPage() {
  return (
    <ConsolePageLayout
      title="Security"
      lead="You sign in with a passkey, or with your password and a code of your authenticator app. After 30 minutes without use the console closes by itself."
    >
      <div className="mt-8 grid max-w-2xl gap-8">
        <PasskeysPanel />
        <PasskeyOnlyPanel />
        <RecoveryCodesPanel />
      </div>
      <p className="mt-8">
        <a className="link inline-flex min-h-11 items-center" href="/profile?tab=security">
          Change your password, and see where you are signed in
        </a>
      </p>
    </ConsolePageLayout>
  );
}
