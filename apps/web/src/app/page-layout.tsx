import { brand } from '@portal/brand';
import { Suspense, useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useText } from '../shared/i18n/use-text.ts';
import { LoadingScreen } from '../shared/ui/async/loading-screen.tsx';
import { OfflineBanner } from '../shared/ui/feedback/offline-banner.tsx';
import { navigationEnded } from '../shared/ui/navigation/navigation-pending.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { type PageEntry, pageTitle } from './pages.ts';
import { FullFooter, OneLineFooter } from './shell/footer.tsx';
import { NavigationBar } from './shell/navigation-bar.tsx';

/** The layout of a page: skip link, navigation bar, the page itself, footer. */
export function PageLayout({ entry }: { entry: PageEntry }) {
  const Page = entry.page;
  const { pathname } = useLocation();
  // Without a key on the boundary, the page that is leaving stays until the next one has been
  // fetched.
  const content = (
    <ErrorBoundary place={pathname}>
      <Suspense fallback={<LoadingScreen />}>
        <Page key={entry.path} />
        <FocusOnNavigation title={entry.title} />
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

/**
 * After a navigation: sets the title, scrolls to the hash target or the top, and moves the focus to
 * the main content.
 */
function FocusOnNavigation({ title }: { title: string }) {
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
    // Smooth scrolling is for targets on the same page: on a new page it is slow, and it undoes the
    // scroll position that Back restores.
    if (place && !wentBack) place.scrollIntoView({ behavior: changedPage ? 'instant' : 'auto' });
    else if (changedPage && !wentBack) window.scrollTo({ top: 0, behavior: 'instant' });
    if (changedPage) document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, hash, wentBack]);
  return null;
}
