import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

const release = z.object({ version: z.string(), commit: z.nullish(z.string()) });

/** The release that runs. `commit` is null where neither the package nor git knows it. */
export type Release = { readonly version: string; readonly commit: string | null };

function commitOfCheckout(): string | null {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}

/** From `release.json` of a package, or from `package.json` and git in a checkout. */
export function readRelease(): Release {
  const packaged = `${ROOT}release.json`;
  const isPackaged = existsSync(packaged);
  const { version, commit } = release.parse(
    JSON.parse(readFileSync(isPackaged ? packaged : `${ROOT}package.json`, 'utf8')),
  );
  return { version, commit: commit ?? (isPackaged ? null : commitOfCheckout()) };
}
