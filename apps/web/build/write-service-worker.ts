import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type InlineConfig, type Manifest } from 'vite';
import { BUILD_TARGET } from './browsers/oldest-browsers.ts';
import { dictionaryScripts, filesOf, stylesOf } from './chunks.ts';

const SOURCE = resolve(import.meta.dirname, '../service-worker/service-worker.ts');

const WORDS_FONTS = ['/fonts/overpass-dotbelow.woff2'];

/**
 * Writes /service-worker.js, which caches what the dashboard needs to be read without a connection.
 * Every build has a version of its own.
 */
export async function writeServiceWorker(dist: string, manifest: Manifest, shared: InlineConfig): Promise<void> {
  const client = join(dist, 'client');
  const offline = readFileSync(join(client, 'offline.html'), 'utf8');
  const code = ['index.html', 'src/app/session/offline-cache.ts', 'src/pages/dashboard/dashboard-page.tsx'].flatMap(
    (source) => [...filesOf(manifest, source), ...stylesOf(manifest, source)],
  );
  const linked = [...offline.matchAll(/(?:href|src)="\/((?:assets|fonts)\/[^"]+)"/g)].map(([, file = '']) => file);
  const files = [...new Set([...code, ...linked])].map((file) => `/${file}`).sort();
  const everything = Object.values(manifest).map(({ file }) => file);
  const languages = Object.fromEntries(
    ['yo', 'ha', 'ig'].map((code) => [
      code,
      [...WORDS_FONTS, ...dictionaryScripts(manifest, code).map((file) => `/${file}`)],
    ]),
  );
  const version = createHash('sha256')
    .update([offline, ...everything.sort()].join('\n'))
    .digest('hex')
    .slice(0, 12);
  await build({
    ...shared,
    configFile: false,
    define: { BUILD: JSON.stringify({ version, files, languages }) },
    build: {
      target: BUILD_TARGET,
      outDir: client,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: 'service-worker.js' } },
    },
  });
}
