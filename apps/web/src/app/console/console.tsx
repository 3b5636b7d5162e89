import { brand } from '@portal/brand';
import type { CurrentUser } from '@portal/contract/identity/accounts';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Route, Routes, useLocation, useNavigate } from 'react-router';
import { AgentConnectionProvider } from '../../features/support/chat/staff/agent-connection.tsx';
import { useInboxCount } from '../../features/support/chat/staff/use-inbox-count.ts';
import { onSessionEnded } from '../../shared/api/session-ended.ts';
import { useMay } from '../../shared/staff/use-may.ts';
import { LoadingScreen } from '../../shared/ui/async/loading-screen.tsx';
import { OfflineBanner } from '../../shared/ui/feedback/offline-banner.tsx';
import { showSavedToast } from '../../shared/ui/feedback/toast-after-reload.ts';
import { ToastRegion } from '../../shared/ui/feedback/toast-region.tsx';
import { navigationEnded } from '../../shared/ui/navigation/navigation-pending.ts';
import { NavigationProgress } from '../../shared/ui/navigation/navigation-progress.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import { ConsoleBar, LINKS } from './console-bar.tsx';
import { ConsoleGuard } from './console-guard.tsx';
import { ConsoleNotFound } from './console-not-found.tsx';
import { type ConsolePage, consolePages, mayOpen } from './console-pages.ts';
import { NoPermission } from './no-permission.tsx';
import { redirectToSignIn } from './redirect-to-sign-in.ts';
import { useIdleLogout } from './use-idle-logout.ts';

const NOT_FOUND: ConsolePage = {
  path: '*',
  title: 'Page not found',
  page: Object.assign(ConsoleNotFound, { preload: async () => undefined }),
};

/**
 * The staff console inside a router. When the session ends it leads to the sign-in, which leads
 * back here.
 */
export function Console({ client }: { client: QueryClient }) {
  useEffect(
    () => onSessionEnded(() => void redirectToSignIn('Your session has ended. Sign in to go on where you were.')),
    [],
  );
  useEffect(showSavedToast, []);
  return (
    <QueryClientProvider client={client}>
      <ConsoleGuard>{(user) => <ConsoleFrame user={user} />}</ConsoleGuard>
      <NavigationProgress />
      <ToastRegion />
    </QueryClientProvider>
  );
}

function ConsoleFrame({ user }: { user: CurrentUser }) {
  useIdleLogout();
  return (
    <AgentConnectionProvider userId={user.id}>
      <div className="console">
        <a className="skip" href="#main">
          Skip to content
        </a>
        <ConsoleBar user={user} />
        <OfflineBanner />
        <main id="main" className="console-main" tabIndex={-1}>
          <Routes>
            {[...consolePages, NOT_FOUND].map((entry) => (
              <Route key={entry.path} path={entry.path} element={<ConsolePageLayout entry={entry} />} />
            ))}
          </Routes>
        </main>
      </div>
    </AgentConnectionProvider>
  );
}

const PAGES = consolePages
  .filter(({ path }) => !path.includes(':'))
  .map(({ path, title }) => ({ to: path, label: title }));

/** The first section, or else page, that this member of staff may open; Security is open to all. */
function useFirstPage() {
  const may = useMay();
  const first = [...LINKS, ...PAGES].find(({ to }) => mayOpen(may, to));
  return first ?? { to: '/admin/security', label: 'Security' };
}

function ConsolePageLayout({ entry: { page: Page, title, needs } }: { entry: ConsolePage }) {
  const { pathname } = useLocation();
  const may = useMay();
  const first = useFirstPage();
  if (!may({ permission: needs })) {
    if (pathname === '/admin') return <Forward to={first.to} />;
    return (
      <>
        <NoPermission page={title} back={{ to: first.to, label: `Go to ${first.label}` }} />
        <FocusOnNavigation title={title} />
      </>
    );
  }
  return (
    <ErrorBoundary place={pathname}>
      <Suspense fallback={<LoadingScreen />}>
        <Page />
        <FocusOnNavigation title={title} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** React Router's own component for this would be in the script of every visitor. */
function Forward({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true }), [navigate, to]);
  return <LoadingScreen />;
}

let lastPath: string | undefined;

/**
 * After a navigation: sets the title with the number of chats that need an agent, scrolls to the
 * top and moves the focus to the main content.
 */
function FocusOnNavigation({ title }: { title: string }) {
  const { key, pathname } = useLocation();
  const count = useInboxCount();
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${title} | ${brand.name} Staff`;
  }, [title, count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has a key of its own.
  useEffect(navigationEnded, [key]);
  useEffect(() => {
    const changedPage = lastPath !== undefined && lastPath !== pathname;
    lastPath = pathname;
    if (!changedPage) return;
    const main = document.getElementById('main');
    main?.scrollTo({ top: 0, behavior: 'instant' });
    main?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
