import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type ProbeResult = {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
  readonly requests: number;
};

/**
 * Sends `perSecond` requests a second to one address, whether or not earlier answers have arrived,
 * until `until` resolves: the latency of a customer while others load the server. Latencies count
 * from the moment at which the request was due.
 */
export async function probe(
  url: string,
  cookies: readonly string[],
  perSecond: number,
  until: Promise<unknown>,
): Promise<ProbeResult> {
  const lines: Line[] = [];
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
      ask(new URL(url), cookie, lines).then((ok) => {
        latencies.push(performance.now() - dueAt);
        if (!ok) errors++;
      }),
    );
  }
  await Promise.all(underWay);
  await stopped;
  for (const { socket } of lines) socket.destroy();
  latencies.sort((a, b) => a - b);
  return { p50Ms: rank(latencies, 0.5), p99Ms: rank(latencies, 0.99), errors, requests: latencies.length };
}

type Line = { readonly socket: Socket; readonly closed: Promise<never> };

function openLine({ hostname, port }: URL): Line {
  const socket = connect(Number(port), hostname);
  const closed = once(socket, 'close').then(() => {
    throw new Error('hung up');
  });
  closed.catch(() => undefined);
  return { socket, closed };
}

/** The last connection that the portal has not closed meanwhile, as it may do with an idle one. */
function popOpen(lines: Line[]): Line | undefined {
  for (let line = lines.pop(); line !== undefined; line = lines.pop())
    if (line.socket.readable && line.socket.writable) return line;
  return undefined;
}

/** Reads one whole answer: on a busy machine it may come in pieces. */
async function readAnswer(socket: Socket): Promise<string> {
  let answer = '';
  for (;;) {
    const [piece] = (await once(socket, 'data')) as [Buffer];
    answer += piece.toString('latin1');
    const [head = '', body] = answer.split('\r\n\r\n', 2);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (body !== undefined && body.length >= length) return answer;
  }
}

/**
 * Sends on an idle connection of `lines`, or on a new one. Without an HTTP client, which would use
 * more of the processors under test.
 */
async function ask(url: URL, cookie: string, lines: Line[]): Promise<boolean> {
  const line = popOpen(lines) ?? openLine(url);
  try {
    line.socket.write(`GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nCookie: ${cookie}\r\n\r\n`);
    const answer = await Promise.race([readAnswer(line.socket), line.closed]);
    lines.push(line);
    const status = answer.slice(0, 12);
    if (status !== 'HTTP/1.1 200') console.error(`a customer got ${status}`);
    return status === 'HTTP/1.1 200';
  } catch (error) {
    console.error(`a customer got no answer: ${String(error)}`);
    return false;
  }
}

function rank(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
