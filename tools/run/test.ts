import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countPlaywright, countSummaryLine, countVitest } from './count-tests.ts';
import { useMemoryForTemporaryFiles } from './memory-folder.ts';
import { findTestBrowser } from './programs/find-chromium.ts';
import { findFreeRadius } from './programs/find-freeradius.ts';
import { findMariaDb } from './programs/find-mariadb.ts';
import { ensurePromtool } from './programs/find-promtool.ts';
import { findRedis } from './programs/find-redis.ts';
import { ROOT, RUN_CACHE, report, runSteps, type Step, type Steps } from './run-step.ts';
import {
  printBudget,
  printRetriedTests,
  printSlowestFiles,
  readPlaywrightRun,
  readVitestTimes,
} from './run-summary.ts';

// `npm test` runs all but the long tests. `npm run test:long` (--long) runs those, and `npm run
// test:pages` (--pages) the browser tests that go through every page; `npm run test:full` (--full) runs
// everything in its longest form.

const BUDGET_MINUTES = 10;

const { full, long, pages } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    pages: { type: 'boolean', default: false },
  },
}).values;
// Tests with a long form read this.
if (full) process.env.FULL_TESTS = '1';
const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name);
const vitestReport = join(RUN_CACHE, 'vitest.json');
const vitestTimes = join(RUN_CACHE, 'vitest-times.json');
const playwrightReport = join(RUN_CACHE, 'playwright.json');
const aloneReport = join(RUN_CACHE, 'playwright-alone.json');

/** `part` is what vitest.config.ts makes of it. */
const vitestStep = (name: string, part: 'short' | 'long' | 'all'): Step => ({
  name,
  command: [bin('vitest'), 'run'],
  env: { TEST_REPORTS: RUN_CACHE, TEST_PART: part },
  limitMinutes: full ? 60 : 25,
  count: () => countVitest(vitestReport),
});

const shortSteps: Steps = [
  {
    name: 'check',
    command: [process.execPath, 'tools/run/check.ts'],
    limitMinutes: 5,
    count: countSummaryLine,
  },
  // The crash test mostly waits for a portal to restart; neither of them measures a time.
  [
    {
      name: 'crash test',
      command: [process.execPath, 'bench/crash/run.ts', ...(full ? ['--full'] : [])],
      limitMinutes: full ? 60 : 10,
      count: countSummaryLine,
    },
    vitestStep('unit and database tests', full ? 'all' : 'short'),
  ],
  // Neither of them measures a time that a machine at work would spoil.
  [
    {
      name: 'chat soak test',
      command: [process.execPath, 'bench/chat/run.ts', ...(full ? ['--full'] : [])],
      limitMinutes: full ? 60 : 10,
      count: countSummaryLine,
    },
    {
      name: 'fuzz test',
      command: [process.execPath, 'bench/fuzz/run.ts', ...(full ? ['--cases', '1000'] : [])],
      limitMinutes: full ? 180 : 10,
      count: countSummaryLine,
    },
  ],
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

function browserTests(chromiumPath: string): Step[] {
  const program = bin('playwright');
  const all = ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json'];
  const [name, which] = full
    ? ['browser tests', '--grep-invert=@alone']
    : long
      ? ['long browser tests', '--grep=@long']
      : pages
        ? ['browser tests of every page', '--grep=@every-page']
        : ['browser tests', '--grep-invert=@long|@every-page|@alone'];
  const main: Step = {
    name,
    command: [program, ...all, which],
    env: { CHROMIUM_PATH: chromiumPath, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    limitMinutes: full ? 180 : 55,
    count: () => countPlaywright(playwrightReport),
  };
  const alone: Step = {
    // Measurements need the machine to themselves, as far as possible: without the permission, nice
    // prints a warning and continues.
    name: 'browser tests that measure',
    command: ['nice', '-n', '-10', program, ...all, '--grep=@alone', '--workers=1'],
    env: { CHROMIUM_PATH: chromiumPath, PLAYWRIGHT_JSON_OUTPUT_FILE: aloneReport },
    limitMinutes: 10,
    count: () => countPlaywright(aloneReport),
  };
  return full || long ? [main, alone] : [main];
}

// A report of an earlier run must not be read for this one.
for (const path of [vitestReport, vitestTimes, playwrightReport, aloneReport]) rmSync(path, { force: true });
const startedAt = performance.now();
useMemoryForTemporaryFiles();
const steps: Steps = [];
if (!long && !pages) steps.push(...shortSteps);
if (long) steps.push(vitestStep('long unit and database tests', 'long'));
if (full) steps.push(...longSteps);
for (const missing of [findRedis(), findFreeRadius(), findMariaDb(), ensurePromtool()])
  if (missing !== null) console.log(missing);
const chromium = findTestBrowser();
if ('path' in chromium) steps.push(...browserTests(chromium.path));
const counts = await runSteps(steps);
if ('missing' in chromium) {
  counts.failed += 1;
  console.log(chromium.missing);
}
const browserRuns = [playwrightReport, aloneReport].map(readPlaywrightRun);
printSlowestFiles([...readVitestTimes(vitestTimes), ...browserRuns.flatMap(({ times }) => times)]);
if (printRetriedTests(browserRuns.flatMap(({ retried }) => retried))) counts.failed += 1;
if (!full && !long && !pages) await printBudget((performance.now() - startedAt) / 1000, BUDGET_MINUTES);
report(counts);
