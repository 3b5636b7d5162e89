import { findBarriers } from '../fixtures/browser/accessibility.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { expect, test } from '../fixtures/test.ts';

test('auto-pay is set up with the card of the last payment, only with consent, and ends with a click or when the card is removed', async ({
  page,
  subscriber: _subscriber,
}) => {
  await page.goto('/profile?tab=billing');
  const setUp = page.getByRole('button', { name: 'Set Up Auto-Pay' });
  const consent = page.getByRole('checkbox', { name: /^Charge this card for my plan/ });
  await expect(consent).not.toBeChecked();
  await setUp.click();
  await expect(page.getByText('Agree to the automatic charge first')).toBeVisible();
  await expect(consent).toBeFocused();
  await consent.check();
  await setUp.click();
  await expectToast(page, 'Auto-Pay is on');
  await expect(page.getByText('₦18,000')).toBeVisible();
  await expect(page.getByText('You save')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await page.getByRole('button', { name: 'Switch Auto-Pay off' }).click();
  await expectToast(page, 'Auto-Pay is off');
  await consent.check();
  await setUp.click();
  await expectToast(page, 'Auto-Pay is on');
  await page.getByRole('button', { name: 'Remove Visa ending 4081' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, 'Payment method removed');
  await expect(page.getByText('No saved payment method')).toBeVisible();
  await expect(page.getByText('Pay your next bill by card with Paystack or Flutterwave and')).toBeVisible();
});
