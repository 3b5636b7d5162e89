/**
 * What programs call, what is measured, what gateways send the browser back to, and the staff
 * console, which is nothing without the server: never touched.
 */
const NOT_OURS = /^\/(?:admin|api|ws|speedtest|sandbox|metrics|healthz|readyz|payment\/return)(?:\/|$)/;
const ASSET = /^\/(?:assets|fonts)\//;

/**
 * The part the worker plays in a request: a page is asked of the server first, an asset of the
 * device first; null: none.
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
