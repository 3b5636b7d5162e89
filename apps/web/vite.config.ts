import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';
import { brandConditions } from './build/brand-choice.ts';
import { brandFiles } from './build/brand-files.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { dropUnusedRouterParts } from './build/drop-unused-router-parts.ts';
import { portalAddress } from './build/portal-address.ts';

const portal = { target: portalAddress(), changeOrigin: false };

export default defineConfig({
  plugins: [brandFiles(), react(), tailwindcss(), dropUnusedRouterParts()],
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
          groups: chunkGroups,
        },
      },
    },
  },
});
