import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSecretFiles } from '@portal/server/platform/config/secret-files';
import type pg from 'pg';

/**
 * The database of the portal on this machine: DATABASE_URL, or the embedded one, whose pid file
 * names its socket. When none is running, prints that and ends the command.
 */
export function findRunningDatabase(env: NodeJS.ProcessEnv): pg.ClientConfig {
  const given = Object.fromEntries(Object.entries(env).map(([name, value = '']) => [name, value]));
  const { values, faults } = readSecretFiles(given, ['DATABASE_URL']);
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exit(1);
  }
  if (values['DATABASE_URL']) return { connectionString: values['DATABASE_URL'] };
  const pidFile = join(env.DATA_DIR ?? './data', 'postgres', 'postmaster.pid');
  try {
    const [, , , port, host] = readFileSync(pidFile, 'utf8').split('\n');
    if (!host) throw new Error('no socket');
    return { host, port: Number(port), user: 'portal', database: 'portal' };
  } catch {
    console.error(`No portal runs on ${pidFile}: start it first, or give DATA_DIR or DATABASE_URL.`);
    process.exit(1);
  }
}
