import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { App } from './app/app.tsx';
import { notFound, signedOutPages } from './app/pages.ts';
import { makeQueryClient } from './app/query-client.ts';
import { sessionQuery } from './shared/session/use-session.ts';
import { LoadingScreen } from './shared/ui/loading-screen.tsx';

/** What search engines show of each page. */
const DESCRIPTIONS: Record<string, string> = {
  '/login': 'Sign in to see your usage, pay a bill or change your plan.',
  '/register': 'Open an account, choose a plan and be connected.',
  '/': 'Fibre internet for homes, businesses and government in Abuja and Lagos, with speeds up to 1Gbps.',
  '/plans': 'Home, small business and business plans with their monthly prices.',
  '/support': 'How to reach us at any hour, answers to common questions, and ways to pay.',
  '/about': 'Who we are, what we promise, and where to find us.',
  '*': 'There is no page at this address.',
};

export type PrerenderedPage = {
  /** As the router has it; '*' is the 404 page. */
  path: string;
  title: string;
  description: string;
  html: string;
};

/** What the shell shows until the script has come. */
export async function prerenderLoading(): Promise<string> {
  const { prelude } = await prerender(<LoadingScreen />);
  return new Response(prelude).text();
}

/** Renders every page that visitors can reach, as they see it before any script has run. */
export async function prerenderPages(): Promise<PrerenderedPage[]> {
  const pages: PrerenderedPage[] = [];
  for (const entry of [...signedOutPages, notFound]) {
    await entry.page.preload();
    const client = makeQueryClient();
    client.setQueryData(sessionQuery.queryKey, null);
    const location = entry.path === '*' ? '/page-not-found' : entry.path;
    const { prelude } = await prerender(
      <StaticRouter location={location}>
        <App client={client} />
      </StaticRouter>,
      // Whatever its size, a page is written in one piece: pieces would be put together by an inline script.
      { progressiveChunkSize: Number.POSITIVE_INFINITY },
    );
    pages.push({
      path: entry.path,
      title: entry.title,
      description: DESCRIPTIONS[entry.path] ?? '',
      html: await new Response(prelude).text(),
    });
  }
  return pages;
}
