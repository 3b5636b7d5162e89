import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import type { SlaRules } from '@portal/kernel/support/ticket-sla';
import type { FastifyBaseLogger } from 'fastify';
import type { BrandWords } from '../../settings/published-brand.ts';
import type { LiveView } from '../authorisation/account-view.ts';
import { type CachedContent, createCachedPage, type RenderedPage } from './cached-page.ts';
import type { Site } from './site.ts';
import { type SiteFile, toSiteFile } from './site-files.ts';

/** Data about this installation in every page. */
export type SiteFacts = {
  readonly demo: boolean;
  readonly speedTestOrigin: string | null;
  /** Prices exclude VAT of this rate. */
  readonly vatExtra: boolean;
  readonly vatPercent?: number;
  /** The hours and times of support, where staff have published some. */
  readonly support?: SlaRules;
  /** Support closes, by those hours. */
  readonly officeHours?: true;
  /** Customers have account numbers at banks of their own. */
  readonly accountNumbers?: true;
  /** There have been vouchers, so some may be in somebody's hands. */
  readonly vouchers?: true;
  /** Nobody can pay without signing in at present. */
  readonly quickPayOff?: true;
  /** Staff may sign in by a directory. */
  readonly directory?: true;
  /** What customers dial for the menu on their telephone. */
  readonly ussdCode?: string;
};

/** Answers of the API, by address. */
export type Answers = Readonly<Record<string, unknown>>;

/** JSON inside a script element must not be able to end it. */
function embeddedJson(id: string, value: unknown): string {
  const json = JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** Puts the published words of the brand into a built page; null leaves those of the build. */
export function withBrand(html: string, brand: BrandWords | null): string {
  if (brand === null) return html;
  return html.replace(/<script type="application\/json" id="brand">[\s\S]*?<\/script>/, () =>
    embeddedJson('brand', brand),
  );
}

/**
 * A built page with the server's data. With `user` undefined the page has no session answer and
 * requests it itself, as it does for all missing `answers`.
 */
export function withFacts(
  html: string,
  user: CurrentUser | null | undefined,
  facts: SiteFacts,
  answers: Answers | null = null,
): Buffer {
  const session = user === undefined ? '' : embeddedJson('session', user);
  const own = answers ? embeddedJson('answers', answers) : '';
  const page = facts.demo ? html.replace('<html', '<html data-demo') : html;
  return Buffer.from(page.replace('</head>', () => `${session}${own}${embeddedJson('site', facts)}</head>`));
}

/** What only pages of a view load (apps/web/view-bar): a customer's own pages know nothing of views. */
export const VIEW_SCRIPT = '/view-bar.js';

/** A built page in a view as a customer, with the bar that says so, which runs before the page's own scripts. */
export function withView(html: string, { id, reason, secondsLeft, viewer: { user } }: LiveView): string {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
  const facts = embeddedJson('account-view', { id, customerId: user.id, name, reason, secondsLeft });
  const start = '<script type="module"';
  return html.replace(start, () => `${facts}${start} src="${VIEW_SCRIPT}"></script>${start}`);
}

/** A page for visitors. */
function toPage(html: string, facts: SiteFacts): SiteFile {
  return toSiteFile('text/html; charset=utf-8', withFacts(html, null, facts));
}

/** The built page with its content rendered again. */
function withRendering(html: string, { html: content, answers, brand }: RenderedPage): string {
  return withBrand(html, brand)
    .replace(/(<div id="root"[^>]*>)[\s\S]*(<\/div><\/body>)/, (_, start: string, end: string) => start + content + end)
    .replace('</head>', () => `${embeddedJson('answers', answers)}</head>`);
}

/** Used for every address without a page. */
const NOT_FOUND = '*';

/**
 * The current pages for visitors in each language: created when one is first requested, and held
 * compressed. An address without a page gets the Not Found page.
 */
export function createAnonymousPages({
  site,
  facts,
  cached,
  readBrand,
  log,
}: {
  readonly site: Site;
  readonly facts: () => SiteFacts;
  /** By page: its content, rendered while the portal runs. */
  readonly cached: Readonly<Record<string, CachedContent>>;
  /** The published words of the brand; null for those of the build. */
  readonly readBrand: () => BrandWords | null;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}): (path: string, language: LanguageCode) => Promise<SiteFile> {
  const made = new Map<string, () => Promise<SiteFile>>();

  function make(path: string, language: LanguageCode): () => Promise<SiteFile> {
    const { pages, notFound } = site.inLanguage[language];
    const built = pages.get(path) ?? notFound;
    let asBuilt: { readonly page: SiteFile; readonly facts: string } | null = null;
    const still = () => {
      const now = JSON.stringify(facts());
      if (asBuilt?.facts !== now) asBuilt = { page: toPage(built(), facts()), facts: now };
      return asBuilt.page;
    };
    const alive = createCachedPage({ path, language }, cached[path] ?? null, {
      readBrand,
      facts,
      render: site.renderPage,
      make: (rendered) => toPage(withRendering(built(), rendered), facts()),
      onFailure: (error) => log.warn({ err: error, path, language }, 'page served as it was built'),
    });
    return async () => (await alive()) ?? still();
  }
  return (path, language) => {
    const address = site.inLanguage[language].pages.has(path) ? path : NOT_FOUND;
    const key = `${language} ${address}`;
    const page = made.get(key) ?? make(address, language);
    made.set(key, page);
    return page();
  };
}
