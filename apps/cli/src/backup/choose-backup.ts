import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  type BackupStore,
  backupStoreOf,
  listBaseBackups,
  listInstallations,
  listNames,
  momentOfBaseBackup,
} from '@portal/server/platform/backup/backup-store';
import { ENCRYPTED, readEncrypted } from '@portal/server/platform/backup/encrypted-file';
import { newestMigration } from '@portal/server/platform/database/migrations/migrate';
import { BackupError } from './backup-error.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { MANIFEST_FILE } from './take-base-backup.ts';
import { continuingSegments, isContinuedBy, readHistory } from './wal-segments.policy.ts';

export type ChosenBackup = {
  readonly store: BackupStore;
  readonly name: string;
  readonly manifest: Manifest;
  /** Archived segments that continue it. */
  readonly segments: readonly string[];
  readonly histories: readonly string[];
  /** Of the log that is followed. */
  readonly timeline: number;
};

export type Wanted = {
  readonly root: string;
  /** The moment to restore; null for the newest. */
  readonly to: Date | null;
  /** The system identifier of the installation; null where the folder has the backups of one alone. */
  readonly installation: string | null;
  /** The timeline of the log to follow; null for the newest that continues the backup. */
  readonly timeline: number | null;
};

function chooseInstallation({ root, installation }: Wanted): string {
  const all = listInstallations(root);
  const [only] = all;
  if (installation !== null) {
    if (all.includes(installation)) return installation;
    throw new BackupError(`${root} has no backup of installation ${installation}; it has ${all.join(', ') || 'none'}`);
  }
  if (only === undefined) throw new BackupError(`${root} has no backup`);
  if (all.length === 1) return only;
  throw new BackupError(
    `${root} has backups of ${all.length} installations: say which with --installation (${all.join(', ')})`,
  );
}

/** Throws where this portal must not restore it. */
function assertFits(manifest: Manifest, installation: string): void {
  if (manifest.systemIdentifier !== installation) {
    throw new BackupError(
      `the backup is of installation ${manifest.systemIdentifier}, not of ${installation} in whose folder it is`,
    );
  }
  if (manifest.migration > newestMigration()) {
    throw new BackupError(
      `the backup was made by a newer portal (${manifest.portalVersion}): restore it with that version`,
    );
  }
}

type Log = Pick<ChosenBackup, 'segments' | 'histories' | 'timeline'> & { readonly missing: string | null };

/**
 * The log after a base backup, along the wanted timeline, or the newest that continues it: each
 * restore has begun one.
 */
async function followLog(
  { store, manifest, wanted }: Pick<ChosenBackup, 'store' | 'manifest'> & { readonly wanted: number | null },
  identities: readonly string[],
): Promise<Log> {
  const names = listNames(store.wal)
    .filter((name) => name.endsWith(ENCRYPTED))
    .map((name) => name.slice(0, -ENCRYPTED.length))
    .toSorted();
  const histories = new Map<number, ReturnType<typeof readHistory>>([[manifest.timeline, []]]);
  const files = names.filter((name) => name.endsWith('.history'));
  for (const name of files) {
    const history = readHistory(await text(await readEncrypted(join(store.wal, name + ENCRYPTED), identities)));
    if (isContinuedBy(manifest, history)) histories.set(Number.parseInt(name, 16), history);
  }
  const timeline = wanted ?? Math.max(...histories.keys());
  const history = histories.get(timeline);
  if (!history)
    throw new BackupError(
      `timeline ${timeline} of the log does not continue this backup; ${[...histories.keys()].join(', ')} do`,
    );
  const archived = names.filter((name) => name.length === 24);
  const { endWal, walSegmentBytes: segmentBytes } = manifest;
  return { ...continuingSegments(archived, endWal, { timeline, history, segmentBytes }), histories: files, timeline };
}

/**
 * The newest base backup, or the newest from before the wanted moment, with the log that continues
 * it. Only reads. Throws BackupError for one that is none of this portal's, damaged or newer.
 */
export async function chooseBackup(wanted: Wanted, identities: readonly string[]): Promise<ChosenBackup> {
  const installation = chooseInstallation(wanted);
  const store = backupStoreOf(wanted.root, installation);
  const { to } = wanted;
  const names = listBaseBackups(store);
  const name = names.findLast((each) => to === null || momentOfBaseBackup(each) <= to);
  if (name === undefined) {
    throw new BackupError(
      names[0] === undefined
        ? `${store.base} has no complete backup`
        : `the oldest backup is of ${momentOfBaseBackup(names[0]).toISOString()}: no earlier moment can be restored`,
    );
  }
  const manifest = await readManifest(join(store.base, name, MANIFEST_FILE), identities);
  assertFits(manifest, installation);
  if (manifest.kind === 'server') {
    if (to !== null)
      throw new BackupError('--to needs the archived log, which an outside server keeps itself: use pgBackRest');
    return { store, name, manifest, segments: [], histories: [], timeline: manifest.timeline };
  }
  const { missing, ...log } = await followLog({ store, manifest, wanted: wanted.timeline }, identities);
  if (missing !== null && to === null) {
    throw new BackupError(
      `segment ${missing} of the log is missing though later ones are there: give a moment before it with --to`,
    );
  }
  return { store, name, manifest, ...log };
}
