import { renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type * as Prerenderer from '../src/prerender.tsx';
import { checkBudgets, measure } from './budgets.ts';
import { readManifest } from './chunks.ts';
import { compressFolder } from './compress.ts';
import { writePages } from './write-pages.ts';

const root = resolve(import.meta.dirname, '..');
// Built beside the old one and put in its place at the end: a portal that starts meanwhile finds a whole site.
const dist = join(root, 'dist.next');
const prerenderer = join(dist, 'prerenderer');

rmSync(dist, { recursive: true, force: true });
await build({ root, logLevel: 'warn', build: { outDir: join(dist, 'client'), emptyOutDir: true } });
await build({ root, logLevel: 'warn', build: { ssr: 'src/prerender.tsx', outDir: prerenderer, copyPublicDir: false } });

const { prerenderLoading, prerenderPages } = (await import(
  pathToFileURL(join(prerenderer, 'prerender.js')).href
)) as typeof Prerenderer;
const manifest = readManifest(join(dist, 'client'));
writePages(dist, manifest, await prerenderPages(), await prerenderLoading());
rmSync(prerenderer, { recursive: true });
rmSync(join(dist, 'client/.vite'), { recursive: true });
compressFolder(join(dist, 'client'));
compressFolder(join(dist, 'pages'));
checkBudgets(measure(dist, manifest));
rmSync(join(root, 'dist'), { recursive: true, force: true });
renameSync(dist, join(root, 'dist'));
