import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import type * as Prerenderer from '../src/prerender.tsx';
import { checkBudgets, measure } from './budgets.ts';
import { checkStyles } from './check-styles.ts';
import { readManifest } from './chunks.ts';
import { compressFolder } from './compress.ts';
import { listScripts, type ModulesOfScripts, noteModules } from './scripts/script-inventory.ts';
import { writePages } from './write-pages.ts';
import { writeServiceWorker } from './write-service-worker.ts';
import { writeViewBar } from './write-view-bar.ts';

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } });
const out = resolve(values.out);
// Built beside the old one and moved into its place at the end: a portal that starts meanwhile
// finds a complete site.
const dist = `${out}.next`;
const prerenderer = join(dist, 'prerenderer');

/** Native: uses the brand that this process was told to use. */
const shared = { root, logLevel: 'warn', configLoader: 'native' } as const;
rmSync(dist, { recursive: true, force: true });
const modules: ModulesOfScripts = new Map();
await build({ ...shared, plugins: [noteModules(modules)], build: { outDir: join(dist, 'client'), emptyOutDir: true } });
await build({
  ...shared,
  build: { ssr: 'src/prerender.tsx', outDir: prerenderer, emptyOutDir: true, copyPublicDir: false },
  // The portal renders pages with it, so it has no other chunks.
  ssr: { noExternal: true },
});

checkStyles(join(dist, 'client'));
const { prerenderAll } = (await import(pathToFileURL(join(prerenderer, 'prerender.js')).href)) as typeof Prerenderer;
const manifest = readManifest(join(dist, 'client'));
writePages(dist, manifest, await prerenderAll());
await writeServiceWorker(dist, manifest, shared);
await writeViewBar(dist, shared);
const inventory = listScripts(join(dist, 'client'), manifest, modules);
writeFileSync(join(dist, 'script-inventory.json'), `${JSON.stringify(inventory, null, 2)}\n`);
rmSync(join(dist, 'client/.vite'), { recursive: true });
compressFolder(join(dist, 'client'));
compressFolder(join(dist, 'pages'));
checkBudgets(measure(dist, manifest));
rmSync(out, { recursive: true, force: true });
renameSync(dist, out);
