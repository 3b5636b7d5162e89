/** Where the gateway's page is shown. `show` may be called once; `close` gives up the window. */
export type CheckoutWindow = { readonly show: (url: string) => void; readonly close: () => void };

/** Specification section 9: payment popup 600x800. */
const FEATURES = 'popup,width=600,height=800';

type OpeningWindow = Pick<Window, 'open' | 'location'>;

/**
 * Opens the window of a payment. Call it directly in the click, or the browser blocks it; it is
 * steered to the gateway's page once that is known and says `meanwhile` until then. Where popups
 * are blocked, `show` takes this tab to the page instead. The page cannot reach back into ours: the
 * new window is cut from its opener first.
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
