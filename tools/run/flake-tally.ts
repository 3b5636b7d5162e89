import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './run-step.ts';

export const STEP_NAMES = ['unit', 'database', 'browser', 'crash', 'chat', 'fuzz'] as const;
export type StepName = (typeof STEP_NAMES)[number];

export type FlakesOrder = { readonly runs: number; readonly only: readonly StepName[]; readonly isBusy: boolean };

/** One test that failed in one run; `seed` where the run printed one. */
export type Failure = { readonly test: string; readonly log: string; readonly seed: string | null };

const USAGE = `usage: npm run flakes -- --runs N [--only ${STEP_NAMES.join('|')}] [--busy]`;

const isStepName = (name: string): name is StepName => (STEP_NAMES as readonly string[]).includes(name);

/** What is to be repeated, and how often. Throws one sentence that says how the command is called. */
export function parseFlakesArgs(args: readonly string[]): FlakesOrder {
  const options = { runs: { type: 'string' }, only: { type: 'string' }, busy: { type: 'boolean' } } as const;
  let values: { runs?: string | undefined; only?: string | undefined; busy?: boolean | undefined };
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch {
    throw new Error(USAGE);
  }
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error(USAGE);
  const only = values.only === undefined ? STEP_NAMES : [values.only].filter(isStepName);
  if (only.length === 0) throw new Error(USAGE);
  return { runs, only, isBusy: values.busy === true };
}

type VitestReport = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};

/** The tests that failed, by Vitest's `json` report; a file that failed outside its tests by its name. */
export function failedInVitest({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
    if (failed.length === 0 && status === 'failed') return [file];
    return failed.map((title) => `${file}: ${title}`);
  });
}

/** The first seed that a log names. */
export function seedIn(log: string): string | null {
  return /\bseed:? (-?\d+)/.exec(log)?.[1] ?? null;
}

/** One line for each test that failed, the most frequent first: how often, its seeds, and its logs. */
export function tallyLines(failures: readonly Failure[], runs: number): string[] {
  const byTest = Map.groupBy(failures, ({ test }) => test);
  return [...byTest]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([test, times]) => {
      const places = times.map(({ log, seed }) => (seed === null ? log : `${log}, seed ${seed}`));
      return `failed ${times.length} of ${runs}: ${test} (${places.join('; ')})`;
    });
}
