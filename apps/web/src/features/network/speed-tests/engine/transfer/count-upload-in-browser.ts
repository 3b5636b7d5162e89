import type { TestServer } from '../find-test-server.ts';
import { SpeedTestError } from '../speed-test-engine.ts';
import { abortWith } from './abort-with.ts';
import { ByteBins } from './byte-bins.ts';
import { runFor } from './call-server.ts';
import type { Phase } from './measure-download.ts';
import type { Upload } from './measure-upload.ts';
import { FIRST_STREAMS, READING_EVERY_MS, READING_OVER_MS } from './stream-rules.ts';

/**
 * The upload to a server without a meter: what the browser handed to the network counts as sent,
 * buffers included.
 */
export async function countUploadInBrowser(
  server: TestServer,
  body: Blob,
  { phaseMs, onRate, signal }: Phase,
): Promise<Upload> {
  const over = abortWith(signal);
  const stop = over.signal;
  const bins = new ByteBins(performance.now());
  const reading = setInterval(() => onRate(bins.recentRate(READING_OVER_MS), bins.total), READING_EVERY_MS);
  const send = async (): Promise<void> => {
    while (!stop.aborted) await sendOnce(server.address('empty'), body, bins, stop);
  };
  try {
    await runFor(phaseMs, Array.from({ length: FIRST_STREAMS }, send), signal);
  } finally {
    clearInterval(reading);
    over.abort();
  }
  return { bins: bins.until(phaseMs), bytes: bins.total };
}

/** `fetch` does not report upload progress; XMLHttpRequest does. */
function sendOnce(url: string, body: Blob, bins: ByteBins, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let counted = 0;
    request.upload.addEventListener('progress', ({ loaded }) => {
      bins.add(loaded - counted);
      counted = loaded;
    });
    request.addEventListener('load', () => (request.status < 400 ? resolve() : reject(new SpeedTestError('limited'))));
    request.addEventListener('error', () => reject(new SpeedTestError('unsteady')));
    request.addEventListener('abort', () => resolve());
    stop.addEventListener('abort', () => request.abort(), { once: true });
    request.open('POST', url);
    request.send(body);
  });
}
