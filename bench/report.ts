import { cpus } from 'node:os';
import { median } from './load/median.ts';
import type { LoadResult } from './load/run-load.ts';
import type { Round } from './measure.ts';

export type Measurements = {
  readonly generator: string;
  readonly rounds: readonly Round[];
  readonly portalBytesBefore: number;
  readonly portalBytesAfter: number;
  /** Ten seconds after the last request. */
  readonly portalBytesAtRest: number;
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

const percent = (value: number): string => `${(value * 100).toFixed(0)} %`;

type LoadName =
  | 'constant'
  | 'plans'
  | 'plansExpress'
  | 'user'
  | 'userExpress'
  | 'signIn'
  | 'signInKnownDevice'
  | 'signInExpress';

type Limit = { readonly atLeast: number } | { readonly atMost: number };

function goal(name: string, limit: Limit, value: number, show: (value: number) => string): Goal {
  const [sign, wanted] = 'atLeast' in limit ? ['≥', limit.atLeast] : ['≤', limit.atMost];
  const reached = 'atLeast' in limit ? value >= wanted : value <= wanted;
  return { name, wanted: `${sign} ${show(wanted)}`, measured: show(value), reached };
}

/**
 * The goals of speed and memory (docs/performance.md) and whether these measurements reach them.
 * Ratios are medians of the ratios within a round.
 */
export function judge({ rounds, portalBytesAtRest, startsMs }: Measurements): Goal[] {
  const times = (value: number) => `${value.toFixed(1)}×`;
  const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  const ratio = (of: LoadName, to: LoadName) =>
    median(rounds.map((round) => round[of].requestsPerSecond / round[to].requestsPerSecond));
  const waiting = median(rounds.map(({ userDuringSignIn }) => userDuringSignIn.p99Ms));
  return [
    goal('Plans against Express', { atLeast: 5.5 }, ratio('plans', 'plansExpress'), times),
    goal('Plans against constant JSON', { atLeast: 0.65 }, ratio('plans', 'constant'), percent),
    goal('GET /api/user against Express', { atLeast: 8 }, ratio('user', 'userExpress'), times),
    goal(
      'Sign-in on a known device against Express',
      { atLeast: 1 },
      ratio('signInKnownDevice', 'signInExpress'),
      percent,
    ),
    goal('Sign-in on a new device against Express', { atLeast: 0.95 }, ratio('signIn', 'signInExpress'), percent),
    goal('p99 of GET /api/user during sign-ins', { atMost: 100 }, waiting, milliseconds),
    goal('Resident memory after the run', { atMost: 450 * MEGABYTE }, portalBytesAtRest, megabytes),
    goal('npm start on an existing data folder', { atMost: 1.5 }, median(startsMs) / 1000, seconds),
  ];
}

/** Requests that failed, over all rounds and servers. */
export function countErrors(rounds: readonly Round[]): number {
  return rounds.reduce((sum, { hash: _hash, otherWork: _otherWork, ...loads }) => {
    return sum + Object.values(loads).reduce((errors, load) => errors + load.errors, 0);
  }, 0);
}

/** The measurements and goals as Markdown for docs/performance.md. */
export function describeMeasurements(measured: Measurements, goals: readonly Goal[]): string {
  const { rounds } = measured;
  const hashing = (of: (round: Round) => number) => median(rounds.map(of));
  return [
    `Machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}. Load: ${measured.generator}. ` +
      `Figures are medians; other programs took ${rounds.map(({ otherWork }) => percent(otherWork)).join(', ')} of the processors meanwhile.`,
    '',
    '| Call | Server | Requests/s | p50 ms | p99 ms | Errors |',
    '|---|---|--:|--:|--:|--:|',
    row('constant JSON', 'Fastify', rounds, (r) => r.constant),
    row('GET /api/service-plans', 'portal', rounds, (r) => r.plans),
    row('', 'Express', rounds, (r) => r.plansExpress),
    row('GET /api/user', 'portal', rounds, (r) => r.user),
    row('', 'Express', rounds, (r) => r.userExpress),
    row('', 'Express, sessions not extended', rounds, (r) => r.userExpressWithoutTouch),
    row('POST /api/login', 'portal, known device', rounds, (r) => r.signInKnownDevice),
    row('', 'portal, new device', rounds, (r) => r.signIn),
    row('', 'Express', rounds, (r) => r.signInExpress),
    row('GET /api/user during sign-ins', 'portal', rounds, ({ userDuringSignIn }) => ({
      ...userDuringSignIn,
      requestsPerSecond: Number.NaN,
    })),
    row('', 'Express', rounds, ({ userExpressDuringSignIn }) => ({
      ...userExpressDuringSignIn,
      requestsPerSecond: Number.NaN,
    })),
    '',
    `Password check: ${hashing((r) => r.hash.singleHashMs).toFixed(1)} ms one after the other; ` +
      `${hashing((r) => r.hash.checksPerSecond).toFixed(0)}/s with all cores at work (cores ÷ hash time).  `,
    `Resident memory of the portal: ${megabytes(measured.portalBytesBefore)} after the start, ${megabytes(measured.portalBytesAfter)} at the last request, ${megabytes(measured.portalBytesAtRest)} ten seconds later.  `,
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
