import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { releaseDiskReserve } from './disk-reserve.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { PROGRAM_ENVIRONMENT } from './postgres-programs.ts';
import { isPostmasterOf } from './postmaster-process.ts';
import type { RunIdentity } from './run-identity.ts';
import { SOCKET_PORT } from './socket-folder.ts';

const POLL_MS = 10;
const FAST_STOP_MS = 20_000;
const HARD_STOP_MS = 5000;
/** Replaying the log after a power cut can take minutes. */
const START_MS = 300_000;
/** How long the last processes of a killed postmaster may take to notice that it has ended. */
const LEFTOVERS_MS = 30_000;
/**
 * PostgreSQL's messages when it cannot start because the machine, not its folder, lacks something.
 */
const MACHINE_AT_FAULT =
  /pre-existing shared memory block|No space left on device|Disk quota exceeded|Cannot allocate memory|Too many open files|Resource temporarily unavailable|could not fork|terminated by signal 9/;
const NO_SPACE = /No space left on device|Disk quota exceeded/;
const LARGEST_LOG_BYTES = 8 * 1024 * 1024;

/** Durability settings stay at their safe values; the rest keeps the server small. */
const SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // macOS leaves written data in the disk's cache unless asked for F_FULLFSYNC.
  ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
  // The account that runs it may be another one at the next start, without access to /dev/shm, and a
  // container may have little of it.
  ...(process.platform === 'linux' ? { dynamic_shared_memory_type: 'sysv' } : {}),
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: String(SOCKET_PORT),
  shared_buffers: '64MB',
  huge_pages: 'off',
  io_method: 'sync',
  jit: 'off',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Keeps customers' data out of the log: no row contents, no statements.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** The settings for running PostgreSQL on one cluster. */
export type PostmasterPlan = {
  program: string;
  cluster: string;
  socketFolder: string;
  logPath: string;
  identity: RunIdentity;
  /** Beside our own, which they override. */
  settings?: Readonly<Record<string, string>>;
  /** How long a start may take. */
  startMs?: number;
};

/**
 * Starts the server and resolves when it accepts connections. It runs in a session of its own, so
 * that a signal to the portal's process group does not stop it while the portal answers its last
 * requests. If the portal dies without stopping it, the kernel signals it to shut down (where
 * util-linux's setpriv exists). `signal` aborts the start. Throws EmbeddedPostgresError.
 */
export async function startPostmaster(plan: PostmasterPlan, signal?: AbortSignal): Promise<ChildProcess> {
  const giveUpAt = performance.now() + LEFTOVERS_MS;
  for (;;) {
    const logStart = statSync(plan.logPath, { throwIfNoEntry: false })?.size ?? 0;
    const postmaster = spawnPostmaster(plan);
    if (await becomesReady(postmaster, plan, signal)) return postmaster;
    const said = readFileSync(plan.logPath).subarray(logStart).toString('utf8').trim();
    if (NO_SPACE.test(said) && releaseDiskReserve(plan.cluster)) continue;
    const leftovers = said.includes('pre-existing shared memory block');
    if (!leftovers || performance.now() > giveUpAt || signal?.aborted) {
      const mayPass = postmaster.signalCode === 'SIGKILL' || MACHINE_AT_FAULT.test(said);
      const reason = `it did not start. The end of ${plan.logPath}:\n${said.slice(-2000)}\n`;
      throw new EmbeddedPostgresError(reason, { mayPass });
    }
    endLeftovers(plan.cluster);
    await delay(100);
  }
}

/**
 * Terminates the processes that a killed postmaster left on the cluster: a busy one would notice
 * only after its statement. Call it while no postmaster runs on the cluster. Without /proc, as on
 * macOS, they are left to notice by themselves.
 */
function endLeftovers(cluster: string): void {
  if (!existsSync('/proc')) return;
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    try {
      const isServer = basename(readlinkSync(`/proc/${pid}/exe`)) === 'postgres';
      if (isServer && readlinkSync(`/proc/${pid}/cwd`) === cluster) process.kill(pid, 'SIGTERM');
    } catch {
      // It has ended, or belongs to another user: then wait for it.
    }
  }
}

/** Resolves when the process has ended, with its exit status. */
export async function endOf(postmaster: ChildProcess): Promise<string> {
  if (postmaster.exitCode === null && postmaster.signalCode === null) {
    await new Promise((ended) => postmaster.once('exit', ended));
  }
  return postmaster.signalCode ? `signal ${postmaster.signalCode}` : `exit code ${postmaster.exitCode}`;
}

