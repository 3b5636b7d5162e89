import { spawnSync } from 'node:child_process';

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
