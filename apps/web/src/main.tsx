import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { QueryClient } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.tsx';
import { forbidEval } from './app/forbid-eval.ts';
import { installWorker } from './app/install-worker.ts';
import { notFound, pageAt } from './app/pages.ts';
import { makeQueryClient } from './app/query-client.ts';
import { applyTheme, rememberedTheme } from './app/theme.ts';
import { restoreLanguage, speaksAsDrawn } from './shared/i18n/chosen-language.ts';
import { isServerReachable } from './shared/offline/connection.ts';
import { forgetKeptAnswers } from './shared/offline/kept-answers.ts';
import { embeddedUser } from './shared/session/embedded-user.ts';
import { sessionQuery } from './shared/session/use-session.ts';
import { embeddedAnswers } from './shared/site/embedded-answers.ts';

/** How long a page of which nothing can be read waits for the words of its language before it shows itself in English. */
const WORDS_WITHIN_MS = 2000;

async function start(root: HTMLElement) {
  const language = restoreLanguage(root.dataset.page && document.documentElement.lang);
  applyTheme(rememberedTheme());
  forbidEval();
  const client = makeQueryClient();
  const user = isServerReachable() ? embeddedUser() : await findLastUser(client);
  if (user === null && isServerReachable()) forgetKeptAnswers();
  // The page may be older than its scripts: whoever asks since when it can have missed something is told when it was asked for.
  const updatedAt = Date.now() - performance.now();
  if (user !== undefined && isServerReachable()) client.setQueryData(sessionQuery.queryKey, user, { updatedAt });
  for (const [path, answer] of embeddedAnswers()) client.setQueryData([path], answer, { updatedAt });
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
  // What is drawn is there to be read in the reader's language: it waits for the words as it does for the scripts.
  await Promise.race([language, new Promise((passed) => isDrawn || setTimeout(passed, WORDS_WITHIN_MS))]);
  if (speaksAsDrawn() && isDrawn) {
    // What is read already is taken over in small pieces, between which taps are answered.
    startTransition(() => void hydrateRoot(root, app));
    // Another may have been chosen since, in another window.
    void restoreLanguage();
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
  installWorker();
}

/** Without a server: who was here last, else a visitor where there is something for one; undefined where only the server can tell. */
async function findLastUser(client: QueryClient): Promise<CurrentUser | null | undefined> {
  const { restoreLastSeen } = await import('./app/last-seen.ts');
  return restoreLastSeen(client, Date.now(), pageAt(location.pathname, false) !== notFound);
}

const root = document.getElementById('root');
if (root) void start(root);
