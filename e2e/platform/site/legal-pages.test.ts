import { openCheckout } from '../../fixtures/customers/hosted-checkout.ts';
import { expect, test } from '../../fixtures/test.ts';

const PAGES = [
  { link: 'Privacy Policy', path: '/privacy', says: 'Nigeria Data Protection Act 2023' },
  { link: 'Terms of Service', path: '/terms', says: 'Federal Competition and Consumer Protection Act 2018' },
  { link: 'Cookie Policy', path: '/cookies', says: 'no cookies for advertising' },
];

test('the footer links a visitor to the legal pages', async ({ page }) => {
  await page.goto('/');
  for (const { link, path, says } of PAGES) {
    await page.getByRole('contentinfo').getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: link })).toBeVisible();
    await expect(page.getByText(says).first()).toBeVisible();
  }
});

test('the footer links a customer to the legal pages', { tag: '@long' }, async ({ page, customer: _customer }) => {
  await page.goto('/dashboard');
  for (const { link, path } of PAGES) {
    await page.getByRole('contentinfo').getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: link })).toBeVisible();
  }
});

test('the contents of a legal page link to its sections', { tag: '@long' }, async ({ page }) => {
  await page.goto('/privacy');
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Your rights' }).click();
  await expect(page).toHaveURL('/privacy#rights');
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeInViewport();
});

test('everything that the site stores in a browser is named in the Cookie Policy', { tag: '@long' }, async ({
  paymentScreen: page,
  context,
}) => {
  const checkout = await openCheckout(page, 'paystack');
  await checkout.close();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('yo');
  await expect(page.locator('html')).toHaveAttribute('lang', 'yo');
  await page.getByRole('contentinfo').getByRole('combobox').selectOption('dark');
  const kept = [
    ...(await context.cookies()).map(({ name }) => name),
    ...(await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])),
    // The name of the cache ends with the version of the site.
    ...(await page.evaluate(() => caches.keys())).map((name) => name.replace(/^portal-.*/, 'portal-…')),
  ];
  expect(kept).toEqual(expect.arrayContaining(['session', 'browser', 'language', 'theme', 'payment_reference']));
  await page.goto('/cookies');
  for (const name of kept) await expect(page.getByRole('code').getByText(name, { exact: true })).toBeVisible();
});

test('the about page says who runs the service, since when and from where', async ({ page }) => {
  await page.goto('/about');
  const main = page.getByRole('main');
  for (const text of ['99.9%', '1Gbps', '50,000+', '50+', '36', 'Our mission', 'What we hold to', 'Teams']) {
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect(main.getByText('Established 3 February 2025.')).toBeVisible();
  await expect(main.getByText('14 Moshood Abiola Way')).toBeVisible();
});
