import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where the backups of one installation are, below the folder that an operator names. */
export type BackupStore = {
  readonly folder: string;
  /** One folder for each base backup, named by the moment it holds everything up to. */
  readonly base: string;
  /** Archived segments of the write-ahead log, and histories of timelines. */
  readonly wal: string;
  /** Files that customers attached, each stored once. */
  readonly uploads: string;
};

/** PostgreSQL's identifier of a database cluster: what is restored keeps it, a new one has another. */
const SYSTEM_IDENTIFIER = /^\d{15,20}$/;

/** The moment in a base backup's name; lexical order is order in time. */
const BASE_BACKUP = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

export function backupStoreOf(root: string, systemIdentifier: string): BackupStore {
  const folder = join(root, systemIdentifier);
  return { folder, base: join(folder, 'base'), wal: join(folder, 'wal'), uploads: join(folder, 'uploads') };
}

/** The installations that have backups below this folder, by their system identifiers. */
export function listInstallations(root: string): string[] {
  return listNames(root).filter((name) => SYSTEM_IDENTIFIER.test(name));
}

/** The names of the complete base backups, the oldest first. */
export function listBaseBackups(store: BackupStore): string[] {
  return listNames(store.base)
    .filter((name) => BASE_BACKUP.test(name))
    .toSorted();
}

export function baseBackupName(moment: Date): string {
  return moment.toISOString().replace(/[:.]/g, '-');
}

export function momentOfBaseBackup(name: string): Date {
  return new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)-/, 'T$1:$2:$3.'));
}

/** The names in a folder; none where there is no such folder. */
export function listNames(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
