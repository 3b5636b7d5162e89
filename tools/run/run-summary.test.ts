import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { ROOT } from './run-step.ts';
import {
  type FileTime,
  failedInVitest,
  printBudget,
  printLeftOut,
  printRetriedTests,
  printSlowestFiles,
  readPlaywrightRun,
  readVitestTimes,
} from './run-summary.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-summary-'));
afterAll(() => rmSync(folder, { recursive: true }));

let printed: string[] = [];
beforeEach(() => {
  printed = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  return () => log.mockRestore();
});

function writeReport(report: object): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return path;
}

const tried = (status: string, ...durations: number[]) => ({
  status,
  results: durations.map((duration) => ({ duration })),
});
const playwrightReport = {
  config: { rootDir: join(ROOT, 'e2e') },
  suites: [
    {
      specs: [{ title: 'pays', file: 'pay.test.ts', tests: [tried('expected', 1000)] }],
      suites: [{ specs: [{ title: 'pays twice', file: 'pay.test.ts', tests: [tried('flaky', 9000, 2000)] }] }],
    },
    { specs: [{ title: 'chats', file: 'chat.test.ts', tests: [tried('unexpected', 500, 500)] }] },
  ],
};

it('the time of a browser test file is that of all its tests, with every retry', () => {
  expect(readPlaywrightRun(writeReport(playwrightReport)).times).toEqual([
    { file: 'e2e/pay.test.ts', project: 'browser', seconds: 12 },
    { file: 'e2e/chat.test.ts', project: 'browser', seconds: 1 },
  ]);
});

it('a test that passed only on the retry is named with its file; one that failed every time is not a successful retry', () => {
  const { retried } = readPlaywrightRun(writeReport(playwrightReport));
  expect(printRetriedTests(retried)).toBe(false);
  expect(printed.slice(1)).toEqual(['  e2e/pay.test.ts: pays twice']);
});

it.each([
  [2, false],
  [3, true],
])('%i tests that were repeated fail the run: %s', (count, fails) => {
  const retried = Array.from({ length: count }, (_, index) => ({ file: 'e2e/pay.test.ts', title: `pays ${index}` }));
  expect(printRetriedTests(retried)).toBe(fails);
  const failed = retried.map(({ file, title }) => `failed: ${file}: ${title} (passed when repeated)`);
  expect(printed.filter((line) => line.startsWith('failed: '))).toEqual(fails ? failed : []);
});

it('retries are not mentioned when there were none, nor for a run without a report', () => {
  const nothing = readPlaywrightRun(join(folder, 'never-written.json'));
  expect(printRetriedTests(nothing.retried)).toBe(false);
  expect([nothing.times, readVitestTimes(join(folder, 'never-written.json')), printed]).toEqual([[], [], []]);
});

it('names the tests that failed, and a file that failed before its tests', () => {
  const inFile = (name: string) => join(ROOT, 'apps/server/src', name);
  const testResults = [
    {
      name: inFile('pay.test.ts'),
      status: 'failed',
      assertionResults: [
        { fullName: 'a payment settles once', status: 'failed' },
        { fullName: 'a payment is shown', status: 'passed' },
      ],
    },
    { name: inFile('chat.test.ts'), status: 'failed', assertionResults: [] },
    { name: inFile('plans.test.ts'), status: 'passed', assertionResults: [] },
  ];
  expect(failedInVitest(writeReport({ testResults }))).toEqual([
    'apps/server/src/pay.test.ts: a payment settles once',
    'apps/server/src/chat.test.ts',
  ]);
});

it('the ten slowest files are listed, the slowest first, whichever step ran them', () => {
  const times: FileTime[] = Array.from({ length: 12 }, (_, index) => ({
    file: `file-${index}.test.ts`,
    project: index % 2 === 0 ? 'unit' : 'browser',
    seconds: index,
  }));
  printSlowestFiles(readVitestTimes(writeReport(times)));
  expect(printed[0]).toBe('The 10 slowest of 12 test files:');
  expect(printed.slice(1)).toHaveLength(10);
  expect(printed[1]).toMatch(/ 11\.0 s {2}browser +file-11\.test\.ts$/);
  expect(printed.at(-1)).toMatch(/file-2\.test\.ts$/);
});

it('a run reports its time beside its budget, and how fast the machine is only when it is over', async () => {
  await printBudget(599.9, 10);
  await printBudget(754, 10);
  expect(printed).toEqual([
    'It took 9 min 59 s of its 10 minutes.',
    expect.stringMatching(
      /^WARNING: it took 12 min 34 s, over its budget of 10 minutes\. A password check takes \d+\.\d ms here; the budget is for 7 to 10 ms\.$/,
    ),
  ]);
});

it('each step that CI left out is named, with the time and the speed of the machine, and nothing where there was none', async () => {
  await printLeftOut([], 100);
  expect(printed).toEqual([]);
  await printLeftOut(['upgrade-drill', 'test:long'], 56 * 60 + 59);
  expect(printed).toEqual([
    'not checked: upgrade-drill',
    'not checked: test:long',
    expect.stringMatching(/^The run had taken 56 minutes at a password check of [\d.]+ ms\.$/),
  ]);
});
