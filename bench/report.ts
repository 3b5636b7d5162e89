import { cpus, loadavg } from 'node:os';
import type { Round } from './measure.ts';
import type { LoadResult } from './run-load.ts';

export type Measurements = {
  readonly generator: string;
  readonly rounds: readonly Round[];
  readonly portalBytesBefore: number;
  readonly portalBytesAfter: number;
  /** From `npm start` on an existing data folder to the first 200 of /readyz. */
  readonly startsMs: readonly number[];
};

export type Goal = {
  readonly name: string;
  readonly wanted: string;
  readonly measured: string;
  readonly reached: boolean;
};

const MEGABYTE = 1024 * 1024;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The goals of speed and memory (docs/performance.md) and whether these measurements reach them. Ratios are medians of the ratios within a round. */
export function judge(measured: Measurements): Goal[] {
  const { rounds } = measured;
  const ratio = (of: (round: Round) => number) => median(rounds.map(of));
  const atLeast = (name: string, value: number, wanted: number, show: (value: number) => string): Goal => ({
    name,
    wanted: `≥ ${show(wanted)}`,
    measured: show(value),
    reached: value >= wanted,
  });
  const atMost = (name: string, value: number, wanted: number, show: (value: number) => string): Goal => ({
    name,
    wanted: `≤ ${show(wanted)}`,
    measured: show(value),
    reached: value <= wanted,
  });
  const times = (value: number) => `${value.toFixed(1)}×`;
  const percent = (value: number) => `${(value * 100).toFixed(0)} %`;
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  const rate = (of: (round: Round) => LoadResult, to: (round: Round) => LoadResult) =>
    ratio((round) => of(round).requestsPerSecond / to(round).requestsPerSecond);
  return [
    atLeast(
      'Plans against Express',
      rate(
        (r) => r.plans,
        (r) => r.plansExpress,
      ),
      4,
      times,
    ),
    atLeast(
      'Plans against constant JSON',
      rate(
        (r) => r.plans,
        (r) => r.constant,
      ),
      0.6,
      percent,
    ),
    atLeast(
      'GET /api/user against Express',
      rate(
        (r) => r.user,
        (r) => r.userExpress,
      ),
      4,
      times,
    ),
    atLeast(
      'Sign-in against cores ÷ hash time',
      ratio((r) => r.signIn.requestsPerSecond / r.hash.checksPerSecond),
      0.9,
      percent,
    ),
    atMost(
      'p99 of GET /api/user during sign-ins',
      median(rounds.map((r) => r.userDuringSignIn.p99Ms)),
      100,
      (ms) => `${ms.toFixed(0)} ms`,
    ),
    atMost(
      'Resident memory after the run',
      measured.portalBytesAfter / MEGABYTE,
      150,
      (size) => `${size.toFixed(0)} MB`,
    ),
    atMost('npm start on an existing data folder', median(measured.startsMs) / 1000, 4, seconds),
  ];
}

/** Requests that failed, over all rounds and servers. */
export function countErrors(rounds: readonly Round[]): number {
  return rounds.reduce((sum, { hash: _hash, ...loads }) => {
    return sum + Object.values(loads).reduce((errors, load) => errors + load.errors, 0);
  }, 0);
}

/** The measurements and goals as Markdown, ready to be put into docs/performance.md. */
export function describeMeasurements(measured: Measurements, goals: readonly Goal[]): string {
  const { rounds } = measured;
  const hashing = (of: (round: Round) => number) => median(rounds.map(of));
  return [
    `Machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, load average at the end ${loadavg()[0]?.toFixed(1)}. ` +
      `Load: ${measured.generator}, medians of ${rounds.length} interleaved rounds.`,
    '',
    '| Call | Server | Requests/s | p50 ms | p99 ms | Errors |',
    '|---|---|--:|--:|--:|--:|',
    row('constant JSON', 'Fastify', rounds, (r) => r.constant),
    row('GET /api/service-plans', 'portal', rounds, (r) => r.plans),
    row('', 'Express', rounds, (r) => r.plansExpress),
    row('GET /api/user', 'portal', rounds, (r) => r.user),
    row('', 'Express', rounds, (r) => r.userExpress),
    row('', 'Express, sessions not extended', rounds, (r) => r.userExpressWithoutTouch),
    row('POST /api/login', 'portal', rounds, (r) => r.signIn),
    row('', 'Express', rounds, (r) => r.signInExpress),
    row('GET /api/user during sign-ins', 'portal', rounds, ({ userDuringSignIn }) => ({
      ...userDuringSignIn,
      requestsPerSecond: Number.NaN,
    })),
    '',
    `Password check: ${hashing((r) => r.hash.singleHashMs).toFixed(1)} ms one after the other; ` +
      `${hashing((r) => r.hash.checksPerSecond).toFixed(0)}/s with all cores at work (cores ÷ hash time).  `,
    `Resident memory of the portal: ${megabytes(measured.portalBytesBefore)} after the start, ${megabytes(measured.portalBytesAfter)} after the run.  `,
    `npm start on an existing data folder: ${measured.startsMs.map((ms) => `${(ms / 1000).toFixed(2)} s`).join(', ')}.`,
    '',
    '| Goal | Wanted | Measured | |',
    '|---|--:|--:|---|',
    ...goals.map(({ name, wanted, measured: value, reached }) => {
      return `| ${name} | ${wanted} | ${value} | ${reached ? 'reached' : '**not reached**'} |`;
    }),
  ].join('\n');
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(0)} MB`;
}

function row(call: string, server: string, rounds: readonly Round[], of: (round: Round) => LoadResult): string {
  const loads = rounds.map(of);
  const perSecond = median(loads.map((load) => load.requestsPerSecond));
  const figures = [
    Number.isNaN(perSecond) ? '' : Math.round(perSecond).toLocaleString('en'),
    median(loads.map((load) => load.p50Ms)).toFixed(2),
    median(loads.map((load) => load.p99Ms)).toFixed(2),
    loads.reduce((sum, load) => sum + load.errors, 0),
  ];
  return `| ${call} | ${server} | ${figures.join(' | ')} |`;
}
