import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const FILE = 'SHA256SUMS';

/** Writes SHA256SUMS beside these files, as `sha256sum --check` reads it. Returns its path. */
export function writeChecksums(folder: string, names: readonly string[]): string {
  const lines = names.map((name) => {
    const hash = createHash('sha256').update(readFileSync(join(folder, name)));
    return `${hash.digest('hex')}  ${name}\n`;
  });
  const path = join(folder, FILE);
  writeFileSync(path, lines.join(''));
  // That of an earlier package would be wrong, and look like tampering.
  rmSync(`${path}.minisig`, { force: true });
  return path;
}

/**
 * Signs the file with a secret key of minisign, which asks for its password; `comment` is signed with
 * it. Writes the signature beside the file and returns its path. Throws when minisign fails.
 */
export function signFile(path: string, keyFile: string, comment: string): string {
  const args = ['-S', '-s', keyFile, '-m', path, '-t', comment];
  const signed = spawnSync('minisign', args, { stdio: ['inherit', 'ignore', 'inherit'] });
  if (signed.error) throw new Error(`MINISIGN_KEY is set, but minisign cannot run: ${signed.error.message}`);
  if (signed.status !== 0) throw new Error(`minisign did not sign ${basename(path)} with the key ${keyFile}`);
  return `${path}.minisig`;
}
