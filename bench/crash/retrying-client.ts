import { setTimeout as sleep } from 'node:timers/promises';

export type Answer = { readonly status: number; readonly body: unknown };

export type RetryingClient = {
  /**
   * Repeats the call until an answer arrives that is not "try again later". Throws when the test is
   * over before that.
   */
  readonly call: (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>;
  /** Drops the session, like a browser that never got the answer. */
  readonly forgetSession: () => void;
};

const RETRY_MS = 60;
const ANSWER_MS = 20_000;

/**
 * A browser that retries while the portal is down. `onDefect` is called with every forbidden
 * answer: a 500, or a 401 to a valid session. `fetch` sends its requests, by default the global one.
 */
export function createRetryingClient(deps: {
  readonly origin: string;
  readonly end: AbortSignal;
  readonly onDefect: (description: string) => void;
  readonly fetch?: typeof fetch;
}): RetryingClient {
  const request = deps.fetch ?? fetch;
  let cookie: string | null = null;
  const send = async (method: string, path: string, body: object | undefined): Promise<Answer> => {
    const response = await request(deps.origin + path, {
      method,
      headers: {
        origin: deps.origin,
        ...(cookie === null ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.any([deps.end, AbortSignal.timeout(ANSWER_MS)]),
    });
    const answer: unknown = await response.json();
    const given = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    if (given.length > 0) cookie = given.join('; ');
    return { status: response.status, body: answer };
  };
  const attempt = async (method: string, path: string, body: object | undefined): Promise<Answer | null> => {
    const hadSession = cookie !== null;
    let answer: Answer;
    try {
      answer = await send(method, path, body);
    } catch {
      return null;
    }
    const { status } = answer;
    if (status >= 500 && status !== 503)
      deps.onDefect(`${method} ${path} answered ${status} ${JSON.stringify(answer.body)}`);
    if (status === 401 && hadSession && path !== '/api/login')
      deps.onDefect(`${method} ${path} no longer knows a session that was handed out`);
    return status === 503 || status === 429 || status >= 500 ? null : answer;
  };
  return {
    call: async (method, path, body) => {
      for (;;) {
        deps.end.throwIfAborted();
        const answer = await attempt(method, path, body);
        if (answer) return answer;
        await sleep(RETRY_MS, null, { signal: deps.end });
      }
    },
    forgetSession: () => {
      cookie = null;
    },
  };
}
