import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Installs a Debian package with apt-get when this process may. Returns null, or one line with the
 * remedy.
 */
export function installDebianPackage(name: string): string | null {
  const remedy = `install it with: sudo apt-get update && sudo apt-get install -y ${name}`;
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0)
    return `${name} is missing and this machine has no apt-get: ${remedy}`;
  if (process.getuid?.() !== 0) return `${name} is missing: ${remedy}`;
  console.error(`  installing Debian's ${name} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', name]]) {
    const result = spawnSync('apt-get', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    if (result.status !== 0) return `apt-get ${args.join(' ')} failed: ${result.stderr.trim().split('\n').at(-1)}`;
  }
  return null;
}

/** Runs a program; null, or the last line of its error output. */
function run(cwd: string, program: string, ...args: string[]): string | null {
  const { status, error, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status === 0) return null;
  return `${program} ${args.join(' ')} failed: ${error?.message ?? stderr.trim().split('\n').at(-1)}`;
}

/** The package lists may be outdated or missing; only root can update them. */
function download(folder: string, name: string): string | null {
  const missing = run(folder, 'apt-get', 'download', name);
  if (missing === null || process.getuid?.() !== 0) return missing;
  return run(folder, 'apt-get', 'update') ?? run(folder, 'apt-get', 'download', name);
}

/**
 * Extracts programs of a Debian package into a folder without installing it: installing would start
 * its service. `programs` are paths in the package. Returns null, or one line that says what failed.
 */
export function extractDebianPrograms(name: string, programs: readonly string[], home: string): string | null {
  mkdirSync(home, { recursive: true });
  const folder = mkdtempSync(join(home, 'package-'));
  console.error(`  fetching ${programs.map((path) => basename(path)).join(' and ')} out of Debian's ${name} …`);
  try {
    const failure = download(folder, name);
    if (failure !== null) return failure;
    const [archive = ''] = readdirSync(folder);
    const unpacked = run(folder, 'dpkg-deb', '--extract', archive, 'content');
    if (unpacked !== null) return unpacked;
    for (const path of programs) renameSync(join(folder, 'content', path), join(home, basename(path)));
    return null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
