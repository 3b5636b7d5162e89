import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from './violation.ts';

/** Plants break the rules on purpose and the lock file is npm's own text: neither is checked. */
const notOurs = /^tools\/check\/planted\/|^package-lock\.json$/;

/**
 * Reads every text file that git knows or would add; binary files (a NUL byte) are left out. Throws
 * outside a git checkout.
 */
export function readRepository(root: string): Repository {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = listed
    .split('\0')
    .filter((path) => path !== '' && !notOurs.test(path))
    .filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile())
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter((file) => !file.text.includes('\0'));
  return { root, files };
}
