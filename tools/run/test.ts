import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { countSummaryLine } from './count-tests.ts';
import { useMemoryForTemporaryFiles } from './memory-folder.ts';
import { findTestBrowser } from './programs/find-chromium.ts';
import { missingPrograms } from './programs/missing-programs.ts';
import { report, runSteps, type Step, type Steps } from './run-step.ts';
import {
  printBudget,
  printRetriedTests,
  printSlowestFiles,
  readPlaywrightRun,
  readVitestTimes,
} from './run-summary.ts';
import {
  browserStep,
  chatStep,
  crashStep,
  fuzzStep,
  measuringStep,
  NOT_LONG,
  PLAYWRIGHT_REPORTS,
  VITEST_REPORT,
  VITEST_TIMES,
  vitestStep,
} from './test-steps.ts';

// `npm test` runs all but the long tests. `npm run test:long` (--long) runs those, with --in-ci those in the
// browser that are about money alone; `npm run test:pages` (--pages) the browser
// tests that go through every page; `npm run test:full` (--full) runs everything in its longest form.

const BUDGET_MINUTES = 10;

const {
  full,
  long,
  pages,
  'in-ci': inCi,
} = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    pages: { type: 'boolean', default: false },
    'in-ci': { type: 'boolean', default: false },
  },
}).values;
// Tests with a long form read this.
if (full) process.env.FULL_TESTS = '1';

// The limits of those that `npm test` runs are an hour in all: CI ends before somebody ends it.
const vitestMinutes = full ? 60 : 25;
const shortSteps: Steps = [
  {
    name: 'check',
    command: [process.execPath, 'tools/run/check.ts'],
    limitMinutes: 5,
    count: countSummaryLine,
  },
  // The crash test mostly waits for a portal to restart; neither of them measures a time.
  [
    crashStep(full),
    vitestStep('unit and database tests', { part: full ? 'all' : 'short', limitMinutes: vitestMinutes }),
  ],
  // Neither of them measures a time that a machine at work would spoil.
  [chatStep(full), fuzzStep(full)],
];

const longSteps: Step[] = [
  { name: 'simulated histories', command: [process.execPath, 'tools/run/histories.ts'], limitMinutes: 60 },
  {
    name: 'tests on PostgreSQL 15',
    command: [process.execPath, 'tools/run/test-postgres.ts'],
    limitMinutes: 30,
    count: countSummaryLine,
  },
];

/** The long browser tests that CI has time for: those of money. */
const IN_CI = ['e2e/billing/'];

function browserTests(chromium: string): Step[] {
  const [name, which, limitMinutes] = full
    ? (['browser tests', '--grep-invert=@alone', 180] as const)
    : long
      ? (['long browser tests', '--grep=@long', 55] as const)
      : pages
        ? (['browser tests of every page', '--grep=@every-page', 55] as const)
        : (['browser tests', NOT_LONG, 20] as const);
  const main = browserStep(name, { chromium, limitMinutes, words: [which, ...(inCi ? IN_CI : [])] });
  return full || (long && !inCi) ? [main, measuringStep(chromium)] : [main];
}

// A report of an earlier run must not be read for this one.
for (const path of [VITEST_REPORT, VITEST_TIMES, ...PLAYWRIGHT_REPORTS]) rmSync(path, { force: true });
const startedAt = performance.now();
useMemoryForTemporaryFiles();
const steps: Steps = [];
if (!long && !pages) steps.push(...shortSteps);
if (long) steps.push(vitestStep('long unit and database tests', { part: 'long', limitMinutes: vitestMinutes }));
if (full) steps.push(...longSteps);
for (const missing of missingPrograms({ long: long || full })) console.log(missing);
const chromium = findTestBrowser();
if ('path' in chromium) steps.push(...browserTests(chromium.path));
const counts = await runSteps(steps);
if ('missing' in chromium) {
  counts.failed += 1;
  console.log(chromium.missing);
}
const browserRuns = PLAYWRIGHT_REPORTS.map(readPlaywrightRun);
printSlowestFiles([...readVitestTimes(VITEST_TIMES), ...browserRuns.flatMap(({ times }) => times)]);
if (printRetriedTests(browserRuns.flatMap(({ retried }) => retried))) counts.failed += 1;
if (!full && !long && !pages) await printBudget((performance.now() - startedAt) / 1000, BUDGET_MINUTES);
report(counts);
