import type { TestServer } from '../find-test-server.ts';
import { callServer, sleep } from './call-server.ts';

/** Connections that a browser opens to one host over HTTP/1.1. */
const SOCKETS = 6;

/** One request that carries nothing, and how long it took by the wall clock. */
export type Probe = { readonly url: string; readonly wallMs: number };

async function probe(server: TestServer, signal: AbortSignal): Promise<Probe> {
  const url = server.address('empty');
  const startedAt = performance.now();
  await (await callServer(url, { signal })).arrayBuffer();
  return { url, wallMs: performance.now() - startedAt };
}

/**
 * Opens all connections before anything is timed. Its probes did not have the line to themselves.
 */
export function warmUp(server: TestServer, signal: AbortSignal): Promise<Probe[]> {
  // Room for every request of a test; a full buffer would drop the later ones.
  performance.setResourceTimingBufferSize(5000);
  return Promise.all(Array.from({ length: SOCKETS }, () => probe(server, signal)));
}

/** Sends one ping after the other until the signal is aborted, and adds the results. */
export async function pingUntil(
  server: TestServer,
  options: { readonly probes: Probe[]; readonly pauseMs: number; readonly stop: AbortSignal },
): Promise<void> {
  const { probes, pauseMs, stop } = options;
  while (!stop.aborted) {
    try {
      probes.push(await probe(server, stop));
    } catch (failure) {
      if (stop.aborted) return;
      throw failure;
    }
    if (pauseMs > 0) await sleep(pauseMs, stop);
  }
}

/**
 * From the request's last byte to the answer's first, by the browser's network layer: 1 ms above
 * the true round trip, where the wall clock is 3 ms above. The wall clock is used where a server of
 * another origin hides it. The entries arrive late: not before 100 ms after.
 */
export function latenciesOf(probes: readonly Probe[]): number[] {
  return probes.map(({ url, wallMs }) => {
    const [entry] = performance.getEntriesByName(url, 'resource');
    if (!(entry instanceof PerformanceResourceTiming) || entry.requestStart === 0) return wallMs;
    const latency = entry.responseStart - entry.requestStart;
    return latency > 0 ? latency : wallMs;
  });
}
