import { brand } from '@portal/brand';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { onSessionEnded } from '../../shared/api/session-ended.ts';
import { LoadingScreen } from '../../shared/ui/loading-screen.tsx';
import { navigationEnded } from '../../shared/ui/navigation-pending.ts';
import { NavigationProgress } from '../../shared/ui/navigation-progress.tsx';
import { OfflineBanner } from '../../shared/ui/offline-banner.tsx';
import { ToastRegion } from '../../shared/ui/toast-region.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import { ConsoleBar } from './console-bar.tsx';
import { type ConsolePage, consolePages } from './console-pages.ts';

/** The staff console inside a router. When the session ends it leads to the sign-in, which leads back here. */
export function Console({ client }: { client: QueryClient }) {
  useEffect(() => onSessionEnded(() => location.assign(`/login?next=${encodeURIComponent(location.pathname)}`)), []);
  return (
    <QueryClientProvider client={client}>
      <div className="console">
        <a className="skip" href="#main">
          Skip to content
        </a>
        <ConsoleBar />
        <OfflineBanner />
        <main id="main" className="console-main" tabIndex={-1}>
          <Routes>
            {consolePages.map((entry) => (
              <Route key={entry.path} path={entry.path} element={<ConsoleStage entry={entry} />} />
            ))}
          </Routes>
        </main>
      </div>
      <NavigationProgress />
      <ToastRegion />
    </QueryClientProvider>
  );
}

function ConsoleStage({ entry: { page: Page, title } }: { entry: ConsolePage }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary place={pathname}>
      <Suspense fallback={<LoadingScreen />}>
        <Page />
        <Arrival title={title} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Arrival({ title }: { title: string }) {
  const { key } = useLocation();
  useEffect(() => {
    document.title = `${title} | ${brand.name} Staff`;
  }, [title]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has a key of its own.
  useEffect(navigationEnded, [key]);
  return null;
}
