import yoruba from '../../apps/web/src/shared/i18n/yo.json' with { type: 'json' };
import { clearSession } from '../fixtures/browser/clear-session.ts';
import { gotoSettled } from '../fixtures/browser/requests.ts';
import { choosePlan, newPerson, registerPerson } from '../fixtures/customers/customer.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

test.use({ serviceWorkers: 'allow' });

const AS_OF = /Your account is shown as of \d{1,2} \w+, \d\d:\d\d\./;

/** Until the device has everything it needs offline, including this plan. */
async function waitUntilCached(page: Page, planName: string): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('last-seen'))).toContain(planName);
}

/**
 * Everything that this browser stores of the portal, in its storage and in the service worker's.
 */
function everythingStored(page: Page): Promise<{ urls: string[]; stored: string }> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const stored = JSON.stringify({ ...localStorage, ...sessionStorage });
    return { urls: requests.flat().map(({ url }) => new URL(url).pathname), stored };
  });
}

/** Whether the service worker has cached a file with this text. */
function isCached(page: Page, words: string): Promise<boolean> {
  return page.evaluate(async (wanted) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const answer of await cache.matchAll()) if ((await answer.text()).includes(wanted)) return true;
    }
    return false;
  }, words);
}

/**
 * The emulated connection is back for a page before it is for its service worker: the page is told
 * once both have it, as on a device.
 */
async function reconnect(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  });
  await page.context().setOffline(false);
  await page.evaluate(() => {
    Reflect.deleteProperty(navigator, 'onLine');
    dispatchEvent(new Event('online'));
  });
}

test.describe('without a connection', () => {
  test.beforeEach(({ watch }) => watch.expectLostRequests());

  test('a customer opens the dashboard and reads the last figures with their date; they are loaded again once there is one', async ({
    page,
    context,
    chooser: _chooser,
  }) => {
    await page.goto('/dashboard');
    await expect(page.getByText('Home 20 Mbps').first()).toBeVisible();
    await waitUntilCached(page, 'Home 20 Mbps');
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText('Home 20 Mbps').first()).toBeVisible();
    await expect(page.getByText(AS_OF)).toBeVisible();
    // The amount due is not among the cached figures.
    await expect(page.locator('p').filter({ hasText: 'First payment' })).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard');

    const asked = page.waitForResponse((response) => response.url().endsWith('/api/user') && response.ok());
    await reconnect(page);
    await asked;
    await expect(page.getByText(AS_OF)).toBeHidden();
    await expect(page.getByText('Home 20 Mbps').first()).toBeVisible();
  });

  test('a customer who has chosen Yoruba sees Yoruba', { tag: '@long' }, async ({
    page,
    context,
    chooser: _chooser,
  }) => {
    await page.goto('/dashboard');
    await page.getByRole('banner').getByRole('combobox').selectOption('yo');
    await expect(page.locator('html')).toHaveAttribute('lang', 'yo');
    await waitUntilCached(page, 'Home 20 Mbps');
    await expect.poll(() => isCached(page, yoruba['Quick actions'])).toBe(true);
    expect((await everythingStored(page)).urls).toContain('/fonts/overpass-dotbelow.woff2');
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('banner').getByRole('link', { name: yoruba.Plans, exact: true })).toBeVisible();
    await expect(page.getByText('Home 20 Mbps').first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'yo');
  });

  test('what was never loaded shows that and loads automatically with the connection', { tag: '@long' }, async ({
    page,
    context,
    chooser,
    watch,
  }) => {
    watch.expectWarning(/Failed to fetch dynamically imported module/);
    await page.goto('/dashboard');
    await expect(page.getByText(chooser.firstName).first()).toBeVisible();
    await waitUntilCached(page, 'Home 20 Mbps');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Payment' }).first().click();
    await expect(page.getByText('You are offline. We try again once you are connected.')).toBeVisible();
    await reconnect(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible();
  });

  test('no customer data is left on the device after logging out', async ({ page, context, chooser }) => {
    // No request is answered after the session has ended.
    await gotoSettled(page, '/dashboard');
    await waitUntilCached(page, 'Home 20 Mbps');
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await expect(page).toHaveURL('/');
    await expect(page.getByText('Logged out successfully')).toBeVisible();
    const { urls, stored } = await everythingStored(page);
    expect(stored).not.toContain(chooser.email);
    expect(stored).not.toContain('Home 20 Mbps');
    expect(urls.filter((path) => !/^\/(?:assets|fonts)\/|^\/offline\.html$/.test(path))).toEqual([]);
    await context.setOffline(true);
    await page.goto('/dashboard');
    await expect(page.getByText('You are offline. We try again once you are connected.')).toBeVisible();
    await expect(page.getByText('Home 20 Mbps')).toBeHidden();
  });

  test('another person who signs in on the same device finds nothing of the previous one', async ({
    page,
    context,
    portal,
    chooser,
  }) => {
    await page.goto('/dashboard');
    await waitUntilCached(page, 'Home 20 Mbps');
    await clearSession(page);
    await registerPerson(context, portal.origin, newPerson('Bola'));
    await choosePlan(context, portal.origin, 'SME 10 Mbps');
    await page.goto('/dashboard');
    await expect(page.getByText('SME 10 Mbps').first()).toBeVisible();
    await expect.poll(async () => (await everythingStored(page)).stored).toContain('SME 10 Mbps');
    expect((await everythingStored(page)).stored).not.toContain(chooser.email);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText('SME 10 Mbps').first()).toBeVisible();
    await expect(page.getByText('Home 20 Mbps')).toBeHidden();
  });
});

test('a visitor’s first page is complete before the portal caches anything', async ({ page }) => {
  const before: string[] = [];
  let loaded = false;
  page.on('request', (request) => {
    if (!loaded) before.push(new URL(request.url()).pathname);
  });
  page.once('load', () => {
    loaded = true;
  });
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
  expect(before).not.toContain('/service-worker.js');
  expect(before.length).toBeLessThanOrEqual(8);
  expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe('/manifest.webmanifest');
});
