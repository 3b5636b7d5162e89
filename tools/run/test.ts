import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countPlaywright, countSummaryLine, countVitest } from './count-tests.ts';
import { findTestBrowser } from './find-chromium.ts';
import { findFreeRadius } from './find-freeradius.ts';
import { ensurePromtool } from './find-promtool.ts';
import { findRedis } from './find-redis.ts';
import { ROOT, RUN_CACHE, report, runSteps, type Step } from './run-step.ts';
import { readPlaywrightRun, readVitestTimes, tellBudget, tellRetriedTests, tellSlowestFiles } from './run-summary.ts';

// Everything: npm test. With --full the long forms of everything, which are in no hurry: npm run test:full.

const BUDGET_MINUTES = 10;

const { full } = parseArgs({ options: { full: { type: 'boolean', default: false } } }).values;
// Tests that have a long form look for it.
if (full) process.env.FULL_TESTS = '1';
const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name);
const vitestReport = join(RUN_CACHE, 'vitest.json');
const vitestTimes = join(RUN_CACHE, 'vitest-times.json');
const playwrightReport = join(RUN_CACHE, 'playwright.json');
const aloneReport = join(RUN_CACHE, 'playwright-alone.json');

const steps: Step[] = [
  {
    name: 'check',
    command: [process.execPath, 'tools/run/check.ts'],
    limitMinutes: 5,
    count: countSummaryLine,
  },
  {
    name: 'unit and database tests',
    command: [bin('vitest'), 'run'],
    env: { TEST_REPORTS: RUN_CACHE },
    limitMinutes: 25,
    count: () => countVitest(vitestReport),
  },
  {
    name: 'crash test',
    command: [process.execPath, 'bench/crash/run.ts', ...(full ? ['--full'] : [])],
    limitMinutes: full ? 60 : 10,
    count: countSummaryLine,
  },
  {
    name: 'chat soak test',
    command: [process.execPath, 'bench/chat/run.ts', ...(full ? ['--full'] : [])],
    limitMinutes: full ? 60 : 10,
    count: countSummaryLine,
  },
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
  return [
    {
      name: 'browser tests',
      command: [program, ...all, '--grep-invert=@alone'],
      env: { CHROMIUM_PATH: chromiumPath, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
      limitMinutes: full ? 180 : 55,
      count: () => countPlaywright(playwrightReport),
    },
    {
      // What is timed must have the machine to itself, as far as it may: without the right to it, nice says so and goes on.
      name: 'browser tests that measure',
      command: ['nice', '-n', '-10', program, ...all, '--grep=@alone', '--workers=1'],
      env: { CHROMIUM_PATH: chromiumPath, PLAYWRIGHT_JSON_OUTPUT_FILE: aloneReport },
      limitMinutes: 10,
      count: () => countPlaywright(aloneReport),
    },
  ];
}

// A report of an earlier run must not speak for this one.
for (const path of [vitestReport, vitestTimes, playwrightReport, aloneReport]) rmSync(path, { force: true });
const startedAt = performance.now();
if (full) steps.push(...longSteps);
for (const missing of [findRedis(), findFreeRadius(), ensurePromtool()]) if (missing !== null) console.log(missing);
const chromium = findTestBrowser();
if ('path' in chromium) steps.push(...browserTests(chromium.path));
const counts = await runSteps(steps);
if ('missing' in chromium) {
  counts.failed += 1;
  console.log(chromium.missing);
}
const browserRuns = [playwrightReport, aloneReport].map(readPlaywrightRun);
tellSlowestFiles([...readVitestTimes(vitestTimes), ...browserRuns.flatMap(({ times }) => times)]);
if (tellRetriedTests(browserRuns.flatMap(({ retried }) => retried))) counts.failed += 1;
if (!full) await tellBudget((performance.now() - startedAt) / 1000, BUDGET_MINUTES);
report(counts);
