import { brand } from '@portal/brand';
import { Suspense, useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useText } from '../shared/i18n/use-text.ts';
import { LoadingScreen } from '../shared/ui/loading-screen.tsx';
import { navigationEnded } from '../shared/ui/navigation-pending.ts';
import { OfflineBanner } from '../shared/ui/offline-banner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { type PageEntry, pageTitle } from './pages.ts';
import { FullFooter, OneLineFooter } from './shell/footer.tsx';
import { NavigationBar } from './shell/navigation-bar.tsx';

/** One page in its frame: skip link, navigation, the page itself, footer. */
export function PageStage({ entry }: { entry: PageEntry }) {
  const Page = entry.page;
  const { pathname } = useLocation();
  // Without a key on the boundary, the page that is leaving stays until the next one has been fetched.
  const content = (
    <ErrorBoundary place={pathname}>
      <Suspense fallback={<LoadingScreen />}>
        <Page key={entry.path} />
        <Arrival title={entry.title} />
      </Suspense>
    </ErrorBoundary>
  );
  if (entry.frame === 'bare') {
    return (
      <>
        <SkipLink />
        {content}
      </>
    );
  }
  return (
    <div className="app-frame">
      <SkipLink />
      <NavigationBar />
      <OfflineBanner />
      <main id="main" tabIndex={-1}>
        {content}
      </main>
      {entry.frame === 'public' ? <FullFooter /> : <OneLineFooter />}
    </div>
  );
}

function SkipLink() {
  const t = useText();
  return (
    <a className="skip" href="#main">
      {t('Skip to content')}
    </a>
  );
}

let lastPath: string | undefined;

/** Once the page is there: its title, then the named place or the top; after a change of page, also the reader's focus. */
function Arrival({ title }: { title: string }) {
  const t = useText();
  const { pathname, hash, key } = useLocation();
  const wentBack = useNavigationType() === 'POP';
  useEffect(() => {
    document.title = `${pageTitle(t, title)} | ${brand.name}`;
  }, [t, title]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has a key of its own.
  useEffect(navigationEnded, [key]);
  useEffect(() => {
    const changedPage = lastPath !== undefined && lastPath !== pathname;
    lastPath = pathname;
    const place = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (place instanceof HTMLDetailsElement) place.open = true;
    // Gliding is for places of the same page: through a page just opened it takes long, and it undoes what the back button restores.
    if (place && !wentBack) place.scrollIntoView({ behavior: changedPage ? 'instant' : 'auto' });
    else if (changedPage && !wentBack) window.scrollTo({ top: 0, behavior: 'instant' });
    if (changedPage) document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, hash, wentBack]);
  return null;
}
