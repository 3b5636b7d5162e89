/**
 * Licences (SPDX identifiers) under which we may ship a package with the portal: none of them asks
 * that our own sources be published. MPL-2.0 asks it of changes to the package's own files, of which
 * we make none.
 */
export const allowedLicences: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
]);

/** Packages whose package.json names no licence, and what their LICENSE file says. */
export const licencesOfFiles: Readonly<Record<string, string>> = { 'png-js@2.0.0': 'MIT' };
