import { waitForHydration } from '../fixtures/browser/hydration.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const NOT_SHOWN = 'This page could not be shown';

/** Opens a page and waits until it watches for updates, which it begins when it is idle. */
async function open(page: Page, path: string): Promise<void> {
  const watching = page.waitForResponse(
    async (answer) => answer.url().endsWith('.js') && (await answer.text()).includes('/healthz'),
    // A busy machine is idle late.
    { timeout: 30_000 },
  );
  await page.goto(path);
  await waitForHydration(page);
  await watching;
}

/** The paths that the browser loads from the server, and the errors that are shown meanwhile. */
async function watchLoads(page: Page) {
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  const shown: string[] = [];
  await page.exposeFunction('noteError', (text: string) => shown.push(text));
  await page.evaluate((words) => {
    const look = () => document.body.textContent.includes(words) && Reflect.get(window, 'noteError')(words);
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  }, NOT_SHOWN);
  return { loads, errors: shown };
}

/**
 * The code that the page has not loaded yet is gone; `isBack` says whether a new page finds it
 * again.
 */
async function removeOldCode(page: Page, isBack: boolean): Promise<void> {
  const gone = new Set<string>();
  let isNewPage = false;
  page.on('request', (request) => {
    isNewPage ||= request.isNavigationRequest();
  });
  await page.route('**/assets/*.js', async (route) => {
    const url = route.request().url();
    if (!isNewPage) gone.add(url);
    if (isNewPage && (isBack || !gone.has(url))) return route.continue();
    return route.fulfill({ status: 404, json: { success: false, message: 'The address was not found.' } });
  });
}

test.describe('a page that was opened before an update', () => {
  test.beforeEach(({ watch }) => {
    watch.expectRefusal({ status: 404, path: /^\/assets\// });
    watch.expectWarning(/^TypeError: Failed to fetch dynamically imported module/);
  });

  const openPlans = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Plans' }).click();

  test('loads the next page anew, once and without an error, when its code is gone', async ({ page }) => {
    await open(page, '/about');
    const watched = await watchLoads(page);
    await removeOldCode(page, true);
    await openPlans(page);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('lan');
    await expect(page).toHaveURL('/plans');
    await waitForHydration(page);
    await expect.poll(() => watched).toEqual({ loads: ['/plans'], errors: [] });
  });

  test('does not load again and again when the code stays missing: it says so', { tag: '@long' }, async ({ page }) => {
    await open(page, '/about');
    const { loads } = await watchLoads(page);
    await removeOldCode(page, false);
    await openPlans(page);
    await expect(page.getByText(NOT_SHOWN)).toBeVisible();
    await expect.poll(() => loads).toEqual(['/plans']);
  });

  test('keeps what was typed when a part of it cannot be loaded', { tag: '@long' }, async ({ page }) => {
    await open(page, '/support');
    const { loads } = await watchLoads(page);
    await removeOldCode(page, true);
    const search = page.getByRole('searchbox').first();
    await search.fill('router');
    const asked = page.waitForResponse(/\/assets\/.*\.js$/);
    await page.getByRole('combobox', { name: 'Language' }).first().selectOption('yo');
    await asked;
    await expect(search).toHaveValue('router');
    await openPlans(page);
    await expect(page).toHaveURL('/plans');
    await waitForHydration(page);
    await expect.poll(() => loads).toEqual(['/plans']);
  });

  test('takes a lost connection for what it is', { tag: '@long' }, async ({ page, context, watch }) => {
    watch.expectLostRequests();
    await open(page, '/about');
    const { loads } = await watchLoads(page);
    await context.setOffline(true);
    await openPlans(page);
    await expect(page.getByText(NOT_SHOWN)).toBeVisible();
    expect(loads).toEqual([]);
  });
});

test('a page whose own code does not arrive at first loads anew by itself', { tag: '@long' }, async ({
  page,
  context,
  chooser: _chooser,
  watch,
}) => {
  watch.expectRefusal({ status: 404, path: /^\/assets\// });
  watch.expectWarning(/^TypeError: Failed to fetch dynamically imported module/);
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route('**/assets/*.js', async (route) => {
    if (loads > 1) return route.continue();
    const code = await (await context.request.get(route.request().url())).text();
    return code.includes('Pay for your plan') ? route.fulfill({ status: 404 }) : route.continue();
  });
  await page.goto('/payment');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible({ timeout: 30_000 });
  expect(loads).toBe(2);
});
