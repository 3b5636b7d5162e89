import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type ProbeResult = {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
  readonly requests: number;
};

/**
 * Asks one address `perSecond` times a second, whether or not earlier answers are there, until `until` resolves: how long a customer waits
 * while others load the server. Latencies count from the moment at which the request was due.
 */
export async function probe(
  url: string,
  cookies: readonly string[],
  perSecond: number,
  until: Promise<unknown>,
): Promise<ProbeResult> {
  const agent = new Agent({ keepAlive: true });
  let running = true;
  const stopped = until.finally(() => {
    running = false;
  });
  const latencies: number[] = [];
  const underWay: Promise<void>[] = [];
  let errors = 0;
  const startedAt = performance.now();
  while (running) {
    const dueAt = startedAt + (underWay.length * 1000) / perSecond;
    await sleep(Math.max(0, dueAt - performance.now()));
    const cookie = cookies[underWay.length % cookies.length] ?? '';
    underWay.push(
      ask(url, cookie, agent).then((ok) => {
        latencies.push(performance.now() - dueAt);
        if (!ok) errors++;
      }),
    );
  }
  await Promise.all(underWay);
  await stopped;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  return { p50Ms: rank(latencies, 0.5), p99Ms: rank(latencies, 0.99), errors, requests: latencies.length };
}

/** By node:http, which takes less than fetch of the processors that are measured. */
async function ask(url: string, cookie: string, agent: Agent): Promise<boolean> {
  try {
    const [response] = (await once(get(url, { agent, headers: { cookie } }), 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return response.statusCode === 200;
  } catch {
    return false;
  }
}

function rank(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
