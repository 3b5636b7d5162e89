import { spawnSync } from 'node:child_process';
import { installDebianPackage } from './debian-package.ts';

/** Debian installs it where an ordinary user's PATH does not look. */
export const HAPROXY = '/usr/sbin/haproxy';

const isThere = (): boolean => spawnSync(HAPROXY, ['-v'], { stdio: 'ignore' }).status === 0;

/**
 * Makes sure that HAProxy is available, installing Debian's when this process may. Returns null, or
 * one line with the remedy.
 */
export function findHaproxy(): string | null {
  if (isThere()) return null;
  const missing = installDebianPackage('haproxy');
  if (missing !== null) return `The upgrade drill needs HAProxy. ${missing}`;
  return isThere() ? null : `apt-get installed haproxy, yet there is no ${HAPROXY}`;
}
