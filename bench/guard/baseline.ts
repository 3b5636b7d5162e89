import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { median } from '../load/median.ts';

/**
 * What one request of a call takes: the functions that the portal calls, the statements that its
 * database executes and the blocks that they read, which are the same on every machine; and processor
 * time of both, each as a multiple of the processor time of a constant route in the same run.
 */
const work = z.readonly(
  z.object({
    functions: z.number(),
    statements: z.number(),
    blocks: z.number(),
    portal: z.number(),
    database: z.number(),
  }),
);

export type Work = z.infer<typeof work>;

export type WorkOfCalls = Readonly<Record<string, Work>>;

type Limit = {
  readonly part: keyof Work;
  readonly name: string;
  /** How many times its baseline a call may take. */
  readonly most: number;
  /** A smaller difference is none, however many times that of the baseline. */
  readonly noise: number;
  /** Whether a slow machine takes more of it. */
  readonly isTime: boolean;
};

/** What these follow from: docs/decisions/102-the-guard-counts-calls.md. */
const LIMITS: readonly Limit[] = [
  { part: 'functions', isTime: false, name: 'functions called', most: 1.2, noise: 100 },
  { part: 'statements', isTime: false, name: 'statements', most: 1, noise: 0 },
  { part: 'blocks', isTime: false, name: 'blocks read', most: 1.3, noise: 5 },
  // On a shared machine the same work was seen to cost up to 1.9 times as much.
  { part: 'portal', isTime: true, name: 'processor time of the portal', most: 2.5, noise: 1 },
  { part: 'database', isTime: true, name: 'processor time of the database', most: 2.5, noise: 1 },
];

/** What is measured of a call. */
export const PARTS = LIMITS.map(({ part }) => part);

const baselineFile = z.record(z.string(), work);

/** Reads the committed baseline. Throws a sentence for a person when it is missing or malformed. */
export function readBaseline(file: string): WorkOfCalls {
  try {
    return z.parse(baselineFile, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    throw new Error(`${file} is not a baseline ({ call: { ${PARTS.join(', ')} } }): ${reason}`);
  }
}

/** Two digits after the point. */
export function rounded(measured: Work): Work {
  const entries = Object.entries(measured).map(([part, value]) => [part, Math.round(value * 100) / 100]);
  return Object.fromEntries(entries) as Work;
}

/** Of two measurements of the same calls each part's smaller one: what was dearer each time. */
export function lesserOf(one: WorkOfCalls, other: WorkOfCalls): WorkOfCalls {
  const lesser = ([name, work]: [string, Work]) => {
    const parts = PARTS.map((part) => [part, Math.min(work[part], other[name]?.[part] ?? Infinity)]);
    return [name, Object.fromEntries(parts) as Work] as const;
  };
  return Object.fromEntries(Object.entries(one).map(lesser));
}

export function writeBaseline(file: string, measured: WorkOfCalls): void {
  const calls = Object.fromEntries(Object.entries(measured).map(([name, of]) => [name, rounded(of)]));
  writeFileSync(file, `${JSON.stringify(calls, null, 2)}\n`);
}

/** Where everything costs more than this many times its baseline, more than the machine has changed. */
const SLOWEST_MACHINE = 2;

/**
 * How many times its baseline the processor time of most calls is, 1 to 2: what the machine adds to all
 * alike, which no change of one call does.
 */
export function slownessOf(measured: WorkOfCalls, baseline: WorkOfCalls): number {
  const multiples = Object.entries(measured).flatMap(([name, now]) => {
    const before = baseline[name];
    return before && before.portal > 0 ? [now.portal / before.portal] : [];
  });
  const middle = multiples.length > 0 ? median(multiples) : 1;
  return Math.min(Math.max(middle, 1), SLOWEST_MACHINE);
}

/**
 * One sentence for each call that takes more than it may on a machine of this slowness; also for a call
 * without a baseline, and for a baseline without its call.
 */
export function findDearer(
  measured: WorkOfCalls,
  baseline: WorkOfCalls,
  slowness: number,
): ReadonlyMap<string, string> {
  const dearer = new Map<string, string>();
  for (const [name, measuredNow] of Object.entries(measured)) {
    const before = baseline[name];
    if (before === undefined) {
      dearer.set(name, 'has no baseline');
      continue;
    }
    const now = rounded(measuredNow);
    const said = LIMITS.filter(({ part, most, noise, isTime }) => {
      const atMost = most * (isTime ? slowness : 1);
      return now[part] > atMost * before[part] && now[part] - before[part] > noise;
    }).map(({ part, name: what }) => `${what} ${now[part]} instead of ${before[part]}`);
    if (said.length > 0) dearer.set(name, said.join(', '));
  }
  for (const name of Object.keys(baseline)) if (!(name in measured)) dearer.set(name, 'was not measured');
  return dearer;
}
