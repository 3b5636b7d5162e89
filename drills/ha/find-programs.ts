import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installDebianPackage } from '../../tools/run/programs/debian-package.ts';

/** Programs of the drill, with the Debian package that has each. */
const PROGRAMS = [
  ['/usr/lib/postgresql/15/bin/postgres', 'postgresql-15'],
  ['/usr/bin/patroni', 'patroni'],
  ['/usr/bin/etcd', 'etcd-server'],
  ['/usr/sbin/haproxy', 'haproxy'],
  ['/usr/bin/redis-server', 'redis-server'],
  ['/usr/sbin/ip', 'iproute2'],
] as const;

const TRIAL = 'portal-trial';

/**
 * Makes sure that the drill's programs are there, installing Debian's where this process may.
 * Returns null, or one line with the remedy.
 */
export function findPrograms(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'The drill needs Linux and root, to make machines with a network of their own: sudo npm run ha-drill';
  for (const [path, name] of PROGRAMS) {
    const missing = existsSync(path) ? null : installDebianPackage(name);
    if (missing !== null) return missing;
    if (!existsSync(path)) return `apt-get installed ${name}, yet there is no ${path}`;
  }
  const made = spawnSync('ip', ['netns', 'add', TRIAL], { encoding: 'utf8' });
  if (made.status !== 0) return `This machine makes no network namespaces: ${made.stderr.trim()}`;
  spawnSync('ip', ['netns', 'delete', TRIAL]);
  return null;
}
