import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions, defineConfig, type Plugin } from 'vite';
import { brandConditions } from './build/brand-choice.ts';
import { brandFiles } from './build/brand-files.ts';
import { BUILD_TARGET } from './build/browsers/oldest-browsers.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { CONSOLE_STYLES, PORTAL_STYLES } from './build/chunks.ts';
import { dropServerFields } from './build/drop-server-fields.ts';
import { dropUnusedRouterParts } from './build/drop-unused-router-parts.ts';
import { portalAddress } from './build/portal-address.ts';

/** Like the portal: addresses below /admin are the staff console. */
const consolePages: Plugin = {
  name: 'console-pages',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (/^\/admin(?:[/?]|$)/.test(request.url ?? '')) request.url = '/admin.html';
      next();
    });
  },
};

/**
 * In the build the two style sheets are files of their own: linked from the pages' code, each would
 * be fetched again beside every later part.
 */
const stylesApart: Plugin = {
  name: 'styles-apart',
  apply: 'build',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace(/<link rel="stylesheet"[^>]*>\s*/, '') },
};

const portal = { target: portalAddress(), changeOrigin: false };

export default defineConfig({
  plugins: [
    consolePages,
    stylesApart,
    brandFiles(),
    react(),
    tailwindcss(),
    dropUnusedRouterParts(),
    dropServerFields(),
  ],
  resolve: { conditions: [...brandConditions(), ...defaultClientConditions] },
  ssr: { resolve: { conditions: [...brandConditions(), ...defaultServerConditions] } },
  server: {
    proxy: {
      '/api': portal,
      '/speedtest': portal,
      '/sandbox': portal,
      '/payment/return': portal,
      '/ws': { ...portal, ws: true },
    },
  },
  build: {
    target: BUILD_TARGET,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'admin.html', PORTAL_STYLES, CONSOLE_STYLES],
      output: {
        // The start page lists all parts: their full names would cost every visitor bytes. 36 bits
        // distinguish two versions, in letters of one case, which compress better.
        hashCharacters: 'base36',
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: chunkGroups,
        },
      },
    },
  },
});
