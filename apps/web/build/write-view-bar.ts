import { join, resolve } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { BUILD_TARGET } from './browsers/oldest-browsers.ts';

const SOURCE = resolve(import.meta.dirname, '../view-bar/view-bar.ts');

/**
 * Writes /view-bar.js, which the portal puts into the pages of a view as a customer: no other page loads
 * or names it (docs/decisions/113-view-as-customer.md).
 */
export async function writeViewBar(dist: string, shared: InlineConfig): Promise<void> {
  await build({
    ...shared,
    configFile: false,
    build: {
      target: BUILD_TARGET,
      outDir: join(dist, 'client'),
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: 'view-bar.js' } },
    },
  });
}
