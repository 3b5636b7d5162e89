import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPromtool, PROMTOOL_PATH } from '../../../apps/server/src/testing/promtool.ts';

/** Runs a program; null, or the last line of its error output. */
function run(cwd: string, program: string, ...args: string[]): string | null {
  const { status, error, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status === 0) return null;
  return `${program} ${args.join(' ')} failed: ${error?.message ?? stderr.trim().split('\n').at(-1)}`;
}

/** The package lists may be outdated or missing; only root can update them. */
function download(folder: string): string | null {
  const missing = run(folder, 'apt-get', 'download', 'prometheus');
  if (missing === null || process.getuid?.() !== 0) return missing;
  return run(folder, 'apt-get', 'update') ?? run(folder, 'apt-get', 'download', 'prometheus');
}

/** Extracts promtool alone from the package: installing it would start a monitoring server. */
function fetchPromtool(): string | null {
  const home = dirname(PROMTOOL_PATH);
  mkdirSync(home, { recursive: true });
  const folder = mkdtempSync(join(home, 'package-'));
  console.log("  fetching promtool out of Debian's prometheus …");
  try {
    const failure = download(folder);
    if (failure !== null) return failure;
    const [archive = ''] = readdirSync(folder);
    const unpacked = run(folder, 'dpkg-deb', '--extract', archive, 'content');
    if (unpacked === null) renameSync(join(folder, 'content/usr/bin/promtool'), PROMTOOL_PATH);
    return unpacked;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Makes sure that Prometheus' promtool is available, downloading it from Debian where it is
 * missing. Returns null, or one line with the remedy.
 */
export function ensurePromtool(): string | null {
  if (findPromtool() !== null) return null;
  const failure = fetchPromtool();
  if (failure === null && findPromtool() !== null) return null;
  const reason = failure ?? 'the program in the package does not run here';
  return `The test of the metrics needs promtool; install it with: sudo apt-get install -y prometheus. ${reason}`;
}
