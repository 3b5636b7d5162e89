import { SpeedTestError } from './speed-test-engine.ts';
import { callServer } from './transfer/call-server.ts';

export type TestServer = {
  /**
   * The address of one of its calls, with the query it needs. A new one at every call: nothing in
   * between may answer from a cache.
   */
  readonly address: (call: 'garbage' | 'empty' | 'meter', query?: string) => string;
  /** Null for a server of our own, which counts uploads. */
  readonly foreignHost: string | null;
  /** The id of this test at a server of ours; null at a foreign one. */
  readonly session: string | null;
};

/** The paths of LibreSpeed's backends below an origin: PHP, Go and Rust, by default. */
const LIBRESPEED_LAYOUTS = ['backend/{}.php', 'backend/{}', '{}.php', '{}'];

let calls = 0;

function addressesOf(layout: string, query: string): TestServer['address'] {
  return (call, extra = '') => {
    calls += 1;
    return `${layout.replace('{}', call)}?${query}&n=${calls}${extra && `&${extra}`}`;
  };
}

/**
 * Opens a session where the server is ours, else looks for a LibreSpeed backend. `origin` may have
 * a path. Rejects with SpeedTestError: busy, limited, unreachable.
 */
export async function findTestServer(origin: string, signal: AbortSignal): Promise<TestServer> {
  const base = origin.replace(/\/+$/, '');
  const session = await openSession(`${base}/speedtest/session`, signal);
  if (session !== null) {
    return { address: addressesOf(`${base}/speedtest/{}`, `session=${session}`), foreignHost: null, session };
  }
  // The portal itself is no LibreSpeed server: when it does not answer there is nothing to look
  // for.
  if (globalThis.location?.origin === new URL(base).origin) throw new SpeedTestError('unreachable');
  const candidates = LIBRESPEED_LAYOUTS.map((layout) => addressesOf(`${base}/${layout}`, 'cors=true'));
  const answers = await Promise.all(candidates.map((address) => isBackend(address('empty'), signal)));
  const address = candidates[answers.indexOf(true)];
  if (!address) throw new SpeedTestError('unreachable');
  return { address, foreignHost: new URL(base).host, session: null };
}

/** Null when no server of ours answers. */
async function openSession(url: string, signal: AbortSignal): Promise<string | null> {
  try {
    // The portal's own server counts a customer's tests, so it gets the session cookie; another one
    // never does.
    const asked = { method: 'POST', credentials: 'same-origin', signal } as const;
    const answer: unknown = await (await callServer(url, asked)).json();
    const session = typeof answer === 'object' && answer !== null && 'session' in answer ? answer.session : null;
    return typeof session === 'string' && /^[0-9a-f]+$/.test(session) ? session : null;
  } catch (failure) {
    if (signal.aborted || (failure instanceof SpeedTestError && failure.reason !== 'unreachable')) throw failure;
    return null;
  }
}

/** A web page would answer anything with itself; a backend answers with nothing. */
async function isBackend(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await (await callServer(url, { signal })).text()) === '';
  } catch (failure) {
    if (signal.aborted) throw failure;
    return false;
  }
}
