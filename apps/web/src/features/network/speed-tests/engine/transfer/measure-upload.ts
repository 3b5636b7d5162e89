import type { TestServer } from '../find-test-server.ts';
import { SpeedTestError } from '../speed-test-engine.ts';
import { binsOfMeter, type MeterPoint } from '../statistics/rate-statistic.ts';
import { abortWith } from './abort-with.ts';
import { callServer, runFor, sleep } from './call-server.ts';
import type { Phase } from './measure-download.ts';
import { MOST_GAP_MS, openMeter, type ReceivedPoint } from './read-meter.ts';
import { FAST, FIRST_STREAMS, LOOK_BACK_MS, READING_EVERY_MS, READING_OVER_MS } from './stream-rules.ts';

const BODY_BYTES = 16 * 1024 * 1024;
/** The most that `getRandomValues` returns at once. */
const RANDOM_BYTES = 64 * 1024;
const DECIDE_AFTER_MS = 350;
const FIRST_BYTE_WITHIN_MS = 1000;

export type Upload = { readonly bins: readonly number[]; readonly bytes: number };

/**
 * The upload's content: random, so that nothing on the way can compress it. Takes some 20 ms:
 * create it before anything is timed.
 */
export function randomBody(): Blob {
  return new Blob(
    Array.from({ length: BODY_BYTES / RANDOM_BYTES }, () => crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))),
  );
}

/**
 * Uploads for so long through four streams, five where the line is fast; the sixth connection
 * carries the server's meter, and only bytes that the meter reports count. Rejects with
 * SpeedTestError when a stream or the meter fails.
 */
export async function measureUpload(
  server: TestServer,
  body: Blob,
  { phaseMs, onRate, signal }: Phase,
): Promise<Upload> {
  const beganAt = performance.now();
  const endsAt = beganAt + phaseMs;
  const over = abortWith(signal);
  const stop = over.signal;
  const meter = await openMeter(server, stop);
  const send = () => sendUntil(stop, server, body);
  const widen = async (): Promise<void> => {
    await sleep(DECIDE_AFTER_MS, stop);
    if (recentRate(meter.points, LOOK_BACK_MS) > FAST) await send();
  };
  const received = () => meter.points.at(-1)?.bytes ?? 0;
  const reading = setInterval(() => onRate(recentRate(meter.points, READING_OVER_MS), received()), READING_EVERY_MS);
  try {
    const work = [meter.running, ...Array.from({ length: FIRST_STREAMS }, send), widen()];
    await runFor(endsAt - performance.now(), work, signal);
    requireMeter(meter.points, beganAt);
  } finally {
    clearInterval(reading);
    over.abort();
  }
  return { bins: binsOfMeter(meter.points), bytes: received() };
}

/**
 * At the end of the phase: later reports of the meter do not contain what it left out at the
 * beginning or the end.
 */
function requireMeter(points: readonly ReceivedPoint[], beganAt: number): void {
  const first = points.find(({ bytes }) => bytes > 0)?.receivedAt ?? Number.POSITIVE_INFINITY;
  const last = points.at(-1)?.receivedAt ?? beganAt;
  if (first - beganAt >= FIRST_BYTE_WITHIN_MS || performance.now() - last > MOST_GAP_MS)
    throw new SpeedTestError('unsteady');
}

async function sendUntil(stop: AbortSignal, server: TestServer, body: Blob): Promise<void> {
  while (!stop.aborted) {
    try {
      await (await callServer(server.address('empty'), { method: 'POST', body, signal: stop })).arrayBuffer();
    } catch (failure) {
      if (stop.aborted) return;
      throw failure instanceof SpeedTestError ? failure : new SpeedTestError('unsteady', { cause: failure });
    }
  }
}

/** Bytes per ms at the end of the points. */
function recentRate(points: readonly MeterPoint[], lastMs: number): number {
  const last = points.at(-1);
  if (!last) return 0;
  const from = points.findLast(({ elapsedMs }) => elapsedMs <= last.elapsedMs - lastMs) ?? { elapsedMs: 0, bytes: 0 };
  const elapsedMs = last.elapsedMs - from.elapsedMs;
  return elapsedMs > 0 ? (last.bytes - from.bytes) / elapsedMs : 0;
}
