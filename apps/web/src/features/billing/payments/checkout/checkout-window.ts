/** The window for the gateway's page. `show` may be called once; `close` closes the window. */
export type CheckoutWindow = { readonly show: (url: string) => void; readonly close: () => void };

/** Specification section 9: payment popup 600x800. */
const FEATURES = 'popup,width=600,height=800';

type OpeningWindow = Pick<Window, 'open' | 'location'>;

/**
 * Opens the window of a payment. Call it directly in the click handler, or the browser blocks it;
 * it shows `meanwhile` until the gateway's page is known. Where popups are blocked, `show` opens
 * the page in this tab instead. The page has no access to ours: the new window's opener is removed
 * first.
 */
export function openCheckoutWindow(
  meanwhile: { readonly title: string; readonly text: string },
  browser: OpeningWindow = window,
): CheckoutWindow {
  const popup = browser.open('about:blank', '_blank', FEATURES);
  if (!popup || popup.closed) {
    return { show: (url) => browser.location.assign(url), close: () => {} };
  }
  popup.opener = null;
  popup.document.title = meanwhile.title;
  popup.document.body.textContent = meanwhile.text;
  return { show: (url) => popup.location.replace(url), close: () => popup.close() };
}
