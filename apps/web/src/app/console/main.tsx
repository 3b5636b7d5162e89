import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { onProofRequired } from '../../shared/api/proof-required.ts';
import { preloadedUser } from '../../shared/session/preloaded-user.ts';
import { sessionQuery } from '../../shared/session/use-session.ts';
import { forbidEval } from '../forbid-eval.ts';
import { makeQueryClient } from '../query-client.ts';
import '../reload-for-new-build.ts';
import { applyTheme, rememberedTheme } from '../theme.ts';
import { Console } from './console.tsx';

function start(root: HTMLElement) {
  applyTheme(rememberedTheme());
  forbidEval();
  onProofRequired(async () => (await import('../../shared/proof/ask-for-proof.tsx')).askForProof());
  const client = makeQueryClient();
  const user = preloadedUser();
  if (user) client.setQueryData(sessionQuery.queryKey, user);
  root.replaceChildren();
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Console client={client} />
      </BrowserRouter>
    </StrictMode>,
  );
  document.getElementById('old-browser')?.remove();
}

// Not 'root': the bundler puts the portal's start into the same file as React, so it runs here too
// and must find nothing to start on.
const root = document.getElementById('console');
if (root) start(root);
