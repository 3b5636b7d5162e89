import { readdirSync, readFileSync } from 'node:fs';

/**
 * Threads that hash passwords and write the log. A hash takes ten times as long as all the rest of a
 * sign-in, so that nothing else would show beside it.
 */
const LEFT_OUT = 'libuv-worker';

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return '';
  }
}

/** Throws a sentence for a person where this system does not count the processor time of threads. */
export function requireCountedWork(): void {
  if (read('/proc/self/schedstat') !== '') return;
  throw new Error('Nothing was checked: the guard reads processor time from /proc/<pid>/schedstat, which is not here.');
}

/** Processor time in ms since the start of a process, without the threads that hash passwords. */
function processorMsOf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const threads = readdirSync(tasks).filter((thread) => read(`${tasks}/${thread}/comm`).trim() !== LEFT_OUT);
  return threads.reduce((sum, id) => sum + Number(read(`${tasks}/${id}/schedstat`).split(' ', 1)[0]), 0) / 1e6;
}

/** The processes that a PostgreSQL server has started, by the pid of its postmaster. */
function backendsOf(postmasterPid: number): number[] {
  const children = read(`/proc/${postmasterPid}/task/${postmasterPid}/children`).trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/**
 * Begins to count: the returned function gives the processor time in ms that these processes have
 * taken since. A process that has ended meanwhile is left out.
 */
export function countWork(processesOf: () => readonly number[]): () => number {
  const before = new Map(processesOf().map((pid) => [pid, processorMsOf(pid)]));
  return () => processesOf().reduce((sum, pid) => sum + processorMsOf(pid) - (before.get(pid) ?? 0), 0);
}

/** The same for a PostgreSQL server. */
export const countDatabaseWork = (postmasterPid: number): (() => number) => countWork(() => backendsOf(postmasterPid));
