import { expect, test } from '../../fixtures/test.ts';

test.use({ javaScriptEnabled: false });

test.describe('without script', () => {
  test.beforeEach(({ watch }) => {
    // The browser blocks the scripts that the pages name.
    watch.expectLostRequests();
  });

  test('a visitor reads the landing page and follows its links', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Your own strand of light.' })).toBeVisible();
    for (const name of ['Choose your city', 'Secure payment options', '24/7 Customer Support', 'Network Status']) {
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    }
    await page.getByRole('main').getByRole('link', { name: 'View Plans', exact: true }).first().click();
    await expect(page).toHaveURL('/plans');
    await expect(page.getByRole('heading', { level: 1, name: 'Plans and prices' })).toBeVisible();
    const premium = page.getByRole('article', { name: 'Premium Fiber 100Mbps' });
    await expect(premium).toContainText('₦25,000');
    await expect(premium).toContainText('100 GB a month');
    await expect(page.getByRole('heading', { name: 'Need a line to many sites?' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^About / })).toBeVisible();
  });

  test('a city’s price does not mention VAT where the portal includes it', { tag: '@long' }, async ({ page }) => {
    const cities = page.getByRole('radiogroup', { name: 'Region' });
    await page.goto('/');
    await expect(cities.getByText(/a month, /)).toHaveCount(2);
    await expect(cities).not.toContainText('VAT');
  });

  test('the sign-in and register forms can be read', { tag: '@long' }, async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    await expect(page.getByLabel('Email Address')).toBeVisible();
    await page.getByRole('link', { name: 'Create one here' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
    await expect(page.getByLabel('First Name')).toBeVisible();
  });

  test('the mobile menu and the questions open', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    await page.getByRole('banner').locator('summary').click();
    await page.getByRole('navigation', { name: 'Main, mobile' }).getByRole('link', { name: 'Support' }).click();
    const question = page.locator('#faq details').first();
    await question.locator('summary').click();
    await expect(question.getByRole('paragraph')).toBeVisible();
  });

  test('an unknown address shows that', { tag: '@long' }, async ({ page, watch }) => {
    watch.expectRefusal({ status: 404, path: /^\/no-such-place$/ });
    await page.goto('/no-such-place');
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  });
});
