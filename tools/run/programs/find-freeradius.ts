import { missingFreeRadius } from '../../../apps/server/src/testing/servers/start-freeradius.ts';
import { installDebianPackage } from './debian-package.ts';

/**
 * Makes sure that Debian's FreeRADIUS with its rest module and radclient are available, installing
 * them when this process may. Returns null, or one line with the remedy.
 */
export function findFreeRadius(): string | null {
  if (missingFreeRadius() === null) return null;
  for (const name of ['freeradius', 'freeradius-rest', 'freeradius-utils']) {
    const missing = installDebianPackage(name);
    if (missing !== null) return `The tests with a real FreeRADIUS are left out. ${missing}`;
  }
  return missingFreeRadius();
}
