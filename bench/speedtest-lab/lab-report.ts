import { cpus } from 'node:os';
import type { Line } from '../speed-test/open-shaped-line.ts';
import type { ClientName, Reading } from './lab-clients.ts';
import { goalsOf, nameOf, payloadCeilingOf, truthOf } from './lab-lines.ts';
import type { LabRun } from './measure-inside.ts';

/** All results of one client for one line. */
type Said = {
  readonly client: ClientName;
  readonly readings: readonly Reading[];
  readonly seconds: readonly number[];
  readonly refusals: number;
};

export type LineReport = {
  readonly line: Line;
  readonly runs: readonly LabRun[];
  /** Frames that the delay line lost; anything but 0 invalidates the figures. */
  readonly lostFrames: number;
};

/**
 * Medians and the worst run: errors as shares of the true speed, the ping in ms above the line's.
 */
type Errors = {
  readonly download: Spread;
  readonly upload: Spread;
  readonly ping: number;
};
type Spread = { readonly median: number; readonly worst: number };

/**
 * Both widgets show whole milliseconds, and Cloudflare's subtracts the time that its server reports
 * for itself (decision 025).
 */
const PING_TOLERANCE_MS = 0.5;

const NAMES: Readonly<Record<ClientName, string>> = {
  portal: 'our widget',
  cloudflare: 'Cloudflare 1.14.1',
  librespeed: 'LibreSpeed',
};

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return (lower + upper) / 2;
}

function spreadOf(values: readonly number[], truth: number): Spread {
  const errors = values.map((value) => value / truth - 1);
  return { median: median(errors), worst: errors.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0] ?? Number.NaN };
}

function errorsOf({ readings }: Said, { downMbps, upMbps, rttMs }: Line, rate: (mbps: number) => number): Errors {
  return {
    download: spreadOf(
      readings.map(({ downloadMbps }) => downloadMbps),
      rate(downMbps),
    ),
    upload: spreadOf(
      readings.map(({ uploadMbps }) => uploadMbps),
      rate(upMbps),
    ),
    ping: median(readings.map(({ pingMs }) => pingMs)) - rttMs,
  };
}

function sortByClient(runs: readonly LabRun[]): Said[] {
  return [...new Set(runs.map(({ client }) => client))].map((client) => {
    const own = runs.filter((run) => run.client === client);
    const done = own.flatMap((run) => ('reading' in run ? [run] : []));
    return {
      client,
      readings: done.map(({ reading }) => reading),
      seconds: done.map(({ seconds }) => seconds),
      refusals: own.length - done.length,
    };
  });
}

const percent = (share: number) => `${share >= 0 ? '+' : '−'}${(100 * Math.abs(share)).toFixed(1)} %`;
const milliseconds = (ms: number) => `${ms >= 0 ? '+' : '−'}${Math.abs(ms).toFixed(1)}`;
const spread = ({ median: middle, worst }: Spread) => `${percent(middle)} (${percent(worst)})`;

/** One raw run, in the client's own figures. */
export function describeRun(run: LabRun): string {
  const busy = `others took ${(100 * run.otherWork).toFixed(0)} %`;
  if (!('reading' in run)) return `${run.client}: no figure (${run.refusal}); ${busy}`;
  const { downloadMbps, uploadMbps, pingMs } = run.reading;
  return `${run.client}: ${downloadMbps.toFixed(2)} down, ${uploadMbps.toFixed(2)} up, ping ${pingMs.toFixed(1)} ms; ${busy}`;
}

/** The lines as Markdown for docs/performance.md. */
export function describeLines(reports: readonly LineReport[]): string {
  const rows = reports.flatMap(({ line, runs }) =>
    sortByClient(runs).map((said) => {
      const errors = errorsOf(said, line, truthOf);
      const ofPayload = errorsOf(said, line, payloadCeilingOf);
      const figures = [
        `${nameOf(line)}, ${line.rttMs} ms`,
        NAMES[said.client],
        spread(errors.download),
        spread(errors.upload),
        `${percent(ofPayload.download.median)}, ${percent(ofPayload.upload.median)}`,
        milliseconds(errors.ping),
        median(said.seconds).toFixed(1),
        `${said.readings.length}${said.refusals > 0 ? ` (${said.refusals} without a figure)` : ''}`,
      ];
      return `| ${figures.join(' | ')} |`;
    }),
  );
  return [
    `Machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}. Errors are against what the line carries at the IP layer (shaped rate × 1500/1514): median and, in brackets, the worst run.`,
    '',
    '| Line, round trip | Client | Download | Upload | The same against the payload | Ping, ms above | Seconds | Runs |',
    '|---|---|--:|--:|--:|--:|--:|--:|',
    ...rows,
    '',
    ...reports.map(({ line, runs, lostFrames }) => {
      const busiest = Math.max(...runs.map(({ otherWork }) => otherWork));
      const middle = median(runs.map(({ otherWork }) => otherWork));
      const lost = lostFrames === 0 ? '' : `; the delay line lost ${lostFrames} frames`;
      const shares = `${(100 * middle).toFixed(0)} % of the processors, ${(100 * busiest).toFixed(0)} % in the busiest run`;
      return `${nameOf(line)}: other programs and the line itself took ${shares}${lost}.`;
    }),
  ].join('\n');
}

/** The goals that the widget missed, one line each; empty when every goal is reached. */
export function findMissed({ line, runs }: LineReport): string[] {
  const goals = goalsOf(line);
  const said = sortByClient(runs).map((one) => ({ ...one, errors: errorsOf(one, line, truthOf) }));
  const own = said.find(({ client }) => client === 'portal');
  if (!own) return [];
  const missed: string[] = [];
  const miss = (says: string) => missed.push(`${nameOf(line)}: ${says}`);
  if (own.readings.length === 0) miss('the widget showed no figure');
  for (const direction of ['download', 'upload'] as const) {
    const { median: middle, worst } = own.errors[direction];
    if (Math.abs(middle) > goals.median) miss(`${direction} is ${percent(middle)} off`);
    if (Math.abs(worst) > goals.everyRun) miss(`one ${direction} is ${percent(worst)} off`);
    for (const other of said) {
      const theirs = other.errors[direction].median;
      if (Math.abs(theirs) < Math.abs(middle)) {
        miss(
          `${direction}: ${NAMES[other.client]} is nearer to the line (${percent(theirs)}, ours ${percent(middle)})`,
        );
      }
    }
  }
  for (const other of said) {
    if (Math.abs(other.errors.ping) + PING_TOLERANCE_MS < Math.abs(own.errors.ping)) {
      miss(`ping: ${NAMES[other.client]} is nearer to the line (${milliseconds(other.errors.ping)} ms)`);
    }
  }
  if (own.errors.ping > goals.pingAbove || own.errors.ping < -goals.pingBelow) {
    miss(`the ping is ${milliseconds(own.errors.ping)} ms off`);
  }
  return missed;
}
