import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The top folder of the checkout, or of an unpacked package. */
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * The version that runs. `commit` is `unknown` where the files came without their history;
 * `builtAt` is an ISO timestamp, null in a checkout.
 */
export type Release = { readonly version: string; readonly commit: string; readonly builtAt: string | null };

const packagedRelease = z.object({ version: z.string(), commit: z.string(), builtAt: z.string() });
const manifest = z.object({ version: z.string() });

/**
 * The release of the package in `root`, as `npm run package` recorded it in release.json; in a
 * checkout the version of package.json and the commit that is checked out.
 */
export function readRelease(root: string = ROOT): Release {
  const packaged = readIfThere(join(root, 'release.json'));
  if (packaged !== null) return packagedRelease.parse(JSON.parse(packaged));
  const { version } = manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return { version, commit: commitOf(root), builtAt: null };
}

function commitOf(root: string): string {
  const asked = spawnSync('git', ['-C', root, 'rev-parse', 'HEAD'], { encoding: 'utf8' });
  return asked.status === 0 ? asked.stdout.trim() : 'unknown';
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
