import { expect, test } from '../fixtures/test.ts';

test('a customer gets a copy of their data, and plans and withdraws the deletion of their account', async ({
  page,
  subscriber,
}) => {
  await page.goto('/profile?tab=privacy');
  await expect(page.getByRole('heading', { name: 'What we hold about you' })).toBeVisible();
  await page.getByRole('button', { name: 'Make my copy' }).click();
  const link = page.getByRole('link', { name: 'Download the page' });
  await expect(link).toBeVisible({ timeout: 20_000 });
  const copy = await page.request.get(new URL((await link.getAttribute('href')) ?? '', page.url()).href);
  expect(await copy.text()).toContain(subscriber.email);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Current Password', { exact: true }).fill(subscriber.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText(/Your account will be deleted on/)).toBeVisible();
  const heading = page.getByRole('heading', { name: 'Delete your account' });
  await expect(heading).toBeFocused();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(heading).toBeFocused();
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
});
