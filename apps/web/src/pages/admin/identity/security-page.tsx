import { PasskeysPanel } from '../../../features/identity/passkeys/components/passkeys-panel.tsx';
import { PasskeyOnlyPanel } from '../../../features/identity/staff/staff/components/passkey-only-panel.tsx';
import { RecoveryCodesPanel } from '../../../features/identity/staff/staff/components/recovery-codes-panel.tsx';

/** How the person signs in as staff. */
export function SecurityPage() {
  return (
    <div className="wrap max-w-2xl py-8 lg:py-10">
      <h1 className="h1">Security</h1>
      <p className="soft mt-2 mb-8">
        You sign in with a passkey, or with your password and a code of your authenticator app. After 30 minutes without
        use the console closes by itself.
      </p>
      <div className="grid gap-8">
        <PasskeysPanel />
        <PasskeyOnlyPanel />
        <RecoveryCodesPanel />
      </div>
      <p className="mt-8">
        <a className="link inline-flex min-h-11 items-center" href="/profile?tab=security">
          Change your password, and see where you are signed in
        </a>
      </p>
    </div>
  );
}
