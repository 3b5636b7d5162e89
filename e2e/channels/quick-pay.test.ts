import type { BrowserContext, Page } from '@playwright/test';
import { waitForHydration } from '../fixtures/browser/hydration.ts';
import { typeCustomer } from '../fixtures/channels/quick-pay.ts';
import { expect, test } from '../fixtures/test.ts';

const PHONE = { width: 360, height: 780 };

/** The account number of the signed-in customer of a test. */
async function accountNumberOf(page: Page, origin: string): Promise<string> {
  const answer = await page.request.get(`${origin}/api/user/account`);
  return ((await answer.json()) as { accountNumber: string }).accountNumber;
}

async function payerPage(device: BrowserContext): Promise<Page> {
  const page = await device.newPage();
  await page.setViewportSize(PHONE);
  return page;
}

test('somebody pays for a customer on a phone, without signing in, and both see it', async ({
  page,
  chooser,
  newDevice,
  portal,
}) => {
  const number = await accountNumberOf(page, portal.origin);
  const payer = await payerPage(await newDevice());
  await payer.goto('/pay');
  await (await typeCustomer(payer, number)).click();
  await expect(payer.getByText('Due now')).toBeVisible();
  await expect(payer.locator('body')).not.toContainText(chooser.email);
  await payer.getByLabel('Your email, for the receipt').fill('aunt@payer.example');
  await payer.getByLabel('Your name (optional)').fill('Ngozi Eze');
  await payer.getByRole('button', { name: 'Pay ₦20,000' }).click();
  await payer.getByRole('button', { name: /^Approve/ }).click();
  await expect(payer.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await expect(payer.getByText(`ends in ${number.slice(-3)}`)).toBeVisible();
  await page.goto('/dashboard?tab=subscription');
  await expect(page.getByText('Paid by Ngozi Eze').filter({ visible: true })).toBeVisible();
});

test('a customer gives a link away, which leads to the second step and out of the address bar', async ({
  page,
  chooser,
  newDevice,
}) => {
  expect(chooser.email).toBeTruthy();
  await page.goto('/payment');
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = await page.getByText(/\/p\/[a-z0-9-]{13}$/).innerText();
  await expect(page.getByRole('img', { name: 'QR code of your payment link' })).toBeVisible();
  const payer = await payerPage(await newDevice());
  await payer.goto(`/p/${link.slice(link.lastIndexOf('/') + 1)}`);
  await expect(payer.getByRole('button', { name: 'Pay ₦20,000' })).toBeEnabled();
  await expect(payer).toHaveURL('/pay');
  await payer.reload();
  await expect(payer.getByRole('button', { name: 'Pay ₦20,000' })).toBeEnabled();
  await page.getByRole('button', { name: 'Replace the link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the link' }).click();
  await expect(page.getByText(link)).toBeHidden();
});

test('whoever cannot be shown, and whoever has no connection, reads why and loses nothing typed', async ({
  page,
  watch,
  context,
}) => {
  watch.expectRefusal({ status: 404, path: /^\/api\/quick-pay\/(lookup|code)$/ });
  watch.expectLostRequests();
  await page.setViewportSize(PHONE);
  await page.goto('/pay');
  await (await typeCustomer(page, '0803 999 9999')).click();
  await expect(page.getByText(/^We cannot show an account for this/)).toBeVisible();
  const field = page.getByLabel('Account number, phone or email');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('0803 999 9999');
  await context.setOffline(true);
  await expect(page.getByText('You can pay once you are connected again.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await page.goto('/p/aaaa-aaaa-aaa');
  await expect(page.getByText(/^We do not know this link/)).toBeVisible();
});

test('a payment that the bank declines can be tried again, and Back leads to the account and not to a second payment', async ({
  page,
  chooser,
  newDevice,
  portal,
}) => {
  expect(chooser.email).toBeTruthy();
  const number = await accountNumberOf(page, portal.origin);
  const payer = await payerPage(await newDevice());
  await payer.goto('/pay');
  await (await typeCustomer(payer, number)).click();
  await payer.getByLabel('Your email, for the receipt').fill('aunt@payer.example');
  await payer.getByRole('button', { name: 'Pay ₦20,000' }).click();
  await expect(payer.getByRole('button', { name: /^Approve/ })).toBeVisible();
  const opened = payer.url();
  await payer.goBack();
  await waitForHydration(payer);
  await payer.getByLabel('Your email, for the receipt').fill('aunt@payer.example');
  await payer.getByRole('button', { name: 'Pay ₦20,000' }).click();
  await expect(payer).toHaveURL(opened);
  await payer.getByRole('button', { name: /^Decline/ }).click();
  await expect(payer.getByRole('heading', { name: 'This payment did not go through' })).toBeVisible();
  await payer.getByRole('link', { name: 'Try again' }).click();
  await expect(payer.getByLabel('Account number, phone or email')).toBeVisible();
});
