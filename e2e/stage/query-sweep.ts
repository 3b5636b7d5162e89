import { expect, type Page, type Request } from '@playwright/test';
import { contract } from '@portal/contract';
import { comeAlive } from './come-alive.ts';

const READS = Object.values(contract)
  .flat()
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => path);

/** The path of the contract that an address belongs to: '/api/user/tickets/:id'. A path without a blank comes before one that it would fit. */
function readAt(address: string): string | undefined {
  const { pathname } = new URL(address);
  return (
    READS.find((path) => path === pathname) ??
    READS.find((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname))
  );
}

/** A place where something is asked of the server, reached from the opened page by `steps`. */
export type Place = { readonly address: string; readonly steps?: (page: Page) => Promise<unknown> };

/** Opens a place and tells what it asks the server for. */
export async function readsOf(page: Page, { address, steps }: Place): Promise<readonly string[]> {
  const reads = new Set<string>();
  const note = (request: { method: () => string; url: () => string }): void => {
    const path = request.method() === 'GET' ? readAt(request.url()) : undefined;
    if (path) reads.add(path);
  };
  // What the page before it still asks for is not this one's.
  await page.goto('about:blank');
  page.on('request', note);
  await page.goto(address);
  await comeAlive(page);
  await steps?.(page);
  await walkDown(page);
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  return [...reads];
}

/** Some parts ask only when they come near the window. */
async function walkDown(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += 600) {
      window.scrollTo({ top, behavior: 'instant' });
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }
  });
}

/** Watches from now on what the page has asked for beside the call that is meant, and not got. */
function watchOthers(page: Page, isMeant: (url: URL) => boolean): { count: () => number; stop: () => void } {
  const awaited = new Set<Request>();
  const begin = (request: Request) => !isMeant(new URL(request.url())) && awaited.add(request);
  const end = (request: Request) => awaited.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  return {
    count: () => awaited.size,
    stop: () => page.off('request', begin).off('requestfinished', end).off('requestfailed', end),
  };
}

const FAULT = { status: 500, json: { success: false, message: 'Something broke.' } };
const OFFLINE = 'You are offline. We try again once you are connected.';

/**
 * One call of one place through its states: while it is on its way the page says that it loads; what has failed is said with a Retry that asks again; without a connection that is
 * said instead, and what was missing comes by itself with the connection. Tells what was not so, in words.
 */
export async function findMissingStates(page: Page, path: string, { address, steps }: Place): Promise<string[]> {
  const missing: string[] = [];
  let state: 'hold' | 'fail' | 'answer' = 'hold';
  let asked = 0;
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const isMeant = (url: URL) => readAt(url.href) === path;
  await page.route(isMeant, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    asked += 1;
    if (state === 'hold') await held;
    return state === 'fail' ? route.fulfill(FAULT) : route.fallback();
  });
  const see = async (what: string, look: () => Promise<unknown>): Promise<void> => {
    await look().catch(() => missing.push(what));
  };
  const patience = { timeout: 3000, intervals: [50] };
  const retry = page.getByRole('button', { name: 'Retry' }).filter({ visible: true }).first();

  const others = watchOthers(page, isMeant);
  await page.goto(address);
  await comeAlive(page);
  const stepped = (async () => {
    await steps?.(page);
    await walkDown(page);
  })().catch(() => undefined);
  if (!steps) await stepped;
  await see('asks at all', () => expect.poll(() => asked, { ...patience, timeout: 10_000 }).toBeGreaterThan(0));
  // The code of a part on its way is said to load as well.
  await expect
    .poll(others.count, patience)
    .toBe(0)
    .catch(() => undefined);
  others.stop();
  const loading = page.getByText(/^Loading/).or(page.getByLabel(/^Loading/));
  await see('says that it loads', () => expect(loading.first()).toBeAttached(patience));
  state = 'fail';
  letGo();
  await stepped;
  await see('says that it failed, with Retry', () => expect(retry).toBeVisible(patience));
  if (missing.length === 0 || (await retry.isVisible())) {
    const before = asked;
    await retry.click();
    await see('asks again on Retry', () => expect.poll(() => asked, patience).toBeGreaterThan(before));
    await see('fails with Retry again', () => expect(retry).toBeVisible(patience));
    await page.context().setOffline(true);
    await see('says that there is no connection', () => expect(page.getByText(OFFLINE).first()).toBeVisible(patience));
    state = 'answer';
    await page.context().setOffline(false);
    await see('comes with the connection', () => expect(retry).toHaveCount(0, patience));
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return missing;
}
