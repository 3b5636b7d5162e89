import type { ViewFacts } from './view-facts.ts';

/** As the server reads it (platform/http/authorisation/account-view.ts). */
const VIEW_HEADER = 'x-account-view';

const NOT_HERE = 'The speed test measures your own line, so it is off while you view.';

type Watchers = {
  /** The server says that the view is over. */
  readonly onOver: () => void;
  /** The customer's Logout was pressed. */
  readonly onLogout: () => void;
  /** A call was refused, with the server's sentence. */
  readonly onRefused: (message: string) => void;
};

const refusal = (message: string) =>
  new Response(JSON.stringify({ success: false, code: 'view.not-shown', message }), { status: 403 });

/**
 * Has each call of the page name its view, so that none is answered for another customer, and tells of
 * what the server refuses. Returns how to call without that.
 */
export function watchCalls({ id }: Pick<ViewFacts, 'id'>, watchers: Watchers): typeof fetch {
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.origin !== location.origin) return send(input, init);
    if (url.pathname.startsWith('/speedtest/')) {
      watchers.onRefused(NOT_HERE);
      return refusal(NOT_HERE);
    }
    if (!url.pathname.startsWith('/api/')) return send(input, init);
    if (url.pathname === '/api/logout') {
      watchers.onLogout();
      // The page is about to be left.
      return new Promise(() => {});
    }
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}));
    headers.set(VIEW_HEADER, String(id));
    const answer = await send(input, { ...init, headers });
    if (answer.status === 403) tell(await answer.clone().text(), watchers);
    return answer;
  };
  return send;
}

function tell(body: string, { onOver, onRefused }: Watchers): void {
  const { code, message } = JSON.parse(body) as { readonly code?: string; readonly message?: string };
  if (code === 'view.over') onOver();
  else if (code === 'view.read-only' && message) onRefused(message);
}
