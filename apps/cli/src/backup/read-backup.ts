import { createHash } from 'node:crypto';
import { createWriteStream, statSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { listNames } from '@portal/server/platform/backup/backup-store';
import { ENCRYPTED, readEncrypted } from '@portal/server/platform/backup/encrypted-file';
import { uploadPath } from '@portal/server/platform/backup/ship-to-backup';
import { extract } from 'tar-stream';
import { BackupError } from './backup-error.ts';
import type { ChosenBackup } from './choose-backup.ts';
import { ARCHIVE_FILE } from './take-base-backup.ts';
import { entryPath } from './tar-archive.ts';

/** Whether a backup is only checked, or written below this folder as well. */
type Target = string | null;

const BLOCK = 64 * 1024;
const ZEROS = Buffer.alloc(BLOCK);

/** Passes everything on, and throws at the end unless it was exactly this. */
async function* verified(
  source: AsyncIterable<Buffer>,
  expected: { readonly name: string; readonly size: number; readonly sha256: string | null },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    size += chunk.length;
    yield chunk;
  }
  if (size !== expected.size || (expected.sha256 !== null && hash.digest('hex') !== expected.sha256)) {
    throw new BackupError(`${expected.name} is not what the manifest says`);
  }
}

async function write(content: AsyncIterable<Buffer>, path: string | null): Promise<void> {
  if (path === null) {
    for await (const _ of content);
    return;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(content, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
}

/** Most of a segment is often zeros, which need no room on the disk. */
async function writeSparse(content: AsyncIterable<Buffer>, path: string, size: number): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.truncate(size);
    let position = 0;
    for await (const chunk of content) {
      for (let from = 0; from < chunk.length; from += BLOCK) {
        const block = chunk.subarray(from, from + BLOCK);
        if (!block.equals(ZEROS.subarray(0, block.length))) await file.write(block, 0, block.length, position + from);
      }
      position += chunk.length;
    }
  } finally {
    await file.close();
  }
}

function targetOf(target: Target, name: string): string | null {
  if (target === null) return null;
  const path = normalize(name);
  if (path.startsWith('..') || path.startsWith('/')) throw new BackupError(`${name} leads out of the backup`);
  return join(target, path);
}

async function readArchive(
  { store, name, manifest }: ChosenBackup,
  identities: readonly string[],
  target: Target,
): Promise<void> {
  const missing = new Map(manifest.files.map((file) => [file.path, file]));
  const entries = extract();
  const source = await readEncrypted(join(store.base, name, ARCHIVE_FILE), identities);
  const read = pipeline(source, entries);
  const take = async (): Promise<void> => {
    for await (const entry of entries) {
      const path = entryPath(entry.header.name);
      const file = targetOf(target, path);
      if (entry.header.type === 'directory') {
        if (file !== null) await mkdir(file, { recursive: true, mode: 0o700 });
        entry.resume();
        continue;
      }
      const expected = missing.get(path);
      if (!expected) throw new BackupError(`${path} is not in the manifest`);
      await write(verified(entry as AsyncIterable<Buffer>, { ...expected, name: path }), file);
      missing.delete(path);
    }
  };
  await Promise.all([read, take()]);
  const [first] = missing.keys();
  if (first !== undefined) throw new BackupError(`${first} is missing`);
}

async function readWal(chosen: ChosenBackup, identities: readonly string[], target: Target): Promise<void> {
  const { store, manifest, segments, histories } = chosen;
  for (const name of [...histories, ...segments]) {
    const source = await readEncrypted(join(store.wal, name + ENCRYPTED), identities);
    const path = target === null ? null : join(target, 'pg_wal', name);
    if (name.endsWith('.history')) await write(source, path);
    else {
      const content = verified(source, { name, size: manifest.walSegmentBytes, sha256: null });
      await (path === null ? write(content, null) : writeSparse(content, path, manifest.walSegmentBytes));
    }
  }
}

/** Those of the manifest, and those that came after it. */
async function readUploads(chosen: ChosenBackup, identities: readonly string[], target: Target): Promise<void> {
  const { store, manifest } = chosen;
  const listed = new Map(manifest.uploads.map((file) => [file.path, file]));
  for (const [id, file] of listed) {
    const source = await readEncrypted(uploadPath(store.uploads, id) + ENCRYPTED, identities);
    await write(verified(source, { ...file, name: id }), target && uploadPath(target, id));
  }
  for (const prefix of listNames(store.uploads)) {
    for (const name of listNames(join(store.uploads, prefix))) {
      const id = name.slice(0, -ENCRYPTED.length);
      const path = join(store.uploads, prefix, name);
      const isLater = name.endsWith(ENCRYPTED) && statSync(path).mtime >= new Date(manifest.startedAt);
      if (listed.has(id) || !isLater) continue;
      await write(await readEncrypted(path, identities), target && uploadPath(target, id));
    }
  }
}

async function readAll(
  chosen: ChosenBackup,
  identities: readonly string[],
  target: { readonly cluster: string; readonly uploads: string } | null,
): Promise<void> {
  try {
    await readArchive(chosen, identities, target?.cluster ?? null);
    await readWal(chosen, identities, target?.cluster ?? null);
    await readUploads(chosen, identities, target?.uploads ?? null);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`the backup ${join(chosen.store.base, chosen.name)} is damaged: ${reason}`, { cause: error });
  }
}

/** Reads all of a backup and writes nothing. Throws BackupError when any byte is not as it was. */
export async function verifyBackup(chosen: ChosenBackup, identities: readonly string[]): Promise<void> {
  await readAll(chosen, identities, null);
}

/** Writes the database's files below `cluster`, and customers' files below `uploads`. */
export async function extractBackup(
  chosen: ChosenBackup,
  identities: readonly string[],
  target: { readonly cluster: string; readonly uploads: string },
): Promise<void> {
  await mkdir(target.cluster, { recursive: true, mode: 0o700 });
  await readAll(chosen, identities, target);
}
