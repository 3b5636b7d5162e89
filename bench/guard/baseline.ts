import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';

/**
 * What one request of a call takes: processor time of the portal and of its database, each as a
 * multiple of the processor time of a constant route in the same run, and its statements.
 */
export type Work = { readonly portal: number; readonly database: number; readonly statements: number };

export type WorkOfCalls = Readonly<Record<string, Work>>;

/** How many times its baseline a call may take. docs/performance.md has the runs it follows from. */
const MOST = 1.3;

/** Below this multiple of the constant route a difference is noise: a job that ran meanwhile. */
const NOISE = 0.3;

const work = z.object({ portal: z.number(), database: z.number(), statements: z.number() });
const baselineFile = z.record(z.string(), work);

/** Reads the committed baseline. Throws a sentence for a person when it is missing or malformed. */
export function readBaseline(file: string): WorkOfCalls {
  try {
    return z.parse(baselineFile, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    throw new Error(`${file} is not a baseline ({ call: { portal, database, statements } }): ${reason}`);
  }
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

export function writeBaseline(file: string, measured: WorkOfCalls): void {
  const entries = Object.entries(measured).map(([name, { portal, database, statements }]) => {
    return [name, { portal: rounded(portal), database: rounded(database), statements }];
  });
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

/**
 * One sentence for each call that takes more than 1.3 times its baseline, or one statement more; also
 * for a call without a baseline, and for a baseline without its call.
 */
export function findDearer(measured: WorkOfCalls, baseline: WorkOfCalls): ReadonlyMap<string, string> {
  const dearer = new Map<string, string>();
  for (const [name, now] of Object.entries(measured)) {
    const before = baseline[name];
    if (before === undefined) {
      dearer.set(name, 'has no baseline');
      continue;
    }
    const said = (['portal', 'database'] as const)
      .filter((part) => now[part] > MOST * before[part] && now[part] - before[part] > NOISE)
      .map((part) => `${(now[part] / before[part]).toFixed(2)} times the processor time of the ${part}`);
    if (now.statements > before.statements) said.push(`${now.statements} statements instead of ${before.statements}`);
    if (said.length > 0) dearer.set(name, said.join(', '));
  }
  for (const name of Object.keys(baseline)) if (!(name in measured)) dearer.set(name, 'was not measured');
  return dearer;
}
