import type { Writable } from 'node:stream';
import type { Flow } from './flow.ts';
import type { NextSlice } from './random-pool.ts';

/** Timers are not precise below this. */
const SHORTEST_PAUSE_MS = 2;

/**
 * Sends this many bytes as fast as the client reads them and no faster: a slow client costs one
 * slice and the kernel's buffer. The connection is closed as soon as the flow refuses a slice.
 */
export function sendRandom(
  response: Writable,
  { bytes, nextSlice, flow }: { readonly bytes: number; readonly nextSlice: NextSlice; readonly flow: Flow },
): void {
  let left = bytes;
  let timer: NodeJS.Timeout | undefined;
  const pump = (): void => {
    while (left > 0 && !response.destroyed) {
      const pauseMs = flow.pauseMs();
      if (pauseMs >= SHORTEST_PAUSE_MS) {
        timer = setTimeout(pump, pauseMs);
        return;
      }
      const slice = nextSlice(left);
      if (!flow.add(slice.length)) {
        response.destroy();
        return;
      }
      left -= slice.length;
      if (left === 0) response.end(slice);
      else if (!response.write(slice)) {
        response.once('drain', pump);
        return;
      }
    }
  };
  response.on('close', () => clearTimeout(timer));
  pump();
}
