import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brandFiles } from './build/brand-files.ts';
import { dropUnusedRouterParts } from './build/drop-unused-router-parts.ts';
import { portalAddress } from './build/portal-address.ts';

const portal = { target: portalAddress(), changeOrigin: false };

export default defineConfig({
  plugins: [react(), tailwindcss(), brandFiles(), dropUnusedRouterParts()],
  server: { proxy: { '/api': portal, '/sandbox': portal, '/payment/return': portal, '/ws': { ...portal, ws: true } } },
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    // One style sheet for all pages: it is inlined where it is first needed and fetched never after.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'index', tags: ['$initial'], priority: 2 },
            {
              name: 'kit',
              test: /\/src\/shared\/|\/strand-bundle\.ts|\/lucide-react\//,
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'calls',
              test: /\/packages\/(?:contract|kernel)\/|\/zod\/|\/@tanstack\/|\/features\/[^/]+\/api\//,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});
