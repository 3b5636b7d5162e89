import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './debian-tree.ts';

const BOOT_WITHIN_MS = 60_000;

export type DebianMachine = {
  /** A shell script as root; throws with its output when a command fails. */
  readonly sh: (script: string) => string;
  /** A program whose output is shown; returns whether it succeeded. */
  readonly show: (command: readonly string[], env: Readonly<Record<string, string>>) => boolean;
  readonly stop: () => Promise<void>;
};

/**
 * Boots a Debian tree with systemd as process 1, in namespaces of its own: another network, whose
 * only address is loopback, and files whose changes are lost when it stops. `shared` folders appear
 * in it read-only under the same path. Needs root.
 */
export async function bootMachine(tree: string, shared: readonly string[]): Promise<DebianMachine> {
  const binds = shared.map((path) => `--bind-ro=${path}`);
  const options = ['--volatile=overlay', '--private-network', '--register=no', '--keep-unit', '--console=pipe'];
  const nspawn = spawn('systemd-nspawn', ['--quiet', ...options, ...binds, `--directory=${tree}`, '--boot'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [nspawn.stdout, nspawn.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const gone = once(nspawn, 'exit');
  const leader = await untilBooted(nspawn.pid ?? 0, () => {
    if (nspawn.exitCode !== null) throw new Error(`the machine did not boot: ${said}`);
  });
  const enter = ['--target', String(leader), '--all'];
  const clean = ['env', '-i', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'LC_ALL=C.UTF-8'];
  return {
    sh: (script) => run('nsenter', [...enter, ...clean, 'sh', '-eu'], { input: script }),
    show: (command, env) => {
      const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
      return spawnSync('nsenter', [...enter, ...clean, ...variables, ...command], { stdio: 'inherit' }).status === 0;
    },
    stop: async () => {
      run('nsenter', [...enter, 'systemctl', 'poweroff']);
      await gone;
    },
  };
}

/** The process id, here, of the machine's process 1 once systemd has started everything. */
async function untilBooted(nspawn: number, check: () => void): Promise<number> {
  const giveUpAt = performance.now() + BOOT_WITHIN_MS;
  for (;;) {
    check();
    const leader = descendants(nspawn).find((pid) => /^NSpid:.*\t1$/m.test(statusOf(pid)));
    if (leader !== undefined) {
      const args = ['--target', String(leader), '--all', 'systemctl', 'is-system-running'];
      const { stdout } = spawnSync('nsenter', args, { encoding: 'utf8' });
      if (/^(running|degraded)$/m.test(stdout)) return leader;
    }
    if (performance.now() > giveUpAt) throw new Error('the machine did not boot in a minute');
    await sleep(100);
  }
}

function descendants(pid: number): number[] {
  const children = readIfThere(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

function statusOf(pid: number): string {
  return readIfThere(`/proc/${pid}/status`);
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
