/**
 * Calls of programs, the speed test, the gateways' return address, and the staff console, which is
 * useless without the server: never intercepted.
 */
const NOT_OURS = /^\/(?:admin|api|ws|speedtest|sandbox|metrics|healthz|readyz|payment\/return)(?:\/|$)/;
const ASSET = /^\/(?:assets|fonts)\//;

/**
 * How the worker handles a request: a page network first, an asset cache first; null: not at all.
 */
export function kindOfRequest(
  request: { readonly method: string; readonly mode: string; readonly url: string },
  origin: string,
): 'page' | 'asset' | null {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin || NOT_OURS.test(url.pathname)) return null;
  if (request.mode === 'navigate') return 'page';
  return ASSET.test(url.pathname) ? 'asset' : null;
}
