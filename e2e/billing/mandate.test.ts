import { findBarriers } from '../fixtures/browser/accessibility.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ viewport: { width: 360, height: 780 } });

test('a bank account is set up on a small phone: chosen, approved at the bank, activated, paused and removed', async ({
  page,
  portal,
  subscriber,
}) => {
  await page.goto('/payment#auto-pay');
  await page.getByRole('button', { name: 'Use a bank account' }).click();
  await page.getByLabel('Your bank').selectOption({ label: 'Zenith Bank' });
  const number = page.getByLabel('Account number');
  await number.fill('12345');
  await page.getByRole('button', { name: 'Continue to your bank' }).click();
  await expect(page.getByText('Enter the 10 digits of your account number')).toBeVisible();
  await expect(number).toBeFocused();
  await number.fill('0123456789');
  await page.getByRole('button', { name: 'Continue to your bank' }).click();
  await expect(page.getByText('Agree to the automatic charge first')).toBeVisible();
  await page.getByRole('checkbox', { name: /^Charge my bank account/ }).check();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue to your bank' }).click();

  await expect(page.getByRole('heading', { name: /charge your account/ })).toBeVisible();
  await page.getByRole('button', { name: /^Leave/ }).click();
  await expect(page.getByText('Zenith Bank ending 6789: not approved yet')).toBeVisible();
  await page.getByRole('link', { name: 'Approve at your bank' }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();

  await expect(page.getByText('Zenith Bank ending 6789: approved')).toBeVisible();
  await expect(page.getByText(/^Your bank may take up to 24 hours/)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText(/^Your bank may take up to 24 hours/)).toBeVisible();
  await portal.sandbox.bankDoes(subscriber.email, 'activate');
  await expect(page.getByText('Next charge')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('₦18,000')).toBeVisible();
  await page.getByLabel('Day on which you are paid').selectOption('last-working-day');
  await expectToast(page, 'Saved');
  await expect(page.getByText(/^Your next bill is charged on/)).toBeVisible();
  await page.getByRole('button', { name: 'Pause Zenith Bank ending 6789' }).click();
  await expect(page.getByText(/^Everything is paused/)).toBeVisible();
  await page.getByRole('button', { name: 'Resume Zenith Bank ending 6789' }).click();
  await expect(page.getByText('Next charge')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await page.goto('/profile?tab=billing');
  await page.getByRole('button', { name: 'Remove Zenith Bank ending 6789 from your payment methods' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, 'Payment method removed');
  await expect(page.getByText('No saved payment method')).toBeVisible();
});
