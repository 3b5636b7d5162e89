import { brand } from '@portal/brand';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { App } from './app/app.tsx';
import { notFound, type PageEntry, pageAt, pageTitle, signedOutPages } from './app/pages.ts';
import { makeQueryClient } from './app/query-client.ts';
import { OldBrowser } from './app/shell/old-browser.tsx';
import { drawIn } from './shared/i18n/chosen-language.ts';
import { type LanguageCode, languages } from './shared/i18n/languages.ts';
import { sessionQuery } from './shared/session/use-session.ts';
import { LoadingScreen } from './shared/ui/async/loading-screen.tsx';

/** The title and description of each page for search engines, in English. */
const DESCRIPTIONS: Record<string, string> = {
  '/login': 'Sign in to see your usage, pay a bill or change your plan.',
  '/register': 'Open an account, choose a plan and be connected.',
  '/forgot-password': 'Have a link sent to you that sets a new password.',
  '/reset-password': 'Set a new password with the link that was sent to you.',
  '/account-invitation': 'Accept the invitation into an account with the link that was sent to you.',
  '/line-offer': 'Take a line over, or stop its change of owner, with the link that was sent to you.',
  '/account-merge': 'Say with the link that was sent to you whether two accounts are yours.',
  '/pay': 'Pay your bill or somebody else’s by account number, phone or email, without signing in.',
  '/document': 'Open the documents of the link that was sent to you.',
  '/check-proof': 'Check a proof of account by the number and the code on it.',
  '/verify-email': 'Verify your email address with the link that was sent to you.',
  '/confirm-contact': 'Confirm your new email address or telephone number with the link that was sent to it.',
  '/not-me': 'Sign every device out of your account with the link that was sent to you.',
  '/': `Fibre internet for homes, businesses and government ${brand.claims.soldIn.where}, with speeds up to ${brand.claims.maxSpeed}.`,
  '/plans': 'Home, small business and business plans with their monthly prices.',
  '/support': 'How to reach us at any hour, answers to common questions, and ways to pay.',
  '/status': 'Faults and planned maintenance by area, with their updates, and the last 30 days.',
  '/about': 'Who we are, what we promise, and where to find us.',
  '/privacy': 'What we know about you, why, for how long, and what you can ask of us.',
  '/terms': 'What you can expect of us, what we expect of you, and what happens when something goes wrong.',
  '/cookies': 'Each cookie and note that this site keeps in your browser, and what it is for.',
  '*': 'There is no page at this address.',
};

export type PrerenderedPage = {
  /** As the router has it; '*' is the 404 page. */
  path: string;
  title: string;
  description: string;
  html: string;
};

export type PrerenderedLanguage = {
  code: LanguageCode;
  /** Every page that visitors can reach, as they see it before any script has run. */
  pages: PrerenderedPage[];
  /** The content of the shell until the script has loaded. */
  loading: string;
  /** What every page tells people whose browser cannot run the application. */
  oldBrowser: string;
};

/** Renders the pages that need no running portal, once in each language. */
export async function prerenderAll(): Promise<PrerenderedLanguage[]> {
  const all: PrerenderedLanguage[] = [];
  for (const { code } of languages) {
    const pages: PrerenderedPage[] = [];
    for (const entry of [...signedOutPages, notFound]) {
      const html = await prerenderPage(entry, code, {});
      const title = pageTitle(await drawIn(code), entry.title);
      pages.push({ path: entry.path, title, description: DESCRIPTIONS[entry.path] ?? '', html });
    }
    all.push({ code, pages, loading: await htmlOf(<LoadingScreen />), oldBrowser: await htmlOf(<OldBrowser />) });
  }
  return all;
}

/**
 * A page for visitors rendered from the API's `answers`, by address. Used by the running portal
 * where a page's content changes; the browser must hydrate with the same answers.
 */
export async function prerenderWith(
  path: string,
  language: LanguageCode,
  answers: Readonly<Record<string, unknown>>,
): Promise<string> {
  return prerenderPage(pageAt(path, false), language, answers);
}

async function prerenderPage(
  entry: PageEntry,
  language: LanguageCode,
  answers: Readonly<Record<string, unknown>>,
): Promise<string> {
  await entry.page.preload();
  // The page has requested its translations by now.
  await drawIn(language);
  const client = makeQueryClient();
  client.setQueryData(sessionQuery.queryKey, null);
  for (const [address, answer] of Object.entries(answers)) client.setQueryData([address], answer);
  return htmlOf(
    <StaticRouter location={entry.path === '*' ? '/page-not-found' : entry.path}>
      <App client={client} />
    </StaticRouter>,
  );
}

async function htmlOf(content: ReactNode): Promise<string> {
  // Whatever its size, a page is written in one piece: pieces would be put together by an inline
  // script.
  const { prelude } = await prerender(content, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return new Response(prelude).text();
}
