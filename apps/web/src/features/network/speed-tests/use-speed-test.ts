import { useEffect, useRef, useState } from 'react';
import {
  type SpeedTestEngine,
  SpeedTestError,
  type SpeedTestFailure,
  type SpeedTestReading,
  type SpeedTestResult,
} from './engine/speed-test-engine.ts';

/** Specification section 9. */
const TICK_MS = 100;

const NOTHING_YET: SpeedTestReading = { phase: 'ping', mbps: null, pingMs: null, downloadMbps: null, usedBytes: 0 };

export type SpeedTestStatus =
  | { readonly step: 'idle' }
  | { readonly step: 'running'; readonly percent: number; readonly reading: SpeedTestReading }
  | { readonly step: 'done'; readonly result: SpeedTestResult; readonly light: boolean }
  /** `usedBytes`: the data it used until it stopped. */
  | { readonly step: 'failed'; readonly reason: SpeedTestFailure; readonly usedBytes: number };

/**
 * Runs tests, one at a time. The percentage follows a timer of its own, in steps of 100 ms. Leaving
 * the page ends the test.
 */
export function useSpeedTest(engine: SpeedTestEngine, onResult: (result: SpeedTestResult, light: boolean) => void) {
  const [status, setStatus] = useState<SpeedTestStatus>({ step: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start(light: boolean): Promise<void> {
    running.current?.abort();
    const test = new AbortController();
    running.current = test;
    let timer: ReturnType<typeof setInterval> | undefined;
    const change = (part: { percent: number } | { reading: SpeedTestReading }): void =>
      setStatus((before) => (before.step === 'running' && !test.signal.aborted ? { ...before, ...part } : before));
    setStatus({ step: 'running', percent: 0, reading: NOTHING_YET });
    try {
      const result = await engine({
        light,
        signal: test.signal,
        onReading: (reading) => change({ reading }),
        onStart: (totalMs) => {
          const startedAt = performance.now();
          timer = setInterval(() => change({ percent: percentAt(performance.now() - startedAt, totalMs) }), TICK_MS);
        },
      });
      if (test.signal.aborted) return;
      setStatus({ step: 'done', result, light });
      onResult(result, light);
    } catch (failure) {
      if (test.signal.aborted) return;
      const reason = failure instanceof SpeedTestError ? failure.reason : 'unsteady';
      setStatus((before) => ({
        step: 'failed',
        reason,
        usedBytes: before.step === 'running' ? before.reading.usedBytes : 0,
      }));
    } finally {
      clearInterval(timer);
    }
  }

  return { status, start };
}

/** Whole percent at the last full tick. */
function percentAt(elapsedMs: number, totalMs: number): number {
  return Math.min(100, Math.round((Math.round(elapsedMs / TICK_MS) * TICK_MS * 100) / totalMs));
}
