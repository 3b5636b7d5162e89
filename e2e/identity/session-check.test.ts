import { removePreloadedSession } from '../fixtures/browser/preloaded-queries.ts';
import { expect, test } from '../fixtures/test.ts';

test('while the session is loading, every page waits under "Loading..."', async ({ page, customer }) => {
  await removePreloadedSession(page);
  let answered = Promise.withResolvers<void>();
  await page.route('**/api/user', async (route) => {
    await answered.promise;
    await route.continue();
  });
  for (const path of ['/dashboard', '/plans']) {
    answered = Promise.withResolvers<void>();
    await page.goto(path);
    await expect(page.getByText('Loading...')).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    answered.resolve();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
  }
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(customer.firstName);
});

test('a server that cannot say who is signed in does not cause a sign-in', async ({ page, customer, watch }) => {
  await removePreloadedSession(page);
  watch.expectRefusal({ status: 503, path: /^\/api\/user$/ });
  await page.route('**/api/user', (route) => route.fulfill({ status: 503, json: { success: false } }));
  await page.goto('/dashboard');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch user' })).toBeVisible();
  await page.unroute('**/api/user');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(customer.firstName);
});
