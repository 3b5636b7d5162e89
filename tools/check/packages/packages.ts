import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineAt, type Repository, type Violation } from '../violation.ts';
import { allowedLicences, licencesOfFiles } from './allowed-licences.ts';

const LOCK = 'package-lock.json';
const MANIFEST = 'package.json';

type Locked = {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
};

/**
 * Whether an SPDX expression can be satisfied by allowed licences: one side of an OR, both of an AND.
 * An expression with exceptions or nested parentheses is refused, so that a person reads it.
 */
export function isAllowed(expression: string): boolean {
  const plain = expression.replace(/^\(([^()]*)\)$/, '$1');
  return plain.split(' OR ').some((side) => side.split(' AND ').every((licence) => allowedLicences.has(licence)));
}

/**
 * What package-lock.json may hold: each package with a SHA-512 digest, production packages under an
 * allowed licence, and install scripts only where package.json has decided about them.
 */
export function checkPackages({ root }: Pick<Repository, 'root'>): Violation[] {
  const text = readFileSync(join(root, LOCK), 'utf8');
  const manifest = readFileSync(join(root, MANIFEST), 'utf8');
  return findUntrusted(text, JSON.parse(manifest).allowScripts ?? {});
}

/** The violations of a lock file's text; `allowScripts` is that of package.json. */
export function findUntrusted(lock: string, allowScripts: Readonly<Record<string, boolean>>): Violation[] {
  const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, Locked>> };
  return Object.entries(packages).flatMap(([path, locked]) => {
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name === undefined || locked.link) return [];
    const line = lineAt(lock, lock.indexOf(`"${path}":`));
    const fault = (rule: string, says: string) => ({ file: LOCK, line, rule, says });
    const id = `${name}@${locked.version}`;
    const licence = locked.license ?? licencesOfFiles[id];
    const found: Violation[] = [];
    if (!/^sha512-[\w+/]{86}==$/.test(locked.integrity ?? ''))
      found.push(fault('package-integrity', `${id} has no SHA-512 digest: delete it here and run npm install.`));
    if (!locked.dev && !isAllowed(licence ?? ''))
      found.push(
        fault(
          'package-licence',
          `${id} has the licence ${licence ?? '(none)'}: replace it, or decide in tools/check/packages/allowed-licences.ts.`,
        ),
      );
    if (locked.hasInstallScript && !(name in allowScripts) && !(id in allowScripts))
      found.push(
        fault(
          'package-script',
          `${id} runs a script when it is installed: read it, and decide in allowScripts of ${MANIFEST}.`,
        ),
      );
    return found;
  });
}
