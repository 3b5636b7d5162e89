import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../tools/run/run-step.ts';

/** For everything that the drill makes. */
export const CACHE = join(ROOT, '.cache/install');
const RELEASE = 'bookworm';
const MIRROR = 'http://deb.debian.org/debian';

/** Runs a program, its output hidden unless it fails. */
export function run(command: string, args: readonly string[], options: { readonly input?: string } = {}): string {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    ...options,
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`.slice(-4000)}`);
}

/**
 * The smallest Debian 12 that debootstrap makes, with what `install`, a shell script, adds to it.
 * It is made once and kept in .cache/install; nothing may write into it.
 */
export function debianTree(name: string, install: string): string {
  const tree = join(CACHE, `${name}-${createHash('sha256').update(install).digest('hex').slice(0, 12)}`);
  if (existsSync(tree)) return tree;
  console.log(`  making ${name}: Debian ${RELEASE} by debootstrap …`);
  const draft = `${tree}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  run('debootstrap', ['--variant=minbase', RELEASE, draft, MIRROR]);
  // No service starts while its package is installed.
  const policy = join(draft, 'usr/sbin/policy-rc.d');
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  run('chroot', [draft, 'env', 'DEBIAN_FRONTEND=noninteractive', 'sh', '-eux'], { input: install });
  rmSync(policy);
  renameSync(draft, tree);
  return tree;
}
