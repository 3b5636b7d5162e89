import { clearSession } from '../../fixtures/browser/clear-session.ts';
import { gotoSettled } from '../../fixtures/browser/requests.ts';
import { expect, test } from '../../fixtures/test.ts';

const PUBLIC_PAGES = ['/', '/plans', '/support', '/about', '/status'];

test.describe('the footer', () => {
  test('names the four services, and each links to the plans', { tag: '@long' }, async ({ page }) => {
    await page.goto('/');
    for (const service of [
      'Home internet',
      'Corporate and business',
      'Government and institutions',
      'Custom network solutions',
    ]) {
      await page.getByRole('contentinfo').getByRole('link', { name: service, exact: true }).click();
      await expect(page).toHaveURL('/plans');
      await page.goBack();
    }
  });

  test('links to the places of help', async ({ page }) => {
    await page.goto('/about');
    for (const { link, address, place } of [
      { link: 'Help Center', address: '/support', place: null },
      { link: 'Live Chat', address: '/support#chat', place: '#chat' },
      { link: 'Contact Us', address: '/support#contact', place: '#contact' },
      { link: 'Network Status', address: '/status', place: null },
    ]) {
      await test.step(`leads by "${link}" to ${address}`, async () => {
        await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click();
        await expect(page).toHaveURL(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (place) await expect(page.locator(place)).toBeInViewport();
      });
    }
  });

  test('says where the office is, and has links to call and to write', { tag: '@long' }, async ({ page }) => {
    for (const path of PUBLIC_PAGES) {
      await page.goto(path);
      const details = page.getByRole('contentinfo').locator('address');
      await expect(details).toContainText(/\d+ .+, Garki, Abuja/);
      await expect(details.getByRole('link', { name: /^\+234 [\d ]+$/ })).toHaveAttribute('href', /^tel:\+234\d{10}$/);
      await expect(details.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:[^@]+@[^@]+$/);
    }
  });

  test('links by icons to Facebook, X, Instagram and LinkedIn, which learn nothing of the page', {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    for (const { name, host } of [
      { name: 'Facebook', host: 'www.facebook.com' },
      { name: 'X', host: 'x.com' },
      { name: 'Instagram', host: 'www.instagram.com' },
      { name: 'LinkedIn', host: 'www.linkedin.com' },
    ]) {
      const sign = footer.getByRole('link', { name, exact: true });
      await expect(sign.locator('svg')).toBeVisible();
      expect(new URL((await sign.getAttribute('href')) ?? '').host).toBe(host);
      await expect(sign).toHaveAttribute('rel', 'noopener noreferrer');
    }
  });

  test('has the year of the copyright, for visitors and for customers', { tag: '@long' }, async ({
    page,
    customer: _,
  }) => {
    await gotoSettled(page, '/dashboard');
    await expect(page.getByRole('contentinfo')).toContainText(/© 2025 \S+/);
    await clearSession(page);
    for (const path of PUBLIC_PAGES) {
      await page.goto(path);
      await expect(page.getByRole('contentinfo')).toContainText(/© 2025 .+\. All rights reserved\./);
    }
  });
});
