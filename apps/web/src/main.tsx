import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { QueryClient } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.tsx';
import { forbidEval } from './app/forbid-eval.ts';
import { notFound, pageAt } from './app/pages.ts';
import { makeQueryClient } from './app/query-client.ts';
import { whenIdle } from './app/session/when-idle.ts';
import { applyTheme, rememberedTheme } from './app/theme.ts';
import { onProofRequired } from './shared/api/proof-required.ts';
import { restoreLanguage, speaksAsDrawn } from './shared/i18n/chosen-language.ts';
import { isServerReachable } from './shared/offline/connection.ts';
import { clearPersistedQueries } from './shared/offline/persisted-queries.ts';
import { chosenLine } from './shared/session/chosen-line.ts';
import { preloadedUser } from './shared/session/preloaded-user.ts';
import { sessionQuery } from './shared/session/use-session.ts';
import { preloadedQueries } from './shared/site/preloaded-queries.ts';

/**
 * How long a page without prerendered content waits for its dictionary before it falls back to
 * English.
 */
const WORDS_WITHIN_MS = 2000;

async function start(root: HTMLElement) {
  const language = restoreLanguage(root.dataset.page && document.documentElement.lang);
  applyTheme(rememberedTheme());
  forbidEval();
  onProofRequired(async () => (await import('./shared/proof/ask-for-proof.tsx')).askForProof());
  const client = makeQueryClient();
  const user = isServerReachable() ? preloadedUser() : await findLastUser(client);
  if (user === null && isServerReachable()) clearPersistedQueries();
  // The page may be older than its scripts: live updates are replayed since the time at which the
  // page was requested.
  const updatedAt = Date.now() - performance.now();
  if (user !== undefined && isServerReachable()) client.setQueryData(sessionQuery.queryKey, user, { updatedAt });
  // They are about the first line.
  if (chosenLine() === null)
    for (const [path, answer] of preloadedQueries()) client.setQueryData([path], answer, { updatedAt });
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App client={client} />
      </BrowserRouter>
    </StrictMode>
  );
  const entry = pageAt(location.pathname, Boolean(user));
  if (user !== undefined) await entry.page.preload().catch(() => undefined);
  const isDrawn = user === null && root.dataset.page === entry.path;
  // A prerendered page is readable in its language already, so it waits for the dictionary as it
  // does for the scripts.
  await Promise.race([language, new Promise((passed) => isDrawn || setTimeout(passed, WORDS_WITHIN_MS))]);
  if (speaksAsDrawn() && isDrawn) {
    // Hydration is a transition, so that taps are answered while it runs.
    startTransition(() => void hydrateRoot(root, app));
    // Another may have been chosen since, in another window.
    void restoreLanguage();
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
  document.getElementById('old-browser')?.remove();
  // Without a connection it is left to the next visit.
  whenIdle(() => void import('./app/once-idle.ts').catch(() => undefined));
}

/**
 * Offline: the last user, else null (a visitor) on pages for visitors; undefined where only the
 * server knows.
 */
async function findLastUser(client: QueryClient): Promise<CurrentUser | null | undefined> {
  const { restoreOfflineCache } = await import('./app/session/offline-cache.ts');
  return restoreOfflineCache(client, Date.now(), pageAt(location.pathname, false) !== notFound);
}

const root = document.getElementById('root');
if (root) void start(root);
