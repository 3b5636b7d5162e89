import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.tsx';
import { forbidEval } from './app/forbid-eval.ts';
import { pageAt } from './app/pages.ts';
import { makeQueryClient } from './app/query-client.ts';
import { applyTheme, rememberedTheme } from './app/theme.ts';
import { restoreLanguage } from './shared/i18n/chosen-language.ts';
import { embeddedUser } from './shared/session/embedded-user.ts';
import { sessionQuery } from './shared/session/use-session.ts';

async function start(root: HTMLElement) {
  applyTheme(rememberedTheme());
  forbidEval();
  const client = makeQueryClient();
  const user = embeddedUser();
  if (user !== undefined) client.setQueryData(sessionQuery.queryKey, user);
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App client={client} />
      </BrowserRouter>
    </StrictMode>
  );
  const entry = pageAt(location.pathname, Boolean(user));
  if (user !== undefined) await entry.page.preload().catch(() => undefined);
  if (user === null && root.dataset.page === entry.path) {
    hydrateRoot(root, app);
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
  await restoreLanguage();
}

const root = document.getElementById('root');
if (root) void start(root);
