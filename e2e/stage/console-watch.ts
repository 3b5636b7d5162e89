import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test';

/** An answer that a test provokes on purpose. */
export type ExpectedRefusal = { readonly status: number; readonly path: RegExp };

export type ConsoleWatch = {
  /** From now on answers with this status at this path are part of the journey, not a fault. */
  readonly expectRefusal: (refusal: ExpectedRefusal) => void;
  /** From now on lines of the console that begin like this are part of the journey. */
  readonly expectWarning: (line: RegExp) => void;
  /** From now on requests may find nobody: the test cuts the connection. */
  readonly expectLostRequests: () => void;
  /** What a visitor with the console open would have seen go wrong, so far. */
  readonly complaints: () => readonly string[];
};

/** The browser's own line about an answer or request that failed; both are judged by themselves, with their address. */
const ECHO_OF_A_REQUEST = /^Failed to load resource/;
/** The configuration keeps it out of every test that is not about it. */
const WORKER_KEPT_OUT = /^Service Worker registration blocked by Playwright/;
/** The browser's line about a socket that found nobody; pages open one anew until somebody answers. */
const SOCKET_FAILED = /^WebSocket connection to .* failed/;
/** The page or window went away before the answer came. */
const LEFT_BEHIND = 'net::ERR_ABORTED';

/** Listens to every window of a context: console errors and warnings, uncaught exceptions, requests that failed and answers from 400 up. */
export function watchConsole(context: BrowserContext): ConsoleWatch {
  const complaints: string[] = [];
  const refusals: ExpectedRefusal[] = [];
  const lines: RegExp[] = [ECHO_OF_A_REQUEST, WORKER_KEPT_OUT];
  let connectionCut = false;
  context.on('console', (message: ConsoleMessage) => {
    const loud = message.type() === 'error' || message.type() === 'warning';
    if (!loud || lines.some((line) => line.test(message.text()))) return;
    if (connectionCut && SOCKET_FAILED.test(message.text())) return;
    complaints.push(`console ${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (failure) => complaints.push(`uncaught: ${failure.error().stack ?? failure.error().message}`));
  context.on('requestfailed', (request: Request) => {
    const reason = request.failure()?.errorText ?? 'unknown';
    if (connectionCut || reason === LEFT_BEHIND) return;
    complaints.push(`${request.method()} ${request.url()}: ${reason}`);
  });
  context.on('response', (response: Response) => {
    if (response.status() < 400) return;
    const { pathname } = new URL(response.url());
    if (refusals.some(({ status, path }) => status === response.status() && path.test(pathname))) return;
    complaints.push(`${response.request().method()} ${response.url()}: ${response.status()}`);
  });
  return {
    expectRefusal: (refusal) => refusals.push(refusal),
    expectWarning: (line) => lines.push(line),
    expectLostRequests: () => {
      connectionCut = true;
    },
    complaints: () => complaints,
  };
}
