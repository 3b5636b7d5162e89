import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, ManifestChunk } from 'vite';

/** The style sheet of all customer pages, and that of the staff console. */
export const PORTAL_STYLES = 'src/app/styles/styles.css';
export const CONSOLE_STYLES = 'src/app/console/styles/console.css';

/** The output of the client build, by source file. */
export function readManifest(clientFolder: string): Manifest {
  return JSON.parse(readFileSync(join(clientFolder, '.vite/manifest.json'), 'utf8')) as Manifest;
}

/**
 * The scripts that a source file needs before it can run: its own chunk and every static import,
 * without repeats.
 */
export function filesOf(manifest: Manifest, source: string): string[] {
  return chunksOf(manifest, source).map(({ file }) => file);
}

/** The style sheets of those scripts. */
export function stylesOf(manifest: Manifest, source: string): string[] {
  return [...new Set(chunksOf(manifest, source).flatMap(({ css }) => css ?? []))];
}

function chunksOf(manifest: Manifest, source: string): ManifestChunk[] {
  const chunks = new Set<ManifestChunk>();
  function visit(key: string) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`not in the build: ${key}`);
    if (chunks.has(chunk)) return;
    chunks.add(chunk);
    for (const imported of chunk.imports ?? []) visit(imported);
  }
  visit(source);
  return [...chunks];
}

/**
 * The scripts of a language's dictionary; none for English, which the pages contain. `long` adds
 * the texts of the long-read pages.
 */
export function dictionaryScripts(manifest: Manifest, code: string, long = false): string[] {
  if (code === 'en') return [];
  const sources = [`${code}.json`, 'make-translator.ts', ...(long ? [`long/${code}.json`] : [])];
  return sources.flatMap((source) => filesOf(manifest, `src/shared/i18n/${source}`));
}
