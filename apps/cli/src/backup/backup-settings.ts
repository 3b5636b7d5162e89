import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { commaList } from '@portal/server/platform/config/configuration-faults';
import { environment } from '@portal/server/platform/config/environment';
import { BackupError } from './backup-error.ts';
import type { RetentionRules } from './retention.policy.ts';

const settings = environment.pick({
  DATA_DIR: true,
  DATABASE_URL: true,
  BACKUP_RECIPIENTS: true,
  BACKUP_IDENTITY_FILE: true,
  BACKUP_KEEP: true,
});

export type BackupSettings = {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** For whom a backup is encrypted. */
  readonly recipients: readonly string[];
  readonly identityFile: string | null;
  readonly keep: RetentionRules;
};

/** Reads the part of the environment that the backup's commands need. Throws BackupError. */
export function readBackupSettings(env: NodeJS.ProcessEnv): BackupSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const { data, error } = settings.safeParse(given);
  if (!data) throw new BackupError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  const [days = 0, daily = 0, weekly = 0, monthly = 0] = commaList(data.BACKUP_KEEP).map(Number);
  return {
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL ?? null,
    recipients: commaList(data.BACKUP_RECIPIENTS),
    identityFile: data.BACKUP_IDENTITY_FILE ?? null,
    keep: { days, daily, weekly, monthly },
  };
}

/** The age identities of BACKUP_IDENTITY_FILE, as `age-keygen` writes them. Throws BackupError. */
export function readIdentities({ identityFile }: BackupSettings): string[] {
  if (identityFile === null) throw new BackupError('BACKUP_IDENTITY_FILE is missing: a backup is encrypted');
  let text: string;
  try {
    text = readFileSync(identityFile, 'utf8');
  } catch (error) {
    throw new BackupError(`BACKUP_IDENTITY_FILE cannot be read (${String(error)})`, { cause: error });
  }
  const identities = text.split('\n').filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (identities.length === 0) throw new BackupError(`${identityFile} holds no age identity (AGE-SECRET-KEY-1…)`);
  return identities.map((line) => line.trim());
}
