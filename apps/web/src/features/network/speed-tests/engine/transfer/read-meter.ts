import type { TestServer } from '../find-test-server.ts';
import { SpeedTestError } from '../speed-test-engine.ts';
import type { MeterPoint } from '../statistics/rate-statistic.ts';
import { callServer } from './call-server.ts';

/** A meter that says nothing for longer has fallen silent. */
export const MOST_GAP_MS = 500;

/** `heardAt` by the clock of this page, in ms of `performance.now()`. */
export type ReceivedPoint = MeterPoint & { readonly receivedAt: number };

export type Meter = {
  /** Grows while the meter runs. */
  readonly points: readonly ReceivedPoint[];
  /** Ends only by failing or by the signal: a meter that stops early has broken. */
  readonly running: Promise<void>;
};

/** Opens the stream in which our server reports the bytes of this test's uploads. */
export async function openMeter(server: TestServer, signal: AbortSignal): Promise<Meter> {
  const response = await callServer(server.address('meter'), { signal });
  const points: ReceivedPoint[] = [];
  return { points, running: readLines(response, points, signal) };
}

async function readLines(response: Response, points: ReceivedPoint[], signal: AbortSignal): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) points.push(follow(points.at(-1), pointOf(line)));
    }
  } catch (failure) {
    if (!signal.aborted) throw new SpeedTestError('unsteady', { cause: failure });
  }
  if (!signal.aborted) throw new SpeedTestError('unsteady');
}

/** A server that was delayed this long cannot report arrival times reliably any more. */
function follow(before: ReceivedPoint | undefined, point: ReceivedPoint): ReceivedPoint {
  if (point.elapsedMs - (before?.elapsedMs ?? 0) > MOST_GAP_MS) throw new Error('the meter fell silent');
  return point;
}

function pointOf(line: string): ReceivedPoint {
  const [elapsedMs = Number.NaN, bytes = Number.NaN] = line.split(' ').map(Number);
  if (!(elapsedMs >= 0 && bytes >= 0)) throw new Error(`no meter says "${line}"`);
  return { elapsedMs, bytes, receivedAt: performance.now() };
}
