import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 15;

export type Program = {
  /** For error messages. */
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly cwd?: string;
  /** Added to this process's own environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The file for its output. */
  readonly logFile: string;
  /** Answers 200 when the program is ready; without it nothing is waited for. */
  readonly readyUrl?: string;
  readonly readyWithinMs?: number;
};

export type RunningProgram = {
  readonly pid: number;
  /** From the spawn to the first 200. */
  readonly readyAfterMs: number;
  /**
   * Resolves with the exit code when the process has ended, for any reason; null after a signal.
   */
  readonly exited: Promise<number | null>;
  readonly isRunning: () => boolean;
  /** SIGKILL to the process alone, or to its whole group. */
  readonly kill: (whom: 'process' | 'group') => void;
  /**
   * SIGTERM to the whole group, then waits for the end of the process. Throws when only SIGKILL,
   * after 35 s, has ended it.
   */
  readonly stop: () => Promise<void>;
};

/** A program that did not start; `output` is the end of its log. */
class StartError extends Error {
  override name = 'StartError';
}

/** A port of 127.0.0.1 that is free now. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/**
 * Starts a program in a process group of its own and waits until it is ready. Throws StartError
 * with the end of its log when it does not start.
 */
export async function startProgram(program: Program): Promise<RunningProgram> {
  const startedAt = performance.now();
  const child = spawnLogged(program);
  let running = true;
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  }).finally(() => {
    running = false;
  });
  const giveUpAt = startedAt + (program.readyWithinMs ?? 600_000);
  while (program.readyUrl !== undefined && !(await answersOk(program.readyUrl))) {
    if (running && performance.now() < giveUpAt) {
      await sleep(POLL_MS);
      continue;
    }
    signal(child, 'SIGKILL', 'group');
    throw new StartError(
      `${program.name} did not become ready:\n${readFileSync(program.logFile, 'utf8').slice(-3000)}`,
    );
  }
  return {
    pid: child.pid ?? 0,
    readyAfterMs: performance.now() - startedAt,
    exited,
    isRunning: () => running,
    kill: (whom) => signal(child, 'SIGKILL', whom),
    stop: async () => {
      let isKilled = false;
      signal(child, 'SIGTERM', 'group');
      const patience = setTimeout(() => {
        isKilled = true;
        signal(child, 'SIGKILL', 'group');
      }, 35_000);
      await exited;
      clearTimeout(patience);
      if (isKilled) throw new Error(`${program.name} did not leave within 35 s and was killed`);
    },
  };
}

function spawnLogged({ command: [file, ...args], cwd, env, logFile }: Program): ChildProcess {
  const log = openSync(logFile, 'a');
  try {
    return spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', log, log], detached: true });
  } finally {
    closeSync(log);
  }
}

function signal(child: ChildProcess, name: NodeJS.Signals, whom: 'process' | 'group'): void {
  if (child.pid === undefined) return;
  try {
    process.kill(whom === 'group' ? -child.pid : child.pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Resident memory of a process in bytes; 0 when it has ended. */
export function residentBytes(pid: number): number {
  try {
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(line?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
