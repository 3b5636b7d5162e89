import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSecretFiles } from '@portal/server/platform/config/secret-files';
import { PORTAL_ROLE } from '@portal/server/platform/database/embedded/start-embedded-postgres';
import type pg from 'pg';

/**
 * The database of the portal on this machine: DATABASE_URL, or the embedded one, whose pid file
 * names its socket. When none is running, prints that and ends the command. `asOwner`: for what the
 * portal's own account may not do, as the account of DATABASE_MIGRATION_URL where there is one, or as
 * the superuser of the embedded database.
 */
export function findRunningDatabase(env: NodeJS.ProcessEnv, { asOwner = false } = {}): pg.ClientConfig {
  const given = Object.fromEntries(Object.entries(env).map(([name, value = '']) => [name, value]));
  const { values, faults } = readSecretFiles(given, ['DATABASE_URL', 'DATABASE_MIGRATION_URL']);
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exit(1);
  }
  if (asOwner && values['DATABASE_MIGRATION_URL']) return { connectionString: values['DATABASE_MIGRATION_URL'] };
  if (values['DATABASE_URL']) return { connectionString: values['DATABASE_URL'] };
  const pidFile = join(env.DATA_DIR ?? './data', 'postgres', 'postmaster.pid');
  try {
    const [, , , port, host] = readFileSync(pidFile, 'utf8').split('\n');
    if (!host) throw new Error('no socket');
    return { host, port: Number(port), user: asOwner ? 'portal' : PORTAL_ROLE, database: 'portal' };
  } catch {
    console.error(`No portal runs on ${pidFile}: start it first, or give DATA_DIR or DATABASE_URL.`);
    process.exit(1);
  }
}
