import type { IncomingMessage } from 'node:http';
import type { Flow } from './flow.ts';
import { Refused } from './refused.ts';

/** Timers are not precise below this. */
const SHORTEST_PAUSE_MS = 2;

/**
 * Reads a body to its end and discards it. Rejects with Refused (413) when it is larger than
 * `mostBytes` or the flow refuses a part.
 */
export function discardUpload(
  request: IncomingMessage,
  { mostBytes, flow }: { readonly mostBytes: number; readonly flow: Flow },
): Promise<void> {
  const tooLarge = new Refused(413, 'This upload is too large for a speed test.');
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return Promise.reject(tooLarge);
  return new Promise((resolve, reject) => {
    let received = 0;
    let timer: NodeJS.Timeout | undefined;
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (!flow.add(chunk.length) || received > mostBytes) {
        request.pause();
        reject(tooLarge);
        return;
      }
      const pauseMs = flow.pauseMs();
      if (pauseMs < SHORTEST_PAUSE_MS) return;
      request.pause();
      clearTimeout(timer);
      timer = setTimeout(() => request.resume(), pauseMs);
    });
    request.on('end', resolve);
    request.on('error', reject);
    request.on('close', () => clearTimeout(timer));
  });
}
