import { SpeedTestError } from '../speed-test-engine.ts';

/**
 * Without the portal's session cookie, uncached, and on connections that the page's own calls do
 * not share.
 */
const PLAIN: RequestInit = { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' };

/**
 * One request to the test server. Rejects with SpeedTestError, or with the signal's reason once
 * that is aborted.
 */
export async function callServer(url: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  const response = await fetch(url, { ...PLAIN, ...init }).catch((failure: unknown) => {
    throw init.signal.aborted ? failure : new SpeedTestError('unreachable', { cause: failure });
  });
  if (response.ok) return response;
  if (response.status === 503) throw new SpeedTestError('busy');
  throw new SpeedTestError([403, 413, 429].includes(response.status) ? 'limited' : 'unreachable');
}

/** Runs until the time is up, or its first failure. Later results of the work are ignored. */
export function runFor(ms: number, work: readonly Promise<unknown>[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const fail = (failure: unknown): void => {
      clearTimeout(timer);
      reject(failure);
    };
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    for (const part of work) part.catch(fail);
  });
}

/** Resolves then; also when the signal is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
