import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { writeEncrypted } from '@portal/server/platform/backup/encrypted-file';
import { extract } from 'tar-stream';
import type { StoredFile } from './manifest.ts';

/** Small files of the archive that say where its log begins and ends. */
const LABELS = new Set(['backup_label', 'backup_manifest']);

export type StoredArchive = {
  readonly sizeBytes: number;
  readonly files: readonly StoredFile[];
  readonly labels: ReadonlyMap<string, string>;
};

/** The path of an entry as manifests have it. */
export function entryPath(name: string): string {
  return name.replace(/^\.\//, '').replace(/\/$/, '');
}

async function listFiles(tar: Readable): Promise<Pick<StoredArchive, 'files' | 'labels'>> {
  const files: StoredFile[] = [];
  const labels = new Map<string, string>();
  const entries = extract();
  tar.pipe(entries);
  tar.once('error', (error) => entries.destroy(error));
  for await (const entry of entries) {
    const { name, size = 0, type } = entry.header;
    const path = entryPath(name);
    const hash = createHash('sha256');
    if (LABELS.has(path)) {
      const content = await buffer(entry);
      labels.set(path, content.toString('utf8'));
      hash.update(content);
    } else for await (const chunk of entry) hash.update(chunk as Buffer);
    if (type === 'file') files.push({ path, size, sha256: hash.digest('hex') });
  }
  return { files, labels };
}

/** Stores a tar archive encrypted at `path`, and lists what passed by: each file with its SHA-256. */
export async function storeTar(path: string, tar: Readable, recipients: readonly string[]): Promise<StoredArchive> {
  const listed = new PassThrough();
  const stored = new PassThrough();
  const both = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      const waits = [listed, stored].filter((copy) => !copy.write(chunk));
      await Promise.all(waits.map((copy) => once(copy, 'drain')));
    }
    listed.end();
    stored.end();
  };
  const split = pipeline(tar, both).catch((error: unknown) => {
    const cause = error instanceof Error ? error : new Error(String(error));
    listed.destroy(cause);
    stored.destroy(cause);
    throw cause;
  });
  const stop = (error: unknown): never => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  };
  const [list, sizeBytes] = await Promise.all([
    listFiles(listed).catch(stop),
    writeEncrypted(path, stored, recipients).catch(stop),
    split,
  ]);
  return { ...list, sizeBytes };
}