function spawnPostmaster(plan: PostmasterPlan): ChildProcess {
  const { program, cluster, socketFolder, logPath, identity } = plan;
  const settings = { ...SETTINGS, unix_socket_directories: socketFolder, ...plan.settings };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = program, ...rest] = [...identity.prefix, ...endWithParent(), program, '-D', cluster, ...options];
  if ((statSync(logPath, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG_BYTES)
    renameSync(logPath, `${logPath}.1`);
  const log = openSync(logPath, 'a', 0o600);
  try {
    return spawn(command, rest, {
      cwd: '/',
      detached: true,
      env: PROGRAM_ENVIRONMENT,
      stdio: ['ignore', log, log],
      ...identity.account,
    });
  } finally {
    closeSync(log);
  }
}

function endWithParent(): string[] {
  const wrapper = ['setpriv', '--pdeathsig', 'INT'];
  const probe = spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { stdio: 'ignore', env: PROGRAM_ENVIRONMENT });
  return probe.status === 0 ? wrapper : [];
}

async function becomesReady(
  postmaster: ChildProcess,
  { cluster, startMs = START_MS }: PostmasterPlan,
  signal?: AbortSignal,
): Promise<boolean> {
  let ended = false;
  postmaster.once('exit', () => {
    ended = true;
  });
  postmaster.once('error', () => {
    ended = true;
  });
  const giveUpAt = performance.now() + startMs;
  while (!ended && !signal?.aborted && performance.now() < giveUpAt) {
    const recorded = readPostmasterFile(cluster);
    if (recorded?.ready && recorded.pid === postmaster.pid) return true;
    await delay(POLL_MS);
  }
  if (!ended) {
    postmaster.kill('SIGQUIT');
    await endOf(postmaster);
  }
  return false;
}

/**
 * Prepares the cluster for a new server: afterwards no server runs on it, and no stale record
 * prevents the start.
 */
export async function forgetPostmaster(
  { cluster, socketFolder }: Pick<PostmasterPlan, 'cluster' | 'socketFolder'>,
  log: (message: string) => void,
): Promise<void> {
  await stopLeftPostmaster(cluster, log);
  // A stale lock file of a killed postmaster would block the new one while another process, or a
  // zombie, has its process id.
  rmSync(join(socketFolder, `.s.PGSQL.${SOCKET_PORT}.lock`), { force: true });
}

/**
 * Ends a postmaster that an earlier portal left on this cluster. Discards a record whose process id
 * now belongs to another program, which is never signalled. Only the holder of the data folder's
 * lock may call it.
 */
export async function stopLeftPostmaster(cluster: string, log: (message: string) => void): Promise<void> {
  const recorded = readPostmasterFile(cluster);
  if (!recorded) return;
  if (isPostmasterOf(recorded.pid, cluster)) {
    log(`stopping the PostgreSQL that an earlier portal left running (process ${recorded.pid})`);
    await stopPostmaster(recorded.pid, cluster);
  } else if (isAlive(recorded.pid)) {
    // PostgreSQL would take that program for its own postmaster and refuse to start. Its shared
    // memory check still protects the files.
    rmSync(join(cluster, 'postmaster.pid'));
  }
}

/**
 * Shuts the server down: open transactions are rolled back and the files are left clean. After 20 s
 * it is stopped immediately, and the next start replays its log; committed data is never lost.
 */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  const steps = [
    { signal: 'SIGINT', patienceMs: FAST_STOP_MS },
    { signal: 'SIGQUIT', patienceMs: HARD_STOP_MS },
    { signal: 'SIGKILL', patienceMs: HARD_STOP_MS },
  ] as const;
  for (const { signal, patienceMs } of steps) {
    if (!isPostmasterOf(pid, cluster)) return;
    signalIfAlive(pid, signal);
    const giveUpAt = performance.now() + patienceMs;
    while (performance.now() < giveUpAt) {
      if (!isPostmasterOf(pid, cluster)) return;
      await delay(POLL_MS);
    }
  }
  throw new EmbeddedPostgresError(`process ${pid} holds ${cluster} and does not end`);
}

function readPostmasterFile(cluster: string): { pid: number; ready: boolean } | null {
  const lines = readIfThere(join(cluster, 'postmaster.pid')).split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : null;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
