/** Calls `act` once the page has loaded and the browser is idle. */
export function whenIdle(act: () => void): void {
  function wait() {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(act);
    else setTimeout(act, 2000);
  }
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait);
}
