import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { hash } from '@node-rs/argon2';
import { ROOT } from './run-step.ts';

export type FileTime = { readonly file: string; readonly project: string; readonly seconds: number };
export type NamedTest = { readonly file: string; readonly title: string };

const SLOWEST = 10;
/** A retry hides a fault. A shared machine may cause one or two; more are ours. */
const MOST_RETRIES = 2;
/** A password check in ms on the machine that budgets are meant for. */
const FULL_SPEED = '7 to 10 ms';

type PlaywrightSuite = {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly { readonly status: string; readonly results: readonly { readonly duration: number }[] }[];
  }[];
};

type VitestReport = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};

/** From the file of the FileTimesReporter; empty when the run did not finish. */
export function readVitestTimes(path: string): FileTime[] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FileTime[]) : [];
}

/**
 * From the file of Playwright's `json` reporter; empty when the run did not finish. Retries count
 * as time of their file.
 */
export function readPlaywrightRun(path: string): { times: FileTime[]; retried: NamedTest[]; failed: NamedTest[] } {
  if (!existsSync(path)) return { times: [], retried: [], failed: [] };
  const report = JSON.parse(readFileSync(path, 'utf8')) as PlaywrightSuite & { config: { rootDir: string } };
  const specs = specsOf(report).map((spec) => ({
    ...spec,
    file: relative(ROOT, join(report.config.rootDir, spec.file)),
  }));
  const seconds = new Map<string, number>();
  for (const { file, tests } of specs) {
    const milliseconds = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
    seconds.set(file, (seconds.get(file) ?? 0) + milliseconds / 1000);
  }
  return {
    times: [...seconds].map(([file, spent]) => ({ file, project: 'browser', seconds: spent })),
    retried: specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')),
    failed: specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected')),
  };
}

/** The tests that failed, from the file of Playwright's `json` reporter. */
export function failedInPlaywright(path: string): string[] {
  return readPlaywrightRun(path).failed.map(({ file, title }) => `${file}: ${title}`);
}

/**
 * The tests that failed, from the file of Vitest's `json` reporter; a file that failed outside its
 * tests by its name. Empty when the run did not finish.
 */
export function failedInVitest(path: string): string[] {
  if (!existsSync(path)) return [];
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
    if (failed.length === 0 && status === 'failed') return [file];
    return failed.map((title) => `${file}: ${title}`);
  });
}

function specsOf({ suites = [], specs = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** Names the files that are worth making faster. */
export function printSlowestFiles(times: readonly FileTime[]): void {
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  console.log(`The ${slowest.length} slowest of ${times.length} test files:`);
  for (const { file, project, seconds } of slowest)
    console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${project.padEnd(8)}  ${file}`);
}

/** Names every test that passed only on a retry. True when there are more than allowed. */
export function printRetriedTests(retried: readonly NamedTest[]): boolean {
  if (retried.length > 0) console.log('Tests that passed only when repeated, each of them a fault:');
  for (const { file, title } of retried) console.log(`  ${file}: ${title}`);
  const isTooMany = retried.length > MOST_RETRIES;
  if (isTooMany) {
    console.log(`More than ${MOST_RETRIES} tests were repeated: that fails the run.`);
    for (const { file, title } of retried) console.log(`failed: ${file}: ${title} (passed when repeated)`);
  }
  return isTooMany;
}

/** Prints how long a run took beside its budget; when it is over, also how fast this machine is. */
export async function printBudget(seconds: number, budgetMinutes: number): Promise<void> {
  const took = `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
  if (seconds <= budgetMinutes * 60) {
    console.log(`It took ${took} of its ${budgetMinutes} minutes.`);
    return;
  }
  const check = (await passwordCheckMs()).toFixed(1);
  console.log(
    `WARNING: it took ${took}, over its budget of ${budgetMinutes} minutes. A password check takes ${check} ms here; the budget is for ${FULL_SPEED}.`,
  );
}

/** Names the steps of CI that were not begun, since the run had taken too long before them. */
export async function printLeftOut(steps: readonly string[], seconds: number): Promise<void> {
  if (steps.length === 0) return;
  const check = (await passwordCheckMs()).toFixed(1);
  for (const step of steps) console.log(`not checked: ${step}`);
  console.log(`The run had taken ${Math.floor(seconds / 60)} minutes at a password check of ${check} ms.`);
}

/** The median of a few, in ms, with the parameters that the portal hashes with. */
async function passwordCheckMs(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 21; round++) {
    const startedAt = performance.now();
    await hash('wide road, early rain', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[10] ?? 0;
}
