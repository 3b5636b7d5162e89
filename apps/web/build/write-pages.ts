import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brand } from '@portal/brand';
import type { Manifest } from 'vite';
import type { PrerenderedLanguage, PrerenderedPage } from '../src/prerender.tsx';
import { CONSOLE_STYLES, dictionaryScripts, filesOf, PORTAL_STYLES } from './chunks.ts';

const PAGE_SOURCES: Record<string, string> = {
  '/': 'site/landing/landing-page',
  '/login': 'identity/login-page',
  '/register': 'identity/register-page',
  '/forgot-password': 'identity/forgot-password-page',
  '/reset-password': 'identity/reset-password-page',
  '/verify-email': 'link-pages',
  '/not-me': 'link-pages',
  '/confirm-contact': 'link-pages',
  '/account-invitation': 'link-pages',
  '/line-offer': 'link-pages',
  '/account-merge': 'link-pages',
  '/pay': 'billing/pay-page',
  '/document': 'link-pages',
  '/check-proof': 'link-pages',
  '/plans': 'catalogue/plans-page',
  '/support': 'support/support-page',
  '/status': 'network/status-page',
  '/about': 'site/about/about-page',
  '/privacy': 'site/legal/privacy-page',
  '/terms': 'site/legal/terms-page',
  '/cookies': 'site/legal/cookies-page',
  '*': 'site/not-found-page',
};

/** Not for search engines: missing pages, and pages that are only reached by a link in a message. */
const UNLISTED = new Set([
  '*',
  '/reset-password',
  '/verify-email',
  '/not-me',
  '/confirm-contact',
  '/account-invitation',
  '/line-offer',
  '/document',
  '/account-merge',
]);

/** Pages with texts that no other page downloads (`withLongTexts`). */
const LONG = new Set(['/privacy', '/terms', '/cookies']);

/** The file of a page: '/' is index.html, '*' is 404.html, '/plans' is plans.html. */
function fileOf(path: string): string {
  if (path === '/') return 'index.html';
  return path === '*' ? '404.html' : `${path.slice(1)}.html`;
}

/** The input of the pages of one language. */
type Making = { readonly template: string; readonly css: string; readonly manifest: Manifest; readonly code: string };

/**
 * Writes one HTML file for each prerendered page and language, with the style sheet in it and its
 * scripts announced; the shell for signed-in people in each language, with the style sheet linked,
 * and in English also as the page that a device keeps for want of a connection; the staff console's
 * page; and the hashes that a strict policy needs for the styles. English is in the folder itself,
 * each other language in one of its own. The server adds what it knows of the installation and of
 * the person to each head (`#site`, `#session`).
 */
export function writePages(dist: string, manifest: Manifest, all: readonly PrerenderedLanguage[]): void {
  const client = join(dist, 'client');
  const template = readFileSync(join(client, 'index.html'), 'utf8');
  rmSync(join(client, 'index.html'));
  const [sheet = ''] = filesOf(manifest, PORTAL_STYLES);
  const css = readFileSync(join(client, sheet), 'utf8').trim();
  const folder = join(dist, 'pages');
  for (const { code, pages, loading, oldBrowser } of all) {
    const own = withOldBrowser(template.replace('lang="en"', `lang="${code}"`), oldBrowser);
    const making = { template: own, css, manifest, code };
    const place = code === 'en' ? folder : join(folder, code);
    mkdirSync(place, { recursive: true });
    for (const page of pages) writeFileSync(join(place, fileOf(page.path)), pageHtml(making, page));
    const shell = shellHtml(making, loading);
    writeFileSync(join(place, 'shell.html'), shell);
    if (code !== 'en') continue;
    writeFileSync(join(folder, 'admin.html'), adminHtml(client, manifest, { loading, oldBrowser }));
    writeFileSync(join(client, 'offline.html'), offlineHtml(shell));
  }
  const hash = createHash('sha256').update(css).digest('base64');
  writeFileSync(join(dist, 'csp-style-hashes.json'), `${JSON.stringify([`sha256-${hash}`])}\n`);
}

