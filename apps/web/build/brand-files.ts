import { brand } from '@portal/brand';
import type { Plugin } from 'vite';
import { brandStyles, findBrandFaults, readDesignTokens } from './brand-tokens.ts';
import { drawPngIcon, drawSvgIcon } from './icons/draw-icon.ts';

const STYLES = /\/src\/app\/(?:console\/)?styles\/(?:styles|console)\.css$/;
const OVERPASS = /<link rel="preload" href="\/fonts\/overpass[^>]*>\s*/g;

/** Makes the portal installable like an app, and names its icon. */
function manifest(): string {
  const design = readDesignTokens();
  const paper = brand.colours.paper?.light ?? design.light.paper;
  return JSON.stringify({
    name: brand.name,
    short_name: brand.name,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'en',
    background_color: paper,
    theme_color: paper,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });
}

type BrandFile = { readonly type: string; readonly make: () => string | Uint8Array };

const FILES: Readonly<Record<string, BrandFile>> = {
  'favicon.svg': { type: 'image/svg+xml', make: () => drawSvgIcon(brand) },
  'icon.svg': { type: 'image/svg+xml', make: () => drawSvgIcon(brand) },
  'icon-192.png': { type: 'image/png', make: () => drawPngIcon(brand, 192, 'plain') },
  'icon-512.png': { type: 'image/png', make: () => drawPngIcon(brand, 512, 'plain') },
  'icon-maskable-512.png': { type: 'image/png', make: () => drawPngIcon(brand, 512, 'maskable') },
  'apple-touch-icon.png': { type: 'image/png', make: () => drawPngIcon(brand, 180, 'plain') },
  'manifest.webmanifest': { type: 'application/manifest+json', make: manifest },
};

const BRAND_FILE = /\/brand\/(?:[\w-]+-)?brand\.ts$/;

/**
 * The parts of the brand that pages read as values. Its looks reach them as style sheets and files;
 * as values every first load would download them.
 */
const { colours: _colours, fontStack: _fontStack, radii: _radii, logo, ...spoken } = brand;

/**
 * The words of the brand stand in each page (`#brand`), where the portal replaces those that staff
 * have published; the prerenderer is handed them (prerender.tsx).
 */
function spokenBrand(isInBrowser: boolean): string {
  const words = isInBrowser
    ? "JSON.parse(document.getElementById('brand').textContent)"
    : `(globalThis.publishedBrand ?? ${JSON.stringify(spoken)})`;
  return `export const brand = { logo: ${JSON.stringify(logo)}, ...${words} };`;
}

const embeddedWords = () =>
  `<script type="application/json" id="brand">${JSON.stringify(spoken).replaceAll('<', '\\u003c')}</script>`;

/**
 * The files that are generated from the brand: icons, the manifest, the colours that override the
 * design's tokens, and the colours of the browser's own bars. A brand whose colours have too little
 * contrast, or whose corners are too round, fails the build, line by line.
 */
export function brandFiles(): Plugin {
  return {
    name: 'brand-files',
    enforce: 'pre',
    buildStart() {
      const faults = findBrandFaults(brand);
      if (faults.length > 0) this.error(`${brand.name} cannot be built:\n${faults.join('\n')}`);
    },
    load(id) {
      return BRAND_FILE.test(id) ? spokenBrand(this.environment.name === 'client') : null;
    },
    transform(code, id) {
      return STYLES.test(id) ? { code: `${code}\n${brandStyles(brand)}`, map: null } : null;
    },
    transformIndexHtml(html) {
      const design = readDesignTokens();
      const paper = (theme: 'light' | 'dark') => brand.colours.paper?.[theme] ?? design[theme].paper ?? '';
      const coloured = html
        .replace('</head>', () => `${embeddedWords()}</head>`)
        .replace(/%PAPER_LIGHT%/g, paper('light'))
        .replace(/%PAPER_DARK%/g, paper('dark'));
      return brand.fontStack.includes('"Overpass"') ? coloured : coloured.replace(OVERPASS, '');
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const [fileName, { make }] of Object.entries(FILES))
        this.emitFile({ type: 'asset', fileName, source: make() });
    },
    configureServer(server) {
      for (const [fileName, { type, make }] of Object.entries(FILES)) {
        server.middlewares.use(`/${fileName}`, (_request, response) => {
          response.setHeader('content-type', type);
          response.end(make());
        });
      }
    },
  };
}
