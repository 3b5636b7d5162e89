import { createReadStream, existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupStore, listNames } from './backup-store.ts';
import { ENCRYPTED, writeEncrypted } from './encrypted-file.ts';

/** A segment of the write-ahead log, or the history of a timeline. */
const WAL_FILE = /^[0-9A-F]{24}$|^[0-9A-F]{8}\.history$/;
const UPLOAD = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Shipping = {
  readonly store: BackupStore;
  readonly recipients: readonly string[];
  readonly signal?: AbortSignal | undefined;
};

/**
 * Moves what PostgreSQL has archived into `spool` to the backup, encrypted, and deletes it there.
 * What is in the backup already was only not deleted yet. Safe to interrupt.
 */
export async function shipWal(spool: string, { store, recipients, signal }: Shipping): Promise<void> {
  for (const name of listNames(spool).toSorted()) {
    if (signal?.aborted) return;
    if (name.endsWith('.part')) continue;
    const target = join(store.wal, name + ENCRYPTED);
    // PostgreSQL archives the histories of base backups as well; ours have a manifest.
    if (WAL_FILE.test(name) && !existsSync(target)) {
      await writeEncrypted(target, createReadStream(join(spool, name)), recipients);
    }
    await rm(join(spool, name), { force: true });
  }
}

/** As listNames, without holding up requests: customers' files may be many. */
async function readNames(folder: string): Promise<string[]> {
  return existsSync(folder) ? readdir(folder) : [];
}

/**
 * Copies to the backup the files of customers that are not there yet, and returns the ids of all:
 * a file never changes under its id.
 */
export async function shipUploads(uploads: string, { store, recipients, signal }: Shipping): Promise<string[]> {
  const ids: string[] = [];
  for (const prefix of await readNames(uploads)) {
    const folder = join(store.uploads, prefix);
    const copied = new Set(await readNames(folder));
    for (const id of (await readNames(join(uploads, prefix))).filter((name) => UPLOAD.test(name))) {
      if (signal?.aborted) return ids;
      ids.push(id);
      if (copied.has(id + ENCRYPTED)) continue;
      await writeEncrypted(join(folder, id + ENCRYPTED), createReadStream(join(uploads, prefix, id)), recipients);
    }
  }
  return ids;
}

export function uploadPath(folder: string, id: string): string {
  return join(folder, id.slice(0, 2), id);
}
