import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM_ENVIRONMENT } from '@portal/server/platform/database/embedded/postgres-programs';
import { findRunIdentity } from '@portal/server/platform/database/embedded/run-identity';
import { prepareSocketFolder, SOCKET_PORT } from '@portal/server/platform/database/embedded/socket-folder';
import pg from 'pg';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';
import type { Recovered } from './recover-cluster.ts';

const RECOVER_WITHIN_S = 24 * 3600;

/** Where Debian's packages have the programs of the PostgreSQL that made the backup. */
function findPrograms(postgresVersion: number): string {
  const folder = `/usr/lib/postgresql/${Math.floor(postgresVersion / 10_000)}/bin`;
  if (existsSync(join(folder, 'pg_ctl'))) return folder;
  throw new BackupError(`${folder}/pg_ctl is missing: install the PostgreSQL whose backup it is`);
}

/**
 * Starts Debian's PostgreSQL on the extracted files of an outside server, with settings of our own
 * since Debian keeps a server's elsewhere, hands a connection to `use`, and stops it. Throws
 * BackupError.
 */
export async function recoverServerCluster<Result>(
  dataDir: string,
  manifest: Manifest,
  use: (recovered: Recovered) => Promise<Result>,
): Promise<Result> {
  const cluster = join(dataDir, 'postgres');
  const programs = findPrograms(manifest.postgresVersion);
  const { account, owner, prefix } = findRunIdentity(join(programs, 'postgres'), dataDir, [cluster, dataDir]);
  const host = prepareSocketFolder(cluster, owner);
  const logs = join(dataDir, 'log');
  mkdirSync(logs);
  writeFileSync(
    join(dataDir, 'drill.conf'),
    [
      `data_directory = '${cluster}'`,
      `hba_file = '${join(dataDir, 'hba.conf')}'`,
      `unix_socket_directories = '${host}'`,
      `port = ${SOCKET_PORT}`,
      "listen_addresses = ''",
      'archive_mode = off',
    ].join('\n'),
  );
  writeFileSync(join(dataDir, 'hba.conf'), 'local all all trust\n');
  spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, cluster, logs], { env: PROGRAM_ENVIRONMENT });
  const control = (...words: string[]): void => {
    const [command = '', ...rest] = [...prefix, join(programs, 'pg_ctl'), '-D', cluster, '-w', ...words];
    const options = { cwd: '/', env: PROGRAM_ENVIRONMENT, ...account };
    const { status } = spawnSync(command, rest, { ...options, stdio: 'ignore' });
    if (status !== 0) throw new BackupError(`PostgreSQL does not start on the backup: see ${logs}`);
  };
  const config = ['-o', `-c config_file=${join(dataDir, 'drill.conf')}`];
  control('-t', String(RECOVER_WITHIN_S), '-l', join(logs, 'postgres.log'), ...config, 'start');
  const { user, database } = manifest;
  const pool = new pg.Pool({ host, port: SOCKET_PORT, user, database, max: 1 });
  // PostgreSQL may be stopped before it has read that the connection is over, and says so to nobody.
  pool.on('error', () => {});
  try {
    return await use({ pool, lastCommit: null });
  } finally {
    await pool.end();
    control('-m', 'fast', 'stop');
  }
}
