import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { PROGRAM_ENVIRONMENT } from './postgres-programs.ts';

/**
 * Locks file descriptor 3 and exits with 0, or with 1 when another process holds the lock. macOS has
 * no flock(1), but Perl, which makes the same system call.
 */
export const LOCKING_PROGRAMS = {
  flock: ['flock', '-x', '-n', '3'],
  perl: [
    'perl',
    '-MFcntl=:flock',
    '-e',
    'open(my $file, ">>&=", 3) or die $!; exit(flock($file, LOCK_EX|LOCK_NB) ? 0 : 1)',
  ],
} as const;
const LOCKING_PROGRAM = process.platform === 'darwin' ? LOCKING_PROGRAMS.perl : LOCKING_PROGRAMS.flock;

/**
 * Locks the data folder for this process until `release`, or until the process ends for any reason.
 * The kernel holds the lock on our open file, which no child inherits, so a surviving postmaster
 * never holds it. Throws EmbeddedPostgresError, naming the holder, when another portal has the
 * lock. `release` is idempotent.
 */
export function lockDataFolder(dataDir: string): { release(): void } {
  const path = join(dataDir, 'portal.lock');
  const file = openLockFile(path);
  // Node has no call for flock(2): the program locks the open file that it shares with us, and the
  // lock remains when it exits.
  const [program, ...args] = LOCKING_PROGRAM;
  const flock = spawnSync(program, args, {
    stdio: ['ignore', 'ignore', 'pipe', file],
    env: PROGRAM_ENVIRONMENT,
    encoding: 'utf8',
  });
  if (flock.status === 0) {
    ftruncateSync(file);
    writeSync(file, `${process.pid}\n`);
    let held = true;
    return {
      release: () => {
        if (held) closeSync(file);
        held = false;
      },
    };
  }
  closeSync(file);
  if (flock.status === 1) {
    const holder = readFileSync(path, 'utf8').trim();
    throw new EmbeddedPostgresError(
      `the data folder ${dataDir} is already in use by another portal (process ${holder}); stop that one, or give this one a DATA_DIR of its own`,
    );
  }
  const reason = flock.error?.message ?? flock.stderr.trim();
  throw new EmbeddedPostgresError(`the data folder could not be locked with ${program} (${reason})`);
}

function openLockFile(path: string): number {
  try {
    return openSync(path, 'a+', 0o600);
  } catch (error) {
    throw new EmbeddedPostgresError(`the data folder cannot be written (${String(error)})`, { cause: error });
  }
}
