import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Paced = {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly slowestMs: number;
  readonly refused: number;
  readonly sent: number;
};

type Load = {
  readonly origin: string;
  readonly pathOf: (n: number) => string;
  readonly headersOf: (body: string, n: number) => Readonly<Record<string, string>>;
  /** The body of the n-th call, made when it is due. */
  readonly bodyOf: (n: number) => string;
  readonly perSecond: number;
  readonly seconds: number;
};

/**
 * As many as the server may need at once; a call that finds none free waits, and that time counts.
 */
const CONNECTIONS = 128;
const TAKEN = /^HTTP\/1\.1 20[04] /;

const rank = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

async function openSockets({ origin }: Load): Promise<Socket[]> {
  const { hostname, port } = new URL(origin);
  const sockets = Array.from({ length: CONNECTIONS }, () =>
    connect({ host: hostname, port: Number(port), noDelay: true }),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

function writeCall({ origin, pathOf, headersOf, bodyOf }: Load, n: number): string {
  const body = bodyOf(n);
  const lines = [`POST ${pathOf(n)} HTTP/1.1`, `host: ${new URL(origin).host}`];
  for (const [name, value] of Object.entries({
    ...headersOf(body, n),
    'content-length': String(Buffer.byteLength(body)),
  })) {
    lines.push(`${name}: ${value}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/**
 * Makes `perSecond` calls a second, each to be answered 200 or 204, whether or not earlier answers
 * have arrived. Latencies count from the moment at which a call was due; those of the first second,
 * which is on top of `seconds`, are left out. On bare sockets: node's own client uses half as much
 * of the processors as the server under test.
 */
export async function sendPaced(load: Load): Promise<Paced> {
  const total = load.perSecond * (1 + load.seconds);
  const latencies: number[] = [];
  const due: { readonly n: number; readonly at: number }[] = [];
  const { promise: allAnswered, resolve, reject } = Promise.withResolvers<void>();
  let answered = 0;
  let refused = 0;
  const free = await openSockets(load);
  const all = [...free];
  const sendNext = (socket: Socket): void => {
    const call = due.shift();
    if (!call) return void free.push(socket);
    socket.once('data', (answer: Buffer) => {
      if (call.n >= load.perSecond) latencies.push(performance.now() - call.at);
      if (!TAKEN.test(answer.toString('latin1', 0, 20))) refused++;
      if (++answered === total) resolve();
      else sendNext(socket);
    });
    socket.write(writeCall(load, call.n));
  };
  for (const socket of all) socket.on('close', () => reject(new Error('The server has closed a connection.')));
  const startedAt = performance.now();
  for (let n = 0; n < total; ) {
    const at = startedAt + (n * 1000) / load.perSecond;
    if (at > performance.now()) await sleep(1);
    else {
      due.push({ n: n++, at });
      const socket = free.shift();
      if (socket) sendNext(socket);
    }
  }
  await allAnswered;
  for (const socket of all) socket.destroy();
  latencies.sort((a, b) => a - b);
  const [p50Ms, p99Ms, slowestMs] = [0.5, 0.99, 1].map((share) => rank(latencies, share)) as [number, number, number];
  return { p50Ms, p99Ms, slowestMs, refused, sent: latencies.length };
}
