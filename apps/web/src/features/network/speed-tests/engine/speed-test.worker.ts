import { measureLine } from './measure-line.ts';
import { SpeedTestError } from './speed-test-engine.ts';
import type { WorkerOrder, WorkerReport } from './worker-messages.ts';

// A thread of its own for measuring: rendering the page must not delay a count.
addEventListener('message', ({ data }: MessageEvent<WorkerOrder>) => {
  const report = (message: WorkerReport): void => postMessage(message);
  measureLine(data.origin, {
    light: data.light,
    onStart: (totalMs) => report({ kind: 'started', totalMs }),
    onReading: (reading) => report({ kind: 'reading', reading }),
    // The page ends the whole thread.
    signal: new AbortController().signal,
  }).then(
    (result) => report({ kind: 'finished', result }),
    (failure: unknown) =>
      report({ kind: 'failed', reason: failure instanceof SpeedTestError ? failure.reason : 'unsteady' }),
  );
});
