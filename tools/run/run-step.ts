import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
/** The folder for everything that a run writes: logs and reports. */
export const RUN_CACHE = join(ROOT, '.cache/run');

export type Counts = { passed: number; failed: number };

export type Step = {
  name: string;
  command: readonly [string, ...string[]];
  env?: Readonly<Record<string, string>>;
  /** After this the step is ended and fails. */
  limitMinutes: number;
  /** Reads how many tests passed and failed; without it the step itself counts as one. */
  count?: (log: string) => Counts & { skipped?: number };
  /** The tests that failed, by name; without it the step itself is named. */
  failedTests?: () => readonly string[];
};

/** Steps one after the other; those of a list within the list may run in parallel. */
export type Steps = (Step | readonly Step[])[];

const TAIL_LINES = 80;
/** How long a step that must end may take to stop its processes. */
const GRACE_MS = 20_000;
/** Of the steps that may run in parallel. */
const AT_ONCE = 2;
const END_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs the steps one after the other, those of a list within the list two at a time, also after a
 * failed one, and sums up. After an interruption the remaining steps are skipped and count as
 * failed.
 */
export async function runSteps(steps: Steps): Promise<Counts> {
  const total = { passed: 0, failed: 0 };
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  for (const signal of END_SIGNALS) process.on(signal, interrupt);
  for (const group of steps) {
    const queue = [group].flat();
    const work = async (): Promise<void> => {
      for (let step = queue.shift(); step; step = queue.shift()) {
        const interrupted = interruption.signal.aborted;
        const { passed, failed } = interrupted ? { passed: 0, failed: 1 } : await runStep(step, interruption.signal);
        total.passed += passed;
        total.failed += failed;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  for (const signal of END_SIGNALS) process.off(signal, interrupt);
  return total;
}

/**
 * Prints the sum as the last line, which CI reads, and fails the process unless everything passed.
 */
export function report({ passed, failed }: Counts): void {
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
}

/** The log file of a step. */
export function logPathOf({ name }: Pick<Step, 'name'>): string {
  return join(RUN_CACHE, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.log`);
}

/** Prints the step's name, writes its output to a log and shows the end of it when it fails. */
async function runStep(step: Step, interruption: AbortSignal): Promise<Counts> {
  const startedAt = performance.now();
  console.log(`▶ ${step.name}: ${step.command.map((word) => relative(ROOT, word) || word).join(' ')}`);
  mkdirSync(RUN_CACHE, { recursive: true });
  const logPath = logPathOf(step);
  const ok = await runToEnd(step, logPath, interruption);
  const log = readFileSync(logPath, 'utf8');
  const counts = judge(step, ok, log);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const place = relative(ROOT, logPath);
  if (counts.failed > 0)
    console.log(`  the end of ${place}:\n${log.trimEnd().split('\n').slice(-TAIL_LINES).join('\n')}`);
  if (counts.failed > 0) for (const name of failedTestsOf(step)) console.log(`failed: ${name}`);
  const skipped = counts.skipped ? `, ${counts.skipped} SKIPPED` : '';
  console.log(`  ${step.name}: ${counts.passed} passed, ${counts.failed} failed${skipped} in ${seconds} s (${place})`);
  return counts;
}

function judge(step: Step, ok: boolean, log: string): Counts & { skipped?: number } {
  if (!step.count) return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const counts = readCounts(step.count, log);
  // A step may fail outside its tests, and a step without any test has proved nothing.
  const silentFailure = counts.failed === 0 && (!ok || counts.passed === 0);
  return silentFailure ? { ...counts, failed: 1 } : counts;
}

function failedTestsOf({ name, failedTests = () => [] }: Step): readonly string[] {
  const names = failedTests();
  return names.length > 0 ? names : [name];
}

function readCounts(count: NonNullable<Step['count']>, log: string): Counts & { skipped?: number } {
  try {
    return count(log);
  } catch {
    return { passed: 0, failed: 0 };
  }
}

async function runToEnd(step: Step, logPath: string, interruption: AbortSignal): Promise<boolean> {
  rmSync(logPath, { force: true });
  const log = openSync(logPath, 'a');
  const [command, ...args] = step.command;
  const child = spawn(command, args, {
    cwd: ROOT,
    // A process group of its own, so that all its processes can be ended.
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...step.env },
  });
  closeSync(log);
  const timers: NodeJS.Timeout[] = [];
  const end = (): void => {
    endGroup(child, 'SIGTERM');
    timers.push(setTimeout(() => endGroup(child, 'SIGKILL'), GRACE_MS));
  };
  interruption.addEventListener('abort', end);
  timers.push(setTimeout(end, step.limitMinutes * 60_000));
  const exitCode = await new Promise<number | null>((done) => {
    child.once('error', () => done(null));
    child.once('exit', (code) => done(code));
  });
  for (const timer of timers) clearTimeout(timer);
  interruption.removeEventListener('abort', end);
  endGroup(child, 'SIGKILL');
  return exitCode === 0;
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // All its processes have ended.
  }
}
