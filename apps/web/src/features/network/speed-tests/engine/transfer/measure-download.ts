import type { TestServer } from '../find-test-server.ts';
import { SpeedTestError } from '../speed-test-engine.ts';
import { abortWith } from './abort-with.ts';
import { ByteBins } from './byte-bins.ts';
import { callServer, runFor, sleep } from './call-server.ts';
import { type Probe, pingUntil } from './ping.ts';
import { FAST, FIRST_STREAMS, LOOK_BACK_MS, READING_EVERY_MS, READING_OVER_MS, VERY_FAST } from './stream-rules.ts';

const CHUNK_MIB = 100;
const MIB = 1024 * 1024;
const DECIDE_AFTER_MS = 300;
/** How long the sixth stream helps to fill the line before its connection carries pings. */
const HELP_MS = 1000;
const LOADED_PING_PAUSE_MS = 50;

export type Phase = {
  readonly phaseMs: number;
  /** Bytes per ms of the last moments, and all bytes of the phase so far. */
  readonly onRate: (rate: number, bytes: number) => void;
  readonly signal: AbortSignal;
};

export type Download = {
  readonly bins: readonly number[];
  readonly bytes: number;
  /** Pings while the line was full. */
  readonly loadedProbes: readonly Probe[];
};

/**
 * Downloads random bytes through four streams for so long; after 0.3 s through six where the line
 * is fast: six from the start overrun the short queue of a slow one, four alone do not fill a fast
 * one. Rejects with SpeedTestError when a stream fails.
 */
export async function measureDownload(server: TestServer, { phaseMs, onRate, signal }: Phase): Promise<Download> {
  const over = abortWith(signal);
  const stop = over.signal;
  const bins = new ByteBins(performance.now());
  const loadedProbes: Probe[] = [];
  const stream = () => readUntil(stop, () => readChunk(server, CHUNK_MIB, bins, stop));
  const ping = () => pingUntil(server, { probes: loadedProbes, pauseMs: LOADED_PING_PAUSE_MS, stop });
  const widen = async (): Promise<void> => {
    await sleep(DECIDE_AFTER_MS, stop);
    const rate = bins.recentRate(LOOK_BACK_MS);
    if (rate > VERY_FAST) await Promise.all([stream(), stream()]);
    else if (rate > FAST) await Promise.all([stream(), helpThenPing(rate)]);
    else await ping();
  };
  const helpThenPing = async (rate: number): Promise<void> => {
    const share = Math.max(1, Math.round((rate * HELP_MS) / (FIRST_STREAMS + 2) / MIB));
    let helped = false;
    await readUntil(stop, async () => {
      if (helped) return ping();
      helped = true;
      return readChunk(server, share, bins, stop);
    });
  };
  const reading = setInterval(() => onRate(bins.recentRate(READING_OVER_MS), bins.total), READING_EVERY_MS);
  try {
    await runFor(phaseMs, [...Array.from({ length: FIRST_STREAMS }, stream), widen()], signal);
  } finally {
    clearInterval(reading);
    over.abort();
  }
  return { bins: bins.until(phaseMs), bytes: bins.total, loadedProbes };
}

/** Repeats until stopped; a request that is aborted by that is no failure. */
async function readUntil(stop: AbortSignal, read: () => Promise<void>): Promise<void> {
  while (!stop.aborted) {
    try {
      await read();
    } catch (failure) {
      if (!stop.aborted)
        throw failure instanceof SpeedTestError ? failure : new SpeedTestError('unsteady', { cause: failure });
    }
  }
}

/** Counts one answer and drops it: its bytes are never stored. */
async function readChunk(server: TestServer, mib: number, bins: ByteBins, signal: AbortSignal): Promise<void> {
  const response = await callServer(server.address('garbage', `ckSize=${mib}`), { signal });
  const reader = response.body?.getReader();
  if (!reader) throw new SpeedTestError('unreachable');
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    bins.add(value.length);
  }
}
