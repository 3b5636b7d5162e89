import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { decisionButton, openCheckout } from '../fixtures/customers/hosted-checkout.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const SUBSCRIPTION = '**/api/user/subscription';

test('bills are read, saved as a PDF and summed by month, with the company name that the customer needs on them', async ({
  page,
  subscriber: _subscriber,
}) => {
  await page.goto('/profile?tab=billing');
  await page.getByLabel('Company name').fill('Eze & Sons Limited');
  await page.getByLabel('Tax ID (TIN)').fill('12345678-0001');
  await page.getByRole('button', { name: 'Save details' }).click();
  await expectToast(page, 'Billing details saved');
  await page.reload();
  await expect(page.getByLabel('Company name')).toHaveValue('Eze & Sons Limited');

  const bill = page.getByRole('region', { name: 'Invoices' }).getByRole('listitem');
  await expect(bill).toHaveText(/Home 20 Mbps.*INV-\d{4}-\d{6}, paid on.*₦20,000.*Paid/);
  const opened = page.waitForEvent('popup');
  await bill.getByRole('link', { name: /^View/ }).click();
  const invoice = await opened;
  await expect(invoice.getByRole('heading', { level: 1, name: 'Invoice' })).toBeVisible();
  await expect(invoice.getByText('₦20,000.00').first()).toBeVisible();
  expect(await findBarriers(invoice)).toEqual([]);
  await invoice.setViewportSize({ width: 320, height: 700 });
  expect(await findOverflow(invoice)).toEqual([]);
  await invoice.close();
  const kept = page.waitForEvent('download');
  await bill.getByRole('link', { name: /PDF$/ }).click();
  expect((await kept).suggestedFilename()).toMatch(/^INV-\d{4}-\d{6}\.pdf$/);

  await page.getByRole('link', { name: 'Show statement' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statement' })).toBeVisible();
  await expect(figureOf(page, 'Billed')).toHaveText('₦20,000');
  await expect(figureOf(page, 'Paid')).toHaveText('₦20,000');
  expect(await findBarriers(page)).toEqual([]);
});

test('an upgrade within the month costs the difference for the remaining days, shown before it is paid', async ({
  page,
  account,
  subscriber: _subscriber,
  watch,
}) => {
  await test.step('its price is loaded again on Retry', async () => {
    const quote = '**/api/user/upgrade-quote?*';
    watch.expectRefusal({ status: 503, path: /^\/api\/user\/upgrade-quote$/ });
    await page.route(quote, (route) => route.fulfill({ status: 503, body: '<html>' }));
    await page.goto('/dashboard?tab=subscription');
    await page.getByRole('radio', { name: /^Home 50 Mbps/ }).check();
    const retry = page.getByRole('button', { name: 'Retry' });
    await expect(retry).toBeVisible();
    await expect(page.getByRole('radio', { name: /^Now/ })).toBeDisabled();
    await page.unroute(quote);
    await retry.click();
    await expect(page.getByRole('radio', { name: /^Now, for ₦15,000/ })).toBeEnabled();
    await expect(retry).toHaveCount(0);
  });
  await expect(page.getByRole('radio', { name: /^From \d.*free$/ })).toBeChecked();
  await page.getByRole('radio', { name: /^Now, for ₦15,000/ }).check();
  await page.getByRole('link', { name: 'Go to payment' }).click();
  await expect(page.getByText(/^You change to this plan as soon as this is paid/)).toBeVisible();
  const checkout = await openCheckout(page, 'paystack');
  await expect(checkout.getByText('₦15,000')).toBeVisible();
  const closed = checkout.waitForEvent('close');
  await decisionButton(checkout, 'Approve').click();
  await closed;
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  expect(await account.subscription()).toMatchObject({ planName: 'Home 50 Mbps', monthlyFee: 35_000 });
  await page.goto('/profile?tab=billing');
  await expect(page.getByRole('region', { name: 'Invoices' }).getByText('Upgrade to Home 50 Mbps')).toBeVisible();
});

test('a subscription is paused and resumed, once a year; it is cancelled with a reason, and the cancellation is withdrawn', async ({
  page,
  subscriber: _subscriber,
  watch,
}) => {
  await page.goto('/dashboard?tab=subscription');
  const days = page.getByLabel('For how many days?');
  const pause = page.getByRole('button', { name: 'Pause my line' });
  await pause.click();
  const pausing = page.getByRole('dialog').getByRole('button', { name: 'Pause my line' });
  await days.fill('5');
  await pausing.click();
  await expect(page.getByText('Choose 7 to 90 days')).toBeVisible();
  await expect(days).toBeFocused();
  await days.fill('14');
  await expect(page.getByText(/^Your line comes back by itself on \d/)).toBeVisible();
  await pausing.click();
  await expectToast(page, 'Paused');
  await expect(page.getByRole('main').getByText('Paused', { exact: true })).toHaveCount(2);
  await page.getByRole('button', { name: 'Come back now' }).click();
  await expectToast(page, 'Welcome back', 'Your line is on again.');

  watch.expectRefusal({ status: 409, path: /\/pause$/ });
  await pause.click();
  await pausing.click();
  await expect(page.getByRole('dialog').getByText('Your line has had its pause this year.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  const cancelling = page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' });
  await cancelling.click();
  await expect(page.getByText('Tell us why you are leaving')).toBeVisible();
  await page.getByLabel('Why are you leaving?').fill('We are moving to Enugu');
  await cancelling.click();
  await expect(page.getByText('Your reason: We are moving to Enugu')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Other plans' })).toBeHidden();
  await page.getByRole('button', { name: 'Keep my line' }).click();
  await expectToast(page, 'Your line stays', 'Your subscription goes on.');
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toHaveCount(2);
});

test('an overdue customer sees the end of the grace period, and a way to pay on every screen', {
  tag: '@long',
}, async ({ page, account, subscriber: _subscriber }) => {
  const dueAt = new Date(Date.now() - 86_400_000);
  const graceEndsAt = new Date(dueAt.getTime() + 3 * 86_400_000);
  const late = { nextBillingDate: dueAt.toISOString(), graceEndsAt: graceEndsAt.toISOString() };
  const answer = { ...(await account.subscription()), ...late };
  await page.route(SUBSCRIPTION, (route) => route.fulfill({ json: answer }));
  for (const path of ['/dashboard', '/dashboard?tab=subscription', '/profile?tab=billing']) {
    await page.goto(path);
    await expect(page.getByText(/^Your bill of \d.* is not paid yet. Your line stays on until \d/)).toBeVisible();
    const pay = page.getByRole('main').getByRole('link', { name: /^(Pay now|Make Payment)$/ });
    await expect(pay.and(page.locator(`[href="/payment?plan=${answer.planId}"]`))).toHaveCount(1);
  }
});

function figureOf(page: Page, name: string) {
  return page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]');
}
