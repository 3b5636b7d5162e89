import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { expect, test } from '../fixtures/test.ts';

test.beforeEach(async ({ context, portal }) => signIn(context, portal.origin, DEMO_STAFF));

test('single keys act on a customer, are listed on ?, leave typing alone, and can be switched off', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/admin/customers?search=customer%40example.com');
  await page.getByRole('link', { name: /Amina Bello/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Amina Bello' })).toBeVisible();
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

  await page.getByLabel('New note').fill('pays');
  await page.getByLabel('New note').press('p');
  await expect(page.getByLabel('New note')).toHaveValue('paysp');
  await page.getByLabel('New note').fill('');
  await page.getByRole('heading', { level: 1 }).click();

  await page.keyboard.press('?');
  await expect(help.getByText('Take a payment')).toBeVisible();
  await help.getByLabel('Single keys, on this device').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await page.keyboard.press('?');
  await expect(help).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/customers\/\d+/);

  await page.getByRole('button', { name: 'Menu' }).or(page.locator('.console-menu summary')).first().click();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await help.getByLabel('Single keys, on this device').check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/admin\/counter\/\d+/);
});
