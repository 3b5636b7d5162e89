import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listNames } from '@portal/server/platform/backup/backup-store';
import { syncFolder } from '@portal/server/platform/backup/encrypted-file';
import { WAL_SPOOL } from '@portal/server/platform/database/embedded/start-embedded-postgres';
import pg from 'pg';
import { findRunningDatabase } from '../find-running-database.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { readBackupSettings, readIdentities } from './backup-settings.ts';
import { type ChosenBackup, chooseBackup } from './choose-backup.ts';
import { markRestored } from './mark-restored.ts';
import { extractBackup, verifyBackup } from './read-backup.ts';
import { recoverCluster } from './recover-cluster.ts';
import { fingerprintSecrets, listOtherSecrets, SECRET_FILES } from './secret-fingerprints.ts';

const USAGE = `Usage: npm run restore -- DIR [--to TIME] [--into FOLDER] [--installation ID] [--timeline N]
       npm run restore -- --mark-restored, after a restore of DATABASE_URL by other means`;

const SIGNED_OUT = `Everybody is signed out, and API keys are suspended until they are confirmed at /admin/api-keys.
Staff and their roles are as they were: whoever was switched off since then is on again.`;

/** What may be in the place already: secrets that the operator has put back, and a disk's own folder. */
const ALLOWED: readonly string[] = [...Object.values(SECRET_FILES), 'lost+found'];
/** What is restored stands here until it is complete. */
const DRAFT = 'restoring';

/** A moment as an operator types it; without a zone it is Lagos's. Throws BackupError. */
export function parseMoment(typed: string): Date {
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(typed);
  const moment = new Date(`${typed.trim().replace(' ', 'T')}${hasZone ? '' : '+01:00'}`);
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(typed) && !Number.isNaN(moment.getTime())) return moment;
  throw new BackupError(`--to ${typed} is not a moment such as 2026-11-25T14:30 (Lagos) or 2026-11-25T13:30Z`);
}

function assertEmpty(place: string): void {
  const found = listNames(place).filter((name) => !ALLOWED.includes(name) && name !== DRAFT);
  if (found.length > 0)
    throw new BackupError(`${place} is not empty (${found.slice(0, 3).join(', ')}): a restore overwrites nothing`);
}

async function markOutside(env: NodeJS.ProcessEnv): Promise<void> {
  const pool = new pg.Pool({ ...findRunningDatabase(env, { asOwner: true }), max: 1 });
  try {
    await markRestored(pool, 'outside', null);
  } finally {
    await pool.end();
  }
  console.log('Recorded. Once the portal runs, it asks the gateways what came in since.');
  console.log(SIGNED_OUT);
}

async function restoreInto(
  place: string,
  order: { readonly chosen: ChosenBackup; readonly identities: readonly string[]; readonly to: Date | null },
): Promise<Date> {
  const { chosen, identities, to } = order;
  const draft = join(place, DRAFT);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o711 });
  try {
    await extractBackup(chosen, identities, { cluster: join(draft, 'postgres'), uploads: join(draft, 'uploads') });
    const consistentAt = new Date(chosen.manifest.consistentAt);
    const isEmbedded = chosen.manifest.kind === 'embedded';
    const recoveredTo = isEmbedded
      ? await recoverCluster({ dataDir: draft, chosen, to, archiveWal: true }, async ({ pool, lastCommit }) => {
          const point = lastCommit !== null && lastCommit > consistentAt ? lastCommit : consistentAt;
          await markRestored(pool, join(chosen.store.base, chosen.name), point);
          return point;
        })
      : consistentAt;
    // The database last: a place without it is not restored.
    for (const name of ['uploads', WAL_SPOOL, 'postgres']) {
      if (existsSync(join(draft, name))) await rename(join(draft, name), join(place, name));
    }
    await syncFolder(place);
    return recoveredTo;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function printNext({ manifest }: ChosenBackup, place: string, env: NodeJS.ProcessEnv): void {
  const missing = listOtherSecrets(manifest.secrets, fingerprintSecrets(env, place));
  if (missing.length > 0) {
    console.log(`These secrets are not those of the backup, or are missing here: ${missing.join(', ')}.`);
  }
  if (manifest.kind === 'embedded') console.log(`${SIGNED_OUT}\nNext: npm start, and npm run backup once it runs.`);
  else {
    const major = Math.floor(manifest.postgresVersion / 10_000);
    console.log(
      `Next: start PostgreSQL ${major} on ${join(place, 'postgres')}, then npm run restore -- --mark-restored.`,
    );
  }
}

async function run(
  dir: string,
  options: ReturnType<typeof readArguments>['values'],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const startedAt = performance.now();
  const settings = readBackupSettings(env);
  const place = resolve(options.into ?? settings.dataDir);
  const to = options.to === undefined ? null : parseMoment(options.to);
  const identities = readIdentities(settings);
  assertEmpty(place);
  const timeline = options.timeline === undefined ? null : Number(options.timeline);
  const wanted = { root: resolve(dir), to, installation: options.installation ?? null, timeline };
  const chosen = await chooseBackup(wanted, identities);
  await verifyBackup(chosen, identities);
  const recoveredTo = await restoreInto(place, { chosen, identities, to });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `Restored ${chosen.name} into ${place} in ${seconds} s; it holds everything up to ${recoveredTo.toISOString()}.`,
  );
  printNext(chosen, place, env);
}

function readArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      into: { type: 'string' },
      installation: { type: 'string' },
      timeline: { type: 'string' },
      'mark-restored': { type: 'boolean' },
    },
  });
}

/**
 * Restores a backup into an empty place: npm run restore -- DIR [--to TIME]. All of the backup is
 * read and checked before anything is written. Returns 1 with a sentence when it is refused; the
 * place then is as it was.
 */
export async function restore(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const { values, positionals } = readArguments(args);
    const [dir] = positionals;
    if (values['mark-restored']) await markOutside(env);
    else if (dir === undefined) {
      console.error(USAGE);
      return 2;
    } else await run(dir, values, env);
    return 0;
  } catch (error) {
    console.error(`Nothing was restored: ${reasonOf(error)}`);
    return 1;
  }
}
