import { spawnSync } from 'node:child_process';
import { installDebianPackage } from './debian-package.ts';

const isThere = (): boolean => spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

/**
 * Makes sure that a redis-server is on the PATH, installing Debian's when this process may. Returns
 * null, or one line with the remedy.
 */
export function findRedis(): string | null {
  if (isThere()) return null;
  const missing = installDebianPackage('redis-server');
  if (missing !== null) return `The tests with several instances need Redis. ${missing}`;
  return isThere() ? null : 'apt-get installed redis-server, yet there is no program of that name';
}
