import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { type LanguageCode, language } from '@portal/contract/messaging/notices';
import { createPageRenderer, type RenderPage } from './render-page.ts';
import { loadSiteFiles, type SiteFile } from './site-files.ts';

/** A built page, decompressed when it is requested. */
type Built = () => string;

/**
 * The built portal in one language: the prerendered pages for visitors, and the shell for
 * everything else.
 */
export type SiteInLanguage = {
  /** By address: "/", "/plans" …; the same in every language. */
  readonly pages: ReadonlyMap<string, Built>;
  readonly shell: string;
  readonly notFound: Built;
};

/** The output of the web app's build. */
export type Site = {
  readonly assets: ReadonlyMap<string, SiteFile>;
  readonly inLanguage: Readonly<Record<LanguageCode, SiteInLanguage>>;
  /** The page of the staff console, which is in English. */
  readonly admin: string;
  /** Renders the content of a page again from answers of the API. */
  readonly renderPage: RenderPage;
  /** `sha256-…` of the style sheets inlined into the pages. */
  readonly styleHashes: readonly string[];
};

/** Reads the web app's build output. Throws when it does not exist: `npm start` builds it. */
export async function loadSite(distFolder: string): Promise<Site> {
  const built = await loadBuiltPages(join(distFolder, 'pages'));
  const page = (file: string): Built => {
    const found = built.get(file);
    if (!found) throw new Error(`the web app is not built: ${file} is missing in ${distFolder}/pages`);
    return found;
  };
  const special = new Set(['shell.html', 'admin.html', '404.html']);
  const ofVisitors = [...built.keys()].filter((file) => !special.has(file) && !file.includes('/'));
  const inLanguage = (code: LanguageCode): SiteInLanguage => {
    const folder = code === 'en' ? '' : `${code}/`;
    return {
      pages: new Map(ofVisitors.map((file) => [addressOf(file), page(folder + file)])),
      shell: page(`${folder}shell.html`)(),
      notFound: page(`${folder}404.html`),
    };
  };
  return {
    assets: await loadSiteFiles(join(distFolder, 'client')),
    inLanguage: Object.fromEntries(language.options.map((code) => [code, inLanguage(code)])) as Site['inLanguage'],
    admin: page('admin.html')(),
    renderPage: createPageRenderer(pathToFileURL(join(distFolder, 'prerenderer/prerender.js')).href),
    styleHashes: JSON.parse(await readFile(join(distFolder, 'csp-style-hashes.json'), 'utf8')),
  };
}

/**
 * Every page below `folder`, by its file ("plans.html", "yo/plans.html"): only the compressed form,
 * which each has.
 */
async function loadBuiltPages(folder: string): Promise<ReadonlyMap<string, Built>> {
  const packed = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.html.br'));
  const pages = new Map<string, Built>();
  for (const path of packed) {
    pages.set(path.slice(0, -'.br'.length).split(sep).join('/'), unpacker(await readFile(join(folder, path))));
  }
  return pages;
}

function unpacker(brotli: Buffer): Built {
  return () => brotliDecompressSync(brotli).toString();
}

function addressOf(file: string): string {
  return file === 'index.html' ? '/' : `/${file.replace(/\.html$/, '')}`;
}
