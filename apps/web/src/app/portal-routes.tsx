import { Route, Routes } from 'react-router';
import { useText } from '../shared/i18n/use-text.ts';
import { useSession } from '../shared/session/use-session.ts';
import { ErrorState } from '../shared/ui/async/error-state.tsx';
import { LoadingScreen } from '../shared/ui/async/loading-screen.tsx';
import { PageLayout } from './page-layout.tsx';
import { notFound, signedInPages, signedOutPages } from './pages.ts';
import { useSessionExpiry } from './session/use-session-expiry.ts';
import { useSessionExtras } from './session/use-session-extras.ts';

/**
 * The pages depend on the user (specification section 2); while the session is loading there is a
 * spinner.
 */
export function PortalRoutes() {
  const t = useText();
  const session = useSession();
  const losing = useSessionExpiry(session.state);
  const extras = useSessionExtras();
  if (session.state === 'loading' || losing) return <LoadingScreen />;
  if (session.state === 'failed') {
    return (
      <main className="wrap max-w-xl py-16">
        <ErrorState title={t('Failed to fetch user')} onRetry={session.retry} />
      </main>
    );
  }
  const pages = session.state === 'signed-in' ? signedInPages : signedOutPages;
  return (
    <>
      <Routes>
        {[...pages, notFound].map((entry) => (
          <Route key={entry.path} path={entry.path} element={<PageLayout entry={entry} />} />
        ))}
      </Routes>
      {extras}
    </>
  );
}
