import { Route, Routes } from 'react-router';
import { useText } from '../shared/i18n/use-text.ts';
import { useSession } from '../shared/session/use-session.ts';
import { ErrorState } from '../shared/ui/error-state.tsx';
import { LoadingScreen } from '../shared/ui/loading-screen.tsx';
import { PageStage } from './page-stage.tsx';
import { notFound, signedInPages, signedOutPages } from './pages.ts';
import { useCompanion } from './use-companion.ts';
import { useLostSession } from './use-lost-session.ts';

/** Which pages there are depends on who is asking (specification section 2); while that is not known there is a spinner. */
export function PortalRoutes() {
  const t = useText();
  const session = useSession();
  const losing = useLostSession(session.state);
  const companion = useCompanion();
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
          <Route key={entry.path} path={entry.path} element={<PageStage entry={entry} />} />
        ))}
      </Routes>
      {companion}
    </>
  );
}
