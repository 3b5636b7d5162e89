import type { CurrentUser } from '@portal/contract/identity/accounts';
import { type ReactNode, useEffect } from 'react';
import { SecondFactorGuard } from '../../features/identity/staff/staff/components/second-factor-guard.tsx';
import { useSession } from '../../shared/session/use-session.ts';
import { useStaffMe } from '../../shared/staff/use-may.ts';
import { ErrorState } from '../../shared/ui/async/error-state.tsx';
import { LoadingScreen } from '../../shared/ui/async/loading-screen.tsx';
import { Button } from '../../shared/ui/button/button.tsx';
import { useLogout } from '../session/use-logout.ts';
import { ConsoleLogo } from './console-bar.tsx';
import { redirectToSignIn } from './redirect-to-sign-in.ts';

/**
 * Admits only staff who have verified both factors, once their permissions are known; visitors are led to the sign-in and back, and
 * customers get Not Found.
 */
export function ConsoleGuard({ children }: { children: (user: CurrentUser) => ReactNode }) {
  const session = useSession();
  const { state } = session;
  useEffect(() => {
    if (state === 'signed-out') void redirectToSignIn('Sign in to go on.');
  }, [state]);
  if (session.state === 'failed') {
    return (
      <main className="wrap max-w-xl py-16">
        <ErrorState title="We could not ask who is signed in" onRetry={session.retry} />
      </main>
    );
  }
  if (session.state !== 'signed-in') return <LoadingScreen />;
  const { user } = session;
  if (user.role !== 'admin') return <NoConsole />;
  return (
    <SecondFactorGuard frame={(step) => <SignInFrame email={user.email}>{step}</SignInFrame>}>
      <PermissionsGuard>{children(user)}</PermissionsGuard>
    </SecondFactorGuard>
  );
}

/** Waits until it is known what this member of staff may do. */
function PermissionsGuard({ children }: { children: ReactNode }) {
  const me = useStaffMe();
  if (me.data) return children;
  if (!me.error) return <LoadingScreen />;
  return (
    <main className="wrap max-w-xl py-16">
      <ErrorState title="We could not load what you may do" error={me.error} onRetry={() => void me.refetch()} />
    </main>
  );
}

function NoConsole() {
  return (
    <main className="wrap max-w-xl py-16">
      <h1 className="h1">Page not found</h1>
      <p className="soft mt-3 mb-6">Check the address, or start again from the home page.</p>
      <a className="btn btn-primary" href="/">
        Go to home page
      </a>
    </main>
  );
}

function SignInFrame({ email, children }: { email: string; children: ReactNode }) {
  const { logout, busy } = useLogout();
  return (
    <div className="console">
      <header className="console-bar on-glass">
        <ConsoleLogo />
        <div className="console-end">
          <Button variant="glass-outline" busy={busy} onClick={logout}>
            Logout
          </Button>
        </div>
      </header>
      <main id="main" className="console-main">
        <div className="wrap max-w-lg py-10 lg:py-16">
          {children}
          <p className="small muted mt-8 break-words">Signed in as {email}</p>
        </div>
      </main>
    </div>
  );
}
