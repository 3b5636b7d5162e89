import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { PROGRAM_ENVIRONMENT } from '@portal/server/platform/database/embedded/postgres-programs';
import * as z from 'zod';
import { BackupError } from './backup-error.ts';
import type { BackupSpan } from './embedded-cluster.ts';

const backupManifest = z.object({
  'WAL-Ranges': z.array(z.object({ Timeline: z.number(), 'Start-LSN': z.string(), 'End-LSN': z.string() })).length(1),
});

async function succeeds(program: ChildProcess & { readonly stderr: Readable }): Promise<void> {
  const said = text(program.stderr);
  const [code] = await Promise.race([
    once(program, 'close'),
    once(program, 'error').then(([error]) => {
      throw new BackupError(`pg_basebackup cannot be run (${String(error)}): install PostgreSQL's client programs`);
    }),
  ]);
  if (code !== 0) throw new BackupError(`pg_basebackup failed: ${(await said).trim()}`);
}

/**
 * Copies an outside server with pg_basebackup, with the log that makes the copy consistent, as a tar
 * archive. Its role needs REPLICATION, and pg_hba.conf a line for it.
 */
export function packServer(databaseUrl: string): Readable {
  const options = [
    '--pgdata=-',
    '--format=tar',
    '--wal-method=fetch',
    '--checkpoint=fast',
    '--manifest-checksums=NONE',
  ];
  const url = new URL(databaseUrl);
  const PGPASSWORD = decodeURIComponent(url.password);
  // Other users of this machine can read a program's arguments.
  url.password = '';
  const program = spawn('pg_basebackup', [...options, '--no-password', `--dbname=${url}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...PROGRAM_ENVIRONMENT, ...(PGPASSWORD === '' ? {} : { PGPASSWORD }) },
  });
  const tar = new PassThrough();
  // A program that fails must not look like an archive that ends.
  Promise.all([succeeds(program), pipeline(program.stdout, tar, { end: false })]).then(
    () => tar.end(),
    (error: Error) => tar.destroy(error),
  );
  tar.once('close', () => program.kill());
  return tar;
}

/** Where the log of such a copy begins and ends, from the files that PostgreSQL has put into it. */
export function readServerSpan(labels: ReadonlyMap<string, string>, startedAt: Date): BackupSpan {
  const manifest: unknown = JSON.parse(labels.get('backup_manifest') ?? 'null');
  const [range] = backupManifest.parse(manifest)['WAL-Ranges'];
  if (!range) throw new BackupError('pg_basebackup wrote no range of the log');
  const { Timeline: timeline, 'Start-LSN': startWal, 'End-LSN': endWal } = range;
  // What was committed while it ran is partly in it: only what was before is promised.
  return { timeline, startWal, endWal, startedAt, consistentAt: startedAt };
}
