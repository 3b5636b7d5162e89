import { missingCode } from '../shared/site/load-or-reload.ts';

// From its import on, the page is reloaded, once, when code that it needs is gone because the portal
// has been updated since it was opened. Not while the server does not answer, which is a lost
// connection, and not while something typed on this page would be lost: then the part that is
// missing says so, as it does offline, and the next page is loaded anew.

let typedOn: string | null = null;
let decision: Promise<boolean> | null = null;

/** The same decision for everything that is found missing at once. */
async function reloadOnce(): Promise<boolean> {
  decision ??= decide();
  const isReloading = await decision;
  if (!isReloading) decision = null;
  return isReloading;
}

async function decide(): Promise<boolean> {
  if (isTyped() || !(await isServerThere()) || isTyped() || !markReloaded()) return false;
  location.reload();
  return true;
}

function isTyped(): boolean {
  return typedOn === location.pathname;
}

/** By `fetch` itself: the code of calls may be what is missing. */
async function isServerThere(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * False when this build has already been reloaded at this place. The history entry remembers it: it
 * survives the reload and ends with the tab.
 */
function markReloaded(): boolean {
  const build = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  const reloaded: string = history.state?.reloaded ?? '';
  if (build === undefined || reloaded.includes(build)) return false;
  history.replaceState({ ...history.state, reloaded: reloaded + build }, '');
  return true;
}

addEventListener(
  'input',
  () => {
    typedOn = location.pathname;
  },
  true,
);
missingCode.recover = reloadOnce;
if (missingCode.missed) void reloadOnce();
// Also for code that no screen waits for: https://vite.dev/guide/build#load-error-handling
addEventListener('vite:preloadError', () => void reloadOnce());
