import { missingLibreOffice } from '../../../apps/server/src/testing/libre-office.ts';
import { installDebianPackage } from './debian-package.ts';

/**
 * Makes sure that Debian's LibreOffice Calc is available, without its windows, installing it when this
 * process may. Returns null, or one line with the remedy.
 */
export function findLibreOffice(): string | null {
  if (missingLibreOffice() === null) return null;
  const missing = installDebianPackage('libreoffice-calc-nogui');
  return missing === null ? missingLibreOffice() : `The test with LibreOffice is left out. ${missing}`;
}
