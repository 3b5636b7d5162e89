import { missingMariaDb } from '../../../apps/server/src/testing/servers/start-mariadb.ts';
import { installDebianPackage } from './debian-package.ts';

/**
 * Makes sure that Debian's MariaDB is available, without the package that starts its service,
 * installing it when this process may. Returns null, or one line with the remedy.
 */
export function findMariaDb(): string | null {
  if (missingMariaDb() === null) return null;
  for (const name of ['mariadb-server-core', 'mariadb-client']) {
    const missing = installDebianPackage(name);
    if (missing !== null) return `The test with MariaDB is left out. ${missing}`;
  }
  return missingMariaDb();
}
