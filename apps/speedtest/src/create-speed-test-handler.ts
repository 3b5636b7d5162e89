import type { IncomingMessage, ServerResponse } from 'node:http';
import { subscriberAddress } from '@portal/kernel/network-address';
import { discardUpload } from './discard-upload.ts';
import { createRandomPool } from './random-pool.ts';
import { Refused } from './refused.ts';
import { sendMeter } from './send-meter.ts';
import { sendRandom } from './send-random.ts';
import type { SpeedTestOptions } from './speed-test-options.ts';
import { type CountedTest, Visits } from './visits.ts';

const MIB = 1024 * 1024;
const DEFAULT_CHUNK_MIB = 4;
const PREFLIGHT_SECONDS = '86400';

type Call = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly address: string;
};

export type SpeedTestHandler = {
  /**
   * Answers one request below the speed test's prefix. `address` is the client's, behind a trusted
   * proxy the forwarded one.
   */
  readonly handle: (request: IncomingMessage, response: ServerResponse, address: string) => void;
  /**
   * The traffic of this session's test, until five minutes after its end; null for an unknown
   * session.
   */
  readonly countsOf: (session: string) => CountedTest | null;
  /** Ends every running test. */
  readonly close: () => void;
};

/**
 * The backend of LibreSpeed clients (`garbage`, `empty`, `getIP`), plus sessions with a meter that
 * counts uploads here. Nothing is stored, cached, compressed or read twice; memory per stream does
 * not grow with its bytes. Wire format: doc.md of github.com/librespeed/speedtest.
 */
export function createSpeedTestHandler(options: SpeedTestOptions): SpeedTestHandler {
  const visits = new Visits(options);
  const calls = createCalls(visits, options);
  const handle = (request: IncomingMessage, response: ServerResponse, address: string): void => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    setHeaders(request, response, options.allowedOrigins);
    const call = { request, response, query: url.searchParams, address };
    route(calls, call, url.pathname.split('/').at(-1) ?? '').catch((failure: unknown) =>
      refuse(call, failure, options),
    );
  };
  return { handle, countsOf: (session) => visits.countsOf(session), close: () => visits.closeAll() };
}

type Calls = Readonly<Record<string, Readonly<Record<string, (call: Call) => void | Promise<void>>>>>;

function createCalls(visits: Visits, options: SpeedTestOptions): Calls {
  const { limits, clock } = options;
  const startPool = createRandomPool(options.randomBytes);
  const join = ({ query, address, response }: Call) => {
    const joined = visits.join(query.get('session'), subscriberAddress(address), () => response.destroy());
    response.on('close', joined.leave);
    return joined.visit;
  };
  const download = (call: Call): void => {
    const bytes = chunkMib(call.query.get('ckSize'), limits.downloadMib) * MIB;
    const { down: flow } = join(call);
    call.response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes });
    sendRandom(call.response, { bytes, nextSlice: startPool(), flow });
  };
  const upload = async (call: Call): Promise<void> => {
    const { up: flow } = join(call);
    await discardUpload(call.request, { mostBytes: limits.uploadBytes, flow });
    call.response.writeHead(200, { 'content-length': 0 }).end();
  };
  const meter = (call: Call): void => {
    const id = call.query.get('session');
    if (id === null) throw new Refused(403, 'Only a test with a session has a meter.');
    const { up: flow } = join(call);
    call.response.on('close', () => visits.close(id));
    sendMeter(call.response, flow, clock);
  };
  return {
    session: {
      POST: async ({ request, response, address }) => {
        const session = visits.open(subscriberAddress(address), await options.customerOf(request));
        sendJson(response, 201, { session });
      },
    },
    empty: { GET: ({ response }) => void response.writeHead(200, { 'content-length': 0 }).end(), POST: upload },
    garbage: { GET: download },
    meter: { GET: meter },
    getIP: {
      GET: ({ response, address }) => sendJson(response, 200, { processedString: address, rawIspInfo: '' }),
    },
  };
}

async function route(calls: Calls, call: Call, name: string): Promise<void> {
  const methods = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!methods) throw new Refused(404, 'There is no such speed test address.');
  if (call.request.method === 'OPTIONS') {
    call.response.writeHead(204, { allow: Object.keys(methods).join(', ') }).end();
    return;
  }
  const method = call.request.method ?? '';
  const answer = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!answer) throw new Refused(405, 'This speed test address does not take that method.');
  await answer(call);
}

/** LibreSpeed's `ckSize`: MiB to send, 4 by default. */
function chunkMib(asked: string | null, mostMib: number): number {
  if (asked === null || asked === '') return DEFAULT_CHUNK_MIB;
  const mib = Number(asked);
  if (!Number.isInteger(mib) || mib < 1) throw new Refused(400, 'ckSize must be a whole number of MiB, at least 1.');
  return Math.min(mib, mostMib);
}

/** No proxy may cache, change, compress or buffer the content. */
function setHeaders(request: IncomingMessage, response: ServerResponse, allowedOrigins: readonly string[]): void {
  response.setHeader('cache-control', 'no-store, no-transform');
  response.setHeader('x-accel-buffering', 'no');
  response.setHeader('x-content-type-options', 'nosniff');
  const { origin } = request.headers;
  const everybody = allowedOrigins.includes('*');
  if (allowedOrigins.length > 0) response.setHeader('vary', 'origin');
  if (origin === undefined || !(everybody || allowedOrigins.includes(origin))) return;
  response.setHeader('access-control-allow-origin', everybody ? '*' : origin);
  // Without it the browser hides when a ping was sent and answered.
  response.setHeader('timing-allow-origin', everybody ? '*' : origin);
  if (request.method !== 'OPTIONS') return;
  response.setHeader('access-control-allow-methods', 'GET, POST');
  response.setHeader('access-control-allow-headers', 'content-encoding, content-type');
  response.setHeader('access-control-max-age', PREFLIGHT_SECONDS);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text);
}

function refuse({ request, response }: Call, failure: unknown, { onDefect }: SpeedTestOptions): void {
  if (!(failure instanceof Refused)) {
    const clientLeft = failure instanceof Error && 'code' in failure && failure.code === 'ECONNRESET';
    if (!clientLeft) onDefect(failure);
    response.destroy();
    return;
  }
  // The rest of a refused body is discarded.
  if (!request.complete) response.setHeader('connection', 'close');
  if (failure.retryAfterSeconds !== null) response.setHeader('retry-after', failure.retryAfterSeconds);
  sendJson(response, failure.status, { success: false, message: failure.message });
}
