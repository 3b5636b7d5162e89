import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { countPlaywright, countSummaryLine, countVitest } from './count-tests.ts';
import { findTestBrowser } from './find-chromium.ts';
import { findFreeRadius } from './find-freeradius.ts';
import { ensurePromtool } from './find-promtool.ts';
import { findRedis } from './find-redis.ts';
import { ROOT, RUN_CACHE, report, runSteps, type Step } from './run-step.ts';

const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name);
const vitestReport = join(RUN_CACHE, 'vitest.json');
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
    command: [bin('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    limitMinutes: 25,
    count: () => countVitest(vitestReport),
  },
  {
    name: 'crash test',
    command: [process.execPath, 'bench/crash/run.ts'],
    limitMinutes: 12,
    count: countSummaryLine,
  },
  {
    name: 'chat storm',
    command: [process.execPath, 'bench/chat/run.ts'],
    limitMinutes: 6,
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
      limitMinutes: 55,
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
for (const path of [vitestReport, playwrightReport, aloneReport]) rmSync(path, { force: true });
const missingRedis = findRedis();
if (missingRedis !== null) console.log(missingRedis);
const missingRadius = findFreeRadius();
if (missingRadius !== null) console.log(missingRadius);
const missingPromtool = ensurePromtool();
if (missingPromtool !== null) console.log(missingPromtool);
const chromium = findTestBrowser();
if ('path' in chromium) steps.push(...browserTests(chromium.path));
const counts = await runSteps(steps);
if ('missing' in chromium) {
  counts.failed += 1;
  console.log(chromium.missing);
}
report(counts);
