import { expectToast } from '../fixtures/browser/toast.ts';
import {
  accountOf,
  choosePlan,
  DEMO_STAFF,
  newPerson,
  registerPerson,
  signIn,
} from '../fixtures/customers/customer.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { expect, test } from '../fixtures/test.ts';

test('staff read what a gateway paid out, look at what does not agree, and import the report of another', {
  tag: '@long',
}, async ({ page, context, portal, newDevice }) => {
  await signIn(context, portal.origin, DEMO_STAFF);
  const device = await newDevice();
  const person = newPerson('Ngozi');
  await registerPerson(device, portal.origin, person);
  await choosePlan(device, portal.origin, 'Home 20 Mbps');
  const reference = await accountOf(device, portal.origin).openPayment('Home 20 Mbps', person.email, 'quickteller');
  await portal.sandbox.decide(reference, 'approve');
  await expect.poll(async () => (await accountOf(device, portal.origin).payments())[0]?.status).toBe('successful');

  await page.goto('/admin/accounting/settlements');
  const paystack = page.getByRole('article', { name: 'Paystack' });
  await paystack.getByRole('button', { name: 'Read now' }).click();
  await expectToast(page, 'Paystack');
  await expect(paystack).toContainText('Next reading');

  await page.getByRole('link', { name: 'With findings' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Flutterwave, / })
    .click();
  const finding = page.getByRole('listitem').filter({ hasText: 'A payment under a reference that is not ours' });
  await expect(finding).toContainText('SHOP-20451');
  await finding.getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Sold by the shop, booked there');
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve it' }).click();
  await expectToast(page, 'Resolve the finding');
  await expect(finding).toContainText('Sold by the shop, booked there');

  await page.goto('/admin/accounting/settlement-report');
  const day = new Date().toISOString().slice(0, 10);
  const csv = `Payment Reference,Amount,Settlement Date,Batch Reference,Kept\n${reference},"20,000.00",${day},ISW-${reference},300\n`;
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'settled.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: 'Check the report' }).click();
  await page.getByLabel('Fee', { exact: true }).selectOption('Kept');
  await page.getByRole('button', { name: 'Check again with this choice' }).click();
  await expect(page.getByRole('row').filter({ hasText: reference })).toContainText('₦300');
  await page.getByRole('button', { name: 'Import 1 settlement' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Quickteller, / })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'From payments to payout' })).toContainText('₦19,700');
  await expect(page.getByRole('link', { name: reference })).toBeVisible();
  await expectUsable(page, ['/admin/accounting/settlements', new URL(page.url()).pathname]);
});
