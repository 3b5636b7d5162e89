import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { type Failure, parseFlakesArgs, type StepName, seedIn, tallyLines } from './flake-tally.ts';
import { useMemoryForTemporaryFiles } from './memory-folder.ts';
import { findTestBrowser } from './programs/find-chromium.ts';
import { missingPrograms } from './programs/missing-programs.ts';
import type { Counts } from './run-step.ts';
import { logPathOf, ROOT, report, runSteps, type Step } from './run-step.ts';
import {
  browserStep,
  chatStep,
  crashStep,
  fuzzStep,
  NOT_LONG,
  PLAYWRIGHT_REPORT,
  VITEST_REPORT,
  vitestStep,
} from './test-steps.ts';

// `npm run flakes -- --runs N [--only unit|database|browser|crash|chat|fuzz] [--busy]`: repeats steps of
// `npm test` and lists every test that failed in one of the runs.

const vitest = (project: string): Step =>
  vitestStep(project, { part: 'short', limitMinutes: 25, words: [`--project=${project}`] });

function browser(): Step {
  const found = findTestBrowser();
  if ('missing' in found) throw new Error(found.missing);
  // A failure is to be seen, not repeated.
  return browserStep('browser', { chromium: found.path, limitMinutes: 20, words: [NOT_LONG, '--retries=0'] });
}

const STEPS: Readonly<Record<StepName, () => Step>> = {
  unit: () => vitest('unit'),
  database: () => vitest('database'),
  browser,
  crash: () => crashStep(false),
  chat: () => chatStep(false),
  fuzz: () => fuzzStep(false),
};

/** Keeps one core at work until it is ended, or this process is gone. */
function startBusyProgram(): ChildProcess {
  const program = 'const parent = process.ppid; while (process.ppid === parent) for (let i = 0; i < 1e7; i++);';
  return spawn(process.execPath, ['--eval', program], { stdio: 'ignore' });
}

/** A step once more, with a log of its own, that notes in `failures` what failed. */
function repeated(step: Step, run: number, failures: Failure[]): Step {
  const name = `${step.name} ${run}`;
  const count = (log: string): Counts => {
    try {
      const counts = step.count?.(log) ?? { passed: 0, failed: 1 };
      if (counts.failed > 0) note(log, step.failedTests?.() ?? []);
      return counts;
    } catch (error) {
      note(log, []);
      throw error;
    } finally {
      for (const path of [VITEST_REPORT, PLAYWRIGHT_REPORT]) rmSync(path, { force: true });
    }
  };
  const note = (log: string, tests: readonly string[]): void => {
    const where = { log: relative(ROOT, logPathOf({ name })), seed: seedIn(log) };
    failures.push(...(tests.length > 0 ? tests : [step.name]).map((test) => ({ test, ...where })));
  };
  return { ...step, name, count };
}

function parseOrExit(): ReturnType<typeof parseFlakesArgs> {
  try {
    return parseFlakesArgs(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

const { runs, only, isBusy } = parseOrExit();
useMemoryForTemporaryFiles();
for (const missing of missingPrograms({ long: false })) console.log(missing);
const failures: Failure[] = [];
const steps = only.map((name) => STEPS[name]());
const all = Array.from({ length: runs }, (_, run) => steps.map((step) => repeated(step, run + 1, failures)));
const busy = isBusy ? Array.from({ length: availableParallelism() }, startBusyProgram) : [];
const counts = await runSteps(all.flat());
for (const program of busy) program.kill('SIGKILL');
for (const line of tallyLines(failures, runs)) console.log(line);
report(counts);
