import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPortal } from '../../bench/portal/portal-process.ts';
import { type RunningProgram, startProgram } from '../../bench/portal/program-process.ts';
import { AS_POSTGRES, FIRST, PORTAL_PORT } from './kit.ts';
import { type Machine, processesOn } from './network.ts';

/** The programs of the machines, each started from its file in the machine's folder. */
export type Programs = {
  readonly startEtcd: (machine: Machine) => Promise<void>;
  readonly startSentinel: (machine: Machine) => Promise<void>;
  readonly startHaproxy: (machine: Machine) => Promise<void>;
  /** Patroni, which starts PostgreSQL. */
  readonly startDatabase: (machine: Machine) => Promise<void>;
  /** A signal to Patroni and to every process of PostgreSQL. */
  readonly signalDatabase: (machine: Machine, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => void;
  readonly startRedis: (machine: Machine) => Promise<void>;
  /** SIGKILL. */
  readonly killRedis: (machine: Machine) => Promise<void>;
  /** Resolves when the portal is ready. */
  readonly startPortal: (machine: Machine) => Promise<void>;
  /** SIGKILL. */
  readonly killPortal: (machine: Machine) => Promise<void>;
};

async function kill(program: RunningProgram | undefined): Promise<void> {
  program?.kill('group');
  await program?.exited;
}

export function createPrograms(
  homeOf: (machine: Machine) => string,
  portalEnv: Readonly<Record<string, string>>,
): Programs {
  const logOf = (machine: Machine, name: string): string => join(homeOf(machine), `${name}.log`);
  const launch = (machine: Machine, name: string, command: readonly string[]): Promise<RunningProgram> =>
    startProgram({
      name: `${name} of ${machine.name}`,
      command: [...machine.inside, ...command],
      cwd: homeOf(machine),
      env: {},
      logFile: logOf(machine, name),
    });
  const redis = new Map<Machine, RunningProgram>();
  const portals = new Map<Machine, RunningProgram>();
  return {
    startEtcd: async (machine) => void (await launch(machine, 'etcd', ['etcd', '--config-file', 'etcd.conf.yml'])),
    startSentinel: async (machine) =>
      void (await launch(machine, 'sentinel', ['redis-server', 'sentinel.conf', '--sentinel'])),
    startHaproxy: async (machine) => void (await launch(machine, 'haproxy', ['haproxy', '-f', 'haproxy-database.cfg'])),
    startDatabase: async (machine) =>
      void (await launch(machine, 'patroni', [...AS_POSTGRES, 'patroni', join(homeOf(machine), 'patroni.yml')])),
    signalDatabase: (machine, name) => {
      for (const pid of processesOn(machine).filter(isOfDatabase)) signal(pid, name);
    },
    startRedis: async (machine) => {
      // Later the sentinels say who is the master.
      const isNewReplica = machine !== FIRST && !redis.has(machine);
      const replicates = isNewReplica ? ['--replicaof', `${FIRST.address} 6379`] : [];
      redis.set(machine, await launch(machine, 'redis', ['redis-server', 'redis.conf', ...replicates]));
    },
    killRedis: (machine) => kill(redis.get(machine)),
    startPortal: async (machine) => {
      const place = { host: machine.address, port: PORTAL_PORT, through: machine.inside };
      const files = { dataDir: join(homeOf(machine), 'portal'), logFile: logOf(machine, 'portal') };
      portals.set(machine, await startPortal({ ...place, ...files, env: portalEnv }));
    },
    killPortal: (machine) => kill(portals.get(machine)),
  };
}

function isOfDatabase(pid: number): boolean {
  try {
    return /patroni|postgres/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8').slice(0, 200));
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended.
  }
}