/** The naira sign has a font of its own; the plans get their prices once the portal runs. */
const PRICE_FONT = /<link rel="preload" href="\/fonts\/overpass-nigeria[^>]*>/;
const isPriced = ({ path, html }: PrerenderedPage): boolean => path === '/plans' || html.includes('₦');

/**
 * A form in the middle of the window moves when the rest of it arrives: nothing is shown before what
 * comes after it. https://html.spec.whatwg.org/multipage/links.html#link-type-expect
 */
const WHOLE_FORM = '<link rel="expect" href="#after-form" blocking="render">';
const isCentred = ({ html }: PrerenderedPage): boolean => html.includes('class="auth-form"');

function pageHtml(making: Making, page: PrerenderedPage): string {
  const source = PAGE_SOURCES[page.path];
  if (!source) throw new Error(`no source file named for ${page.path}`);
  const robots = UNLISTED.has(page.path) ? '<meta name="robots" content="noindex">' : '';
  const whole = isCentred(page) ? WHOLE_FORM : '';
  const head = `<meta name="description" content="${escaped(page.description)}">${robots}${whole}<style>${making.css}</style>${preloads(making, source, LONG.has(page.path))}`;
  const frame = compact(making.template);
  return (
    (isPriced(page) ? frame : frame.replace(PRICE_FONT, ''))
      .replace(/<title>.*?<\/title>/, () => `<title>${escaped(page.title)} | ${escaped(brand.name)}</title>`)
      .replace('</head>', () => `${head}</head>`)
      // The page is readable without its scripts: on a slow connection they load after the fonts.
      .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, (start) => `${start} fetchpriority="low"`)
      .replace('<div id="root"></div>', () => `<div id="root" data-page="${page.path}">${page.html}</div>`)
  );
}

/** Most signed-in people open the dashboard, so the shell preloads its scripts. */
function shellHtml(making: Making, loading: string): string {
  return compact(making.template)
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(brand.name)}</title>`)
    .replace(
      '</head>',
      () => `${styleLink(making.manifest, PORTAL_STYLES)}${preloads(making, 'dashboard/dashboard-page')}</head>`,
    )
    .replace('<div id="root"></div>', () => `<div id="root">${loading}</div>`);
}

/** The staff console: an application of its own, so that none of it reaches a customer's page. */
function adminHtml(
  client: string,
  manifest: Manifest,
  { loading, oldBrowser }: Pick<PrerenderedLanguage, 'loading' | 'oldBrowser'>,
): string {
  const template = readFileSync(join(client, 'admin.html'), 'utf8');
  rmSync(join(client, 'admin.html'));
  // Before the style sheets of the code: the first one decides the order of the layers.
  return compact(withOldBrowser(template, oldBrowser))
    .replace('<script type="module"', (start) => styleLink(manifest, CONSOLE_STYLES) + start)
    .replace('<div id="console"></div>', () => `<div id="console">${loading}</div>`);
}

/** Before the application's own place, whose end the server looks for. */
function withOldBrowser(template: string, oldBrowser: string): string {
  return template.replace('<body>', () => `<body>${oldBrowser}`);
}

function styleLink(manifest: Manifest, sheet: string): string {
  return filesOf(manifest, sheet)
    .map((file) => `<link rel="stylesheet" href="/${file}">`)
    .join('');
}

/**
 * The page that the service worker opens without an answer: the shell, which then knows that it is
 * offline.
 */
function offlineHtml(shell: string): string {
  return shell
    .replace('<html ', '<html data-offline ')
    .replace('</head>', '<meta name="robots" content="noindex"></head>');
}

/**
 * Links that load a page's scripts, and the texts of its language, beside the entry instead of
 * after it.
 */
function preloads({ template, manifest, code }: Making, source: string, long = false): string {
  return [...filesOf(manifest, `src/pages/${source}.tsx`), ...dictionaryScripts(manifest, code, long)]
    .filter((file) => !template.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');
}

function compact(html: string): string {
  return html.replace(/>\s+</g, '><').trim();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
