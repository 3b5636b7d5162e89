import { type SpeedTestEngine, SpeedTestError, type SpeedTestFailure, type SpeedTestRun } from './speed-test-engine.ts';
import type { WorkerOrder, WorkerReport } from './worker-messages.ts';

/**
 * Measures against the server at `origin` in a thread of its own. A hidden page has no accurate
 * timers: the test ends without a number as soon as it is hidden.
 */
export function measuredEngine(origin: string): SpeedTestEngine {
  return (run) => {
    const worker = new Worker(new URL('./speed-test.worker.ts', import.meta.url), { type: 'module' });
    const over = new AbortController();
    return new Promise<Awaited<ReturnType<SpeedTestEngine>>>((resolve, reject) => {
      const fail = (reason: SpeedTestFailure): void => reject(new SpeedTestError(reason));
      const listen = { signal: over.signal };
      const checkHidden = (): void => {
        if (document.hidden) fail('hidden');
      };
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerReport>) => {
        if (data.kind === 'finished') resolve(data.result);
        else if (data.kind === 'failed') fail(navigator.onLine ? data.reason : 'offline');
        else tell(run, data);
      });
      worker.addEventListener('error', () => fail('unreachable'));
      document.addEventListener('visibilitychange', checkHidden, listen);
      run.signal.addEventListener('abort', () => reject(run.signal.reason), listen);
      checkHidden();
      const order: WorkerOrder = { origin, light: run.light };
      worker.postMessage(order);
    }).finally(() => {
      over.abort();
      worker.terminate();
    });
  };
}

function tell(run: SpeedTestRun, report: Extract<WorkerReport, { kind: 'started' | 'reading' }>): void {
  if (report.kind === 'started') run.onStart(report.totalMs);
  else run.onReading(report.reading);
}
