/**
 * A controller that is also aborted when `signal` is: `AbortSignal.any`, which Safari has only since
 * version 17.4.
 */
export function abortWith(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { signal: controller.signal });
  return controller;
}
