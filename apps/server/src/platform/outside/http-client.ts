import { currentWork } from '../trace/current-work.ts';
import type { Trace } from '../trace/trace.ts';

/** One call to another server. A body is JSON, a form or bytes. */
export type OutsideRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  /** The answer is a file of at most so many bytes: its body is a Buffer. A longer one is `garbled`. */
  readonly fileUpTo?: number;
  /**
   * Shared by the calls of one operation, so that together they take no longer than one; see
   * `deadline`.
   */
  readonly signal?: AbortSignal;
};

/**
 * The outcome of a call. Only `not-sent` guarantees that the other side did not receive it; after
 * `unknown` (timeout, dropped connection) and `garbled` (an answer that is not JSON, or too long)
 * it may have acted. `date` is the other side's clock, in whole seconds.
 */
export type OutsideAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown; readonly date?: Date | null }
  | { readonly kind: 'garbled'; readonly status: number; readonly reason: string }
  | { readonly kind: 'not-sent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * The data of a call that may be logged: no header, no query, no body, so no key, address or card.
 */
export type OutsideCall = {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly outcome: OutsideAnswer['kind'];
  readonly status: number | null;
  readonly reason: string | null;
  readonly durationMs: number;
};

export type HttpClient = {
  /** Never throws; redirects are not followed, because they would carry the key to another host. */
  readonly send: (request: OutsideRequest) => Promise<OutsideAnswer>;
  /** A signal that fires after the client's timeout. */
  readonly deadline: () => AbortSignal;
};

const MAX_BODY_BYTES = 1024 * 1024;

/** Faults of name lookup, connecting and TLS: they come before the first byte of the request. */
const BEFORE_SENDING =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_.*|.*_CERT_.*|.*_SELF_SIGNED_CERT.*|UNABLE_TO_.*|ERR_TLS_.*)$/;

/**
 * JSON as the gateways write it: integers too large for a number, such as 64-bit ids, become
 * strings. Throws SyntaxError.
 */
export function parseOutsideJson(text: string): unknown {
  const keepLargeIds = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
      ? (context?.source ?? String(value))
      : value;
  return JSON.parse(text, keepLargeIds);
}

function failureOf(error: unknown): OutsideAnswer {
  if (error instanceof Error && error.name === 'TimeoutError') return { kind: 'unknown', reason: 'no answer in time' };
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = code || (error instanceof Error ? error.message : 'failed');
  return { kind: BEFORE_SENDING.test(code) ? 'not-sent' : 'unknown', reason };
}

/** The body; null when it is longer than the limit. */
async function readBytes(response: Response, limit: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readAnswer(response: Response, { fileUpTo }: OutsideRequest): Promise<OutsideAnswer> {
  const { status } = response;
  const bytes = await readBytes(response, fileUpTo ?? MAX_BODY_BYTES);
  if (bytes === null) return { kind: 'garbled', status, reason: 'the answer is too long' };
  if (fileUpTo !== undefined && response.ok) return { kind: 'answered', status, body: bytes };
  try {
    const date = new Date(response.headers.get('date') ?? Number.NaN);
    const isDated = !Number.isNaN(date.getTime());
    return { kind: 'answered', status, body: parseOutsideJson(bytes.toString('utf8')), ...(isDated ? { date } : {}) };
  } catch {
    return { kind: 'garbled', status, reason: `status ${status}, not JSON` };
  }
}

function requestInit(request: OutsideRequest, signal: AbortSignal, trace: Trace | null | undefined): RequestInit {
  const init: RequestInit = { method: request.method, redirect: 'manual', signal };
  const headers: Record<string, string> = { accept: 'application/json', ...request.headers };
  if (trace) headers.traceparent = trace.traceparent;
  if (request.json !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(request.json);
  } else if (request.form !== undefined) {
    init.body = new URLSearchParams(request.form);
  } else if (request.bytes !== undefined) {
    init.body = request.bytes;
  }
  return { ...init, headers };
}

/**
 * The server's only way to call other servers; they are called in the trace of the current work.
 * `log` is called with each finished call.
 */
export function createHttpClient(options: {
  readonly timeoutMs: number;
  readonly log?: (call: OutsideCall) => void;
}): HttpClient {
  const deadline = () => AbortSignal.timeout(options.timeoutMs);
  return {
    deadline,
    send: async (request) => {
      const url = new URL(request.url);
      const startedAt = performance.now();
      const work = currentWork.getStore()?.trace;
      const attributes = { 'http.request.method': request.method, 'server.address': url.hostname };
      const span = work?.startSpan?.(`${request.method} ${url.hostname}`, 'client', attributes);
      let answer: OutsideAnswer;
      try {
        const response = await fetch(url, requestInit(request, request.signal ?? deadline(), span ?? work));
        answer = await readAnswer(response, request);
      } catch (error) {
        answer = failureOf(error);
      }
      const status = 'status' in answer ? answer.status : null;
      span?.end({
        failed: status === null || status >= 500,
        attributes: { 'http.response.status_code': status ?? undefined, 'portal.outcome': answer.kind },
      });
      options.log?.({
        method: request.method,
        host: url.host,
        path: url.pathname,
        outcome: answer.kind,
        status,
        reason: 'reason' in answer ? answer.reason : null,
        durationMs: Math.round(performance.now() - startedAt),
      });
      return answer;
    },
  };
}
