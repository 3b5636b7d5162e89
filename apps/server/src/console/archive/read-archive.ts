import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { ARCHIVE_VERSION, type Manifest, manifestFile } from './manifest.policy.ts';

/** Why an archive is not imported, in words for who has it. Nothing was written. */
export class UnusableArchive extends Error {}

/** No part of a table is larger; a file that people send is not either. */
const LONGEST_FILE = 128 * 1024 * 1024;
const MANIFEST = 'manifest.json';

export type ArchivedFile = { readonly path: string; readonly content: Buffer };

/** Each file of the archive in its order. Throws UnusableArchive for one that is cut or damaged. */
export async function* readArchive(path: string): AsyncGenerator<ArchivedFile> {
  const source = createReadStream(path);
  const gunzip = createGunzip();
  const entries = extract();
  source.once('error', (error) => gunzip.destroy(error));
  gunzip.once('error', (error) => entries.destroy(error));
  source.pipe(gunzip).pipe(entries);
  try {
    for await (const entry of entries) {
      const { name, size = 0, type } = entry.header;
      if (type !== 'file' || size > LONGEST_FILE) throw new UnusableArchive(`${name} is no file of an archive`);
      yield { path: name, content: await buffer(entry) };
    }
  } catch (error) {
    if (error instanceof UnusableArchive) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new UnusableArchive(`There is no file ${path}`);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusableArchive(`The file is cut off or damaged, or no archive: ${reason}`);
  } finally {
    source.destroy();
    gunzip.destroy();
    entries.destroy();
  }
}

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** The lines of a table's file. */
export function linesOf(content: Buffer): string[] {
  const text = content.toString('utf8');
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function parseManifest(content: Buffer): Manifest {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content.toString('utf8'));
  } catch {
    throw new UnusableArchive('Its manifest.json is damaged');
  }
  const version = typeof parsed === 'object' && parsed !== null && 'version' in parsed ? parsed.version : null;
  if (typeof version === 'number' && version > ARCHIVE_VERSION) {
    throw new UnusableArchive(`It has format ${version}; this release reads ${ARCHIVE_VERSION}: use a newer release`);
  }
  const checked = manifestFile.safeParse(parsed);
  if (!checked.success) throw new UnusableArchive('Its manifest.json is not that of an archive');
  return checked.data;
}

type Seen = { readonly bytes: number; readonly sha256: string; readonly rows: number };

function compare(manifest: Manifest, seen: ReadonlyMap<string, Seen>): void {
  for (const { path, bytes, sha256, rows } of manifest.files) {
    const found = seen.get(path);
    if (!found) throw new UnusableArchive(`${path} is missing from it`);
    const isSame = found.bytes === bytes && found.sha256 === sha256 && (rows === undefined || found.rows === rows);
    if (!isSame) throw new UnusableArchive(`${path} is not what its manifest says: it was damaged or changed`);
  }
  const listed = new Set(manifest.files.map(({ path }) => path));
  const other = [...seen.keys()].find((path) => !listed.has(path));
  if (other !== undefined) throw new UnusableArchive(`${other} is not in its manifest`);
  for (const { name, rows } of manifest.tables) {
    const parts = manifest.files.filter(({ path }) => path.startsWith(`tables/${name}/`));
    const sum = parts.reduce((count, part) => count + (part.rows ?? 0), 0);
    if (sum !== rows) throw new UnusableArchive(`${name} has ${sum} rows, and its manifest says ${rows}`);
  }
}

/** Reads all of an archive and compares it with its manifest. Throws UnusableArchive. */
export async function verifyArchive(path: string): Promise<Manifest> {
  const seen = new Map<string, Seen>();
  let manifest: Manifest | null = null;
  for await (const { path: name, content } of readArchive(path)) {
    if (manifest) throw new UnusableArchive(`${name} follows its manifest`);
    if (name === MANIFEST) manifest = parseManifest(content);
    else {
      if (seen.has(name)) throw new UnusableArchive(`${name} is in it twice`);
      const rows = name.startsWith('tables/') ? linesOf(content).length : 0;
      seen.set(name, { bytes: content.length, sha256: sha256Of(content), rows });
    }
  }
  if (!manifest) throw new UnusableArchive('It has no manifest.json at its end: the file is cut off, or no archive');
  compare(manifest, seen);
  return manifest;
}
