import { parseArgs } from 'node:util';

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
