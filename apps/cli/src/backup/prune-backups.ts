import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BackupStore,
  listBaseBackups,
  listNames,
  momentOfBaseBackup,
} from '@portal/server/platform/backup/backup-store';
import { ENCRYPTED } from '@portal/server/platform/backup/encrypted-file';
import { keepAllSince, type RetentionRules, selectKept } from './retention.policy.ts';
import { readUploadIds, UNFINISHED } from './take-base-backup.ts';

/** A segment that began before the first backup that is kept with its log may still belong to it. */
const WAL_MARGIN_MS = 3_600_000;

async function modifiedAt(file: string): Promise<number> {
  return (await stat(file)).mtimeMs;
}

async function pruneWal(store: BackupStore, since: Date): Promise<void> {
  const needed = listBaseBackups(store)
    .map(momentOfBaseBackup)
    .find((moment) => moment >= since);
  if (!needed) return;
  for (const name of listNames(store.wal)) {
    // Histories of timelines are small, and a later restore may need any of them.
    if (name.endsWith(`.history${ENCRYPTED}`)) continue;
    const file = join(store.wal, name);
    if ((await modifiedAt(file)) < needed.getTime() - WAL_MARGIN_MS) await rm(file);
  }
}

/** Deletes customers' files that no backup has: those that came after the newest stay. */
async function pruneUploads(store: BackupStore): Promise<void> {
  const names = listBaseBackups(store);
  const newest = names.at(-1);
  if (newest === undefined) return;
  const needed = new Set<string>();
  for (const name of names) for (const id of await readUploadIds(store, name)) needed.add(id + ENCRYPTED);
  for (const prefix of listNames(store.uploads)) {
    for (const name of listNames(join(store.uploads, prefix))) {
      const file = join(store.uploads, prefix, name);
      if (!needed.has(name) && (await modifiedAt(file)) < momentOfBaseBackup(newest).getTime()) await rm(file);
    }
  }
}

/** Deletes what the rules do not keep, and returns the names of the base backups that went. */
export async function pruneBackups(store: BackupStore, rules: RetentionRules, now: Date): Promise<string[]> {
  const moments = new Map(listBaseBackups(store).map((name) => [momentOfBaseBackup(name), name]));
  const kept = selectKept([...moments.keys()], rules, now);
  const gone = [...moments].filter(([moment]) => !kept.has(moment)).map(([, name]) => name);
  for (const name of gone) {
    // Half of a deleted backup must not look like one.
    const doomed = join(store.base, name + UNFINISHED);
    await rename(join(store.base, name), doomed);
    await rm(doomed, { recursive: true });
  }
  await pruneWal(store, keepAllSince(rules, now));
  await pruneUploads(store);
  return gone;
}
