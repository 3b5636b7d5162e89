import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { countPlaywright, countSummaryLine, countVitest } from './count-tests.ts';
import { findChromium } from './find-chromium.ts';
import { type Counts, ROOT, RUN_CACHE, report, runSteps, type Step } from './run-step.ts';

const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name);
const vitestReport = join(RUN_CACHE, 'vitest.json');
const playwrightReport = join(RUN_CACHE, 'playwright.json');

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
    limitMinutes: 8,
    count: () => countVitest(vitestReport),
  },
  {
    name: 'crash test',
    command: [process.execPath, 'bench/crash/run.ts'],
    limitMinutes: 6,
    count: countSummaryLine,
  },
];

async function runBrowserTests(): Promise<Counts> {
  const chromium = findChromium();
  if ('missing' in chromium) {
    console.log(`▶ browser tests\n  ${chromium.missing}`);
    return { passed: 0, failed: 1 };
  }
  const browserTests: Step = {
    name: 'browser tests',
    command: [bin('playwright'), 'test', '--reporter=list,json'],
    env: { CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    limitMinutes: 8,
    count: () => countPlaywright(playwrightReport),
  };
  return runSteps([browserTests]);
}

// A report of an earlier run must not speak for this one.
for (const path of [vitestReport, playwrightReport]) rmSync(path, { force: true });
const first = await runSteps(steps);
const second = await runBrowserTests();
report({ passed: first.passed + second.passed, failed: first.failed + second.failed });
