import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brand } from '@portal/brand';
import type { Manifest } from 'vite';
import type { PrerenderedPage } from '../src/prerender.tsx';
import { CONSOLE_STYLES, filesOf, PORTAL_STYLES } from './chunks.ts';

const PAGE_SOURCES: Record<string, string> = {
  '/': 'landing-page',
  '/login': 'login-page',
  '/register': 'register-page',
  '/forgot-password': 'forgot-password-page',
  '/reset-password': 'reset-password-page',
  '/verify-email': 'verify-email-page',
  '/plans': 'plans-page',
  '/support': 'support-page',
  '/status': 'status-page',
  '/about': 'about-page',
  '/privacy': 'privacy-page',
  '/terms': 'terms-page',
  '/cookies': 'cookies-page',
  '*': 'not-found-page',
};

/** Not for search engines: what is not there, and what is there only for who was sent a link. */
const UNLISTED = new Set(['*', '/reset-password', '/verify-email']);

/** The file of a page: '/' is index.html, '*' is 404.html, '/plans' is plans.html. */
function fileOf(path: string): string {
  if (path === '/') return 'index.html';
  return path === '*' ? '404.html' : `${path.slice(1)}.html`;
}

/**
 * Writes one HTML file for each prerendered page, with the style sheet in it and its scripts announced; the shell for signed-in people,
 * with the style sheet linked, also as the page that a device keeps for want of a connection; the staff console's page; and the hashes that a strict policy needs for the styles. The server adds what it knows of the installation
 * and of the person to each head (`#site`, `#session`).
 */
export function writePages(dist: string, manifest: Manifest, pages: readonly PrerenderedPage[], loading: string): void {
  const client = join(dist, 'client');
  const template = readFileSync(join(client, 'index.html'), 'utf8');
  rmSync(join(client, 'index.html'));
  const [sheet = ''] = filesOf(manifest, PORTAL_STYLES);
  const css = readFileSync(join(client, sheet), 'utf8').trim();
  const folder = join(dist, 'pages');
  mkdirSync(folder, { recursive: true });
  for (const page of pages) {
    writeFileSync(join(folder, fileOf(page.path)), pageHtml(template, css, manifest, page));
  }
  const shell = shellHtml(template, manifest, loading);
  writeFileSync(join(folder, 'shell.html'), shell);
  writeFileSync(join(folder, 'admin.html'), adminHtml(client, manifest, loading));
  writeFileSync(join(client, 'offline.html'), offlineHtml(shell));
  const hash = createHash('sha256').update(css).digest('base64');
  writeFileSync(join(dist, 'csp-style-hashes.json'), `${JSON.stringify([`sha256-${hash}`])}\n`);
}

/** The naira sign has a font of its own; the plans get their prices once the portal runs. */
const PRICE_FONT = /<link rel="preload" href="\/fonts\/overpass-nigeria[^>]*>/;
const isPriced = ({ path, html }: PrerenderedPage): boolean => path === '/plans' || html.includes('₦');

function pageHtml(template: string, css: string, manifest: Manifest, page: PrerenderedPage): string {
  const source = PAGE_SOURCES[page.path];
  if (!source) throw new Error(`no source file named for ${page.path}`);
  const robots = UNLISTED.has(page.path) ? '<meta name="robots" content="noindex">' : '';
  const head = `<meta name="description" content="${escaped(page.description)}">${robots}<style>${css}</style>${preloads(template, manifest, source)}`;
  const frame = compact(template);
  return (
    (isPriced(page) ? frame : frame.replace(PRICE_FONT, ''))
      .replace(/<title>.*?<\/title>/, () => `<title>${escaped(page.title)} | ${escaped(brand.name)}</title>`)
      .replace('</head>', () => `${head}</head>`)
      // The page is readable without its scripts: on a slow line they come after the letters.
      .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, (start) => `${start} fetchpriority="low"`)
      .replace('<div id="root"></div>', () => `<div id="root" data-page="${page.path}">${page.html}</div>`)
  );
}

/** Most signed-in people open the dashboard, so the shell announces its scripts. */
function shellHtml(template: string, manifest: Manifest, loading: string): string {
  return compact(template)
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(brand.name)}</title>`)
    .replace(
      '</head>',
      () => `${styleLink(manifest, PORTAL_STYLES)}${preloads(template, manifest, 'dashboard-page')}</head>`,
    )
    .replace('<div id="root"></div>', () => `<div id="root">${loading}</div>`);
}

/** The staff console: an application of its own, so that nothing of it reaches a customer's page. */
function adminHtml(client: string, manifest: Manifest, loading: string): string {
  const template = readFileSync(join(client, 'admin.html'), 'utf8');
  rmSync(join(client, 'admin.html'));
  // Before the sheets of the code: whichever comes first decides the order of the layers.
  return compact(template)
    .replace('<script type="module"', (start) => styleLink(manifest, CONSOLE_STYLES) + start)
    .replace('<div id="console"></div>', () => `<div id="console">${loading}</div>`);
}

function styleLink(manifest: Manifest, sheet: string): string {
  return filesOf(manifest, sheet)
    .map((file) => `<link rel="stylesheet" href="/${file}">`)
    .join('');
}

/** What the service worker opens when no answer comes: the shell, which then knows that it is on its own. */
function offlineHtml(shell: string): string {
  return shell
    .replace('<html ', '<html data-offline ')
    .replace('</head>', '<meta name="robots" content="noindex"></head>');
}

/** Links that fetch a page's scripts beside the entry instead of after it. */
function preloads(template: string, manifest: Manifest, source: string): string {
  return filesOf(manifest, `src/pages/${source}.tsx`)
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
