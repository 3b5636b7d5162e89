import { join } from 'node:path';
import { countPlaywright, countSummaryLine, countVitest } from './count-tests.ts';
import { ROOT, RUN_CACHE, type Step } from './run-step.ts';
import { failedInPlaywright, failedInVitest } from './run-summary.ts';

export const VITEST_REPORT = join(RUN_CACHE, 'vitest.json');
export const VITEST_TIMES = join(RUN_CACHE, 'vitest-times.json');
export const PLAYWRIGHT_REPORT = join(RUN_CACHE, 'playwright.json');
const ALONE_REPORT = join(RUN_CACHE, 'playwright-alone.json');
export const PLAYWRIGHT_REPORTS = [PLAYWRIGHT_REPORT, ALONE_REPORT] as const;

const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name);

/** `part` is what vitest.config.ts makes of it. */
export const vitestStep = (
  name: string,
  {
    part,
    limitMinutes,
    words = [],
  }: { readonly part: 'short' | 'long' | 'all'; readonly limitMinutes: number; readonly words?: readonly string[] },
): Step => ({
  name,
  command: [bin('vitest'), 'run', ...words],
  env: { TEST_REPORTS: RUN_CACHE, TEST_PART: part },
  limitMinutes,
  count: () => countVitest(VITEST_REPORT),
  failedTests: () => failedInVitest(VITEST_REPORT),
});

/** `full` is the long form of a test. */
export const crashStep = (full: boolean): Step => ({
  name: 'crash test',
  command: [process.execPath, 'bench/crash/run.ts', ...(full ? ['--full'] : [])],
  limitMinutes: full ? 60 : 10,
  count: countSummaryLine,
});

export const chatStep = (full: boolean): Step => ({
  name: 'chat soak test',
  command: [process.execPath, 'bench/chat/run.ts', ...(full ? ['--full'] : [])],
  limitMinutes: full ? 60 : 10,
  count: countSummaryLine,
});

export const fuzzStep = (full: boolean): Step => ({
  name: 'fuzz test',
  command: [process.execPath, 'bench/fuzz/run.ts', '--cases', full ? '1000' : '50'],
  limitMinutes: full ? 180 : 10,
  count: countSummaryLine,
});

const BROWSER_TESTS = [bin('playwright'), 'test', '--config=e2e/playwright.config.ts', '--reporter=list,json'] as const;

/** `words` choose the tests. */
export const browserStep = (
  name: string,
  {
    chromium,
    limitMinutes,
    words,
  }: { readonly chromium: string; readonly limitMinutes: number; readonly words: readonly string[] },
): Step => ({
  name,
  command: [...BROWSER_TESTS, ...words],
  env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT_REPORT },
  limitMinutes,
  count: () => countPlaywright(PLAYWRIGHT_REPORT),
  failedTests: () => failedInPlaywright(PLAYWRIGHT_REPORT),
});

/** What `npm test` leaves to its longer forms. */
export const NOT_LONG = '--grep-invert=@long|@every-page|@alone';

/**
 * Measurements need the machine to themselves, as far as possible: without the permission, nice
 * prints a warning and continues.
 */
export const measuringStep = (chromium: string): Step => ({
  name: 'browser tests that measure',
  command: ['nice', '-n', '-10', ...BROWSER_TESTS, '--grep=@alone', '--workers=1'],
  env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: ALONE_REPORT },
  limitMinutes: 10,
  count: () => countPlaywright(ALONE_REPORT),
  failedTests: () => failedInPlaywright(ALONE_REPORT),
});
