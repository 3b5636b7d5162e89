import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../platform/database/embedded/start-embedded-postgres.ts';

export type PrimaryAndStandby = {
  readonly primary: EmbeddedPostgres;
  readonly standby: EmbeddedPostgres;
  readonly stop: () => Promise<void>;
};

/**
 * Copies the folder of a running server as PostgreSQL documents it ("Making a Base Backup Using the
 * Low Level API"): the embedded server's package has no pg_basebackup.
 */
async function copyCluster(primary: EmbeddedPostgres, from: string, to: string): Promise<void> {
  const client = new pg.Client(primary.connection);
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    execFileSync('cp', ['-a', from, to]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(join(to, file), { force: true });
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(join(to, 'standby.signal'), '');
    execFileSync('chown', ['-R', '--reference', from, to]);
  } finally {
    await client.end();
  }
}

/** A server of its own, prepared by `prepare`, and a replica that streams from it. */
export async function startPrimaryAndStandby(
  prepare: (primary: EmbeddedPostgres) => Promise<void>,
): Promise<PrimaryAndStandby> {
  const folder = mkdtempSync(join(tmpdir(), 'standby-'));
  chmodSync(folder, 0o711);
  const log = (): void => {};
  const primary = await startEmbeddedPostgres({ dataDir: join(folder, 'primary'), log });
  await prepare(primary);
  mkdirSync(join(folder, 'standby'), { mode: 0o711 });
  await copyCluster(primary, join(folder, 'primary', 'postgres'), join(folder, 'standby', 'postgres'));
  const { host, port, user } = primary.connection;
  const settings = { primary_conninfo: `host=${host} port=${port} user=${user}` };
  const standby = await startEmbeddedPostgres({ dataDir: join(folder, 'standby'), log, settings });
  return {
    primary,
    standby,
    stop: async () => {
      await standby.stop();
      await primary.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
