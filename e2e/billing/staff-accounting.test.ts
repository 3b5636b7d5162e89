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

test('staff record a partial refund by a gateway after reading the consequences; the customer sees it on payment and invoice', async ({
  page,
  context,
  portal,
  newDevice,
}) => {
  await signIn(context, portal.origin, DEMO_STAFF);
  const device = await newDevice();
  const person = newPerson('Amarachi');
  await registerPerson(device, portal.origin, person);
  await choosePlan(device, portal.origin, 'Home 20 Mbps');
  const reference = await accountOf(device, portal.origin).openPayment('Home 20 Mbps', person.email, 'paystack');
  await portal.sandbox.decide(reference, 'approve');
  await expect.poll(async () => (await accountOf(device, portal.origin).payments())[0]?.status).toBe('successful');
  await portal.sandbox.refundThere(reference, 500_000);

  const part = page.getByRole('listitem').filter({ hasText: reference }).last();
  await expect(async () => {
    await page.goto('/admin/accounting');
    await expect(part).toContainText('Here ₦20,000, of which ₦5,000 was refunded there', { timeout: 2000 });
  }).toPass();
  await expectUsable(page, ['/admin/accounting']);
  await part.getByRole('button', { name: 'Record refund' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('a credit note over it is issued');
  await expect(dialog).toContainText('What was bought stays');
  await dialog.getByLabel('Reason').fill('Goodwill after the outage');
  await dialog.getByRole('button', { name: 'Record it' }).click();
  await expectToast(page, `Record a partial refund of ${reference}`);
  await expect(part).toHaveCount(0);
  await page.goto(`/admin/payments/${reference}`);
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(
    'A partial refund made at the gateway was recorded',
  );
  await expect(page.getByRole('main')).toContainText('Partial refunds');

  const theirs = await device.newPage();
  await theirs.goto('/dashboard?tab=subscription');
  const payment = theirs.getByRole('row').filter({ hasText: '₦20,000' });
  await expect(payment).toContainText('Refunded: ₦5,000');
  await expect(payment).toContainText('Paid');
  await theirs.goto('/profile?tab=billing');
  await expect(theirs.getByText(/^₦5,000 refunded on .*: credit note CRN-\d{4}-\d+$/)).toBeVisible();
});
