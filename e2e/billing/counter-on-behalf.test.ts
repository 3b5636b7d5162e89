import { expectToast } from '../fixtures/browser/toast.ts';
import {
  accountOf,
  choosePlan,
  DEMO_STAFF,
  newPerson,
  registerPerson,
  signIn,
} from '../fixtures/customers/customer.ts';
import { decisionButton } from '../fixtures/customers/hosted-checkout.ts';
import { expect, test } from '../fixtures/test.ts';

test('staff let somebody pay by a link, change a plan and write a charge off for a customer @long', async ({
  page,
  context,
  portal,
  newDevice,
}) => {
  test.setTimeout(120_000);
  const person = newPerson('Folake');
  const device = await newDevice();
  await registerPerson(device, portal.origin, person);
  await choosePlan(device, portal.origin, 'Home 20 Mbps');
  const account = accountOf(device, portal.origin);
  const reference = await account.openPayment('Home 20 Mbps', person.email);
  await portal.sandbox.decide(reference, 'approve');
  await account.verify(reference);
  await signIn(context, portal.origin, DEMO_STAFF);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const charge = async () => {
    await main.getByRole('button', { name: 'Add a charge' }).click();
    await dialog.getByLabel('Product').selectOption({ label: 'Router, ₦22,500' });
    await dialog.getByRole('button', { name: 'Charge', exact: true }).click();
    await expect(main.getByText(/^INV-/).first()).toBeVisible();
  };

  await test.step('a router is paid by somebody with the QR code’s link, without signing in', async () => {
    await page.goto(`/admin/counter?search=${encodeURIComponent(person.email)}`);
    await main.getByRole('link', { name: /Folake/ }).click();
    await charge();
    await main.getByRole('button', { name: 'Payment link' }).press('Enter');
    await dialog.getByLabel('For', { exact: true }).selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    await expect(dialog.getByRole('img', { name: 'Payment link as a QR code' })).toBeVisible();
    const url = (await dialog.getByTestId('payment-link').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done' }).click();
    const payer = await (await newDevice()).newPage();
    await payer.goto(url);
    await expect(payer.getByText('Folake')).toBeVisible();
    await expect(payer.getByText(person.email)).toHaveCount(0);
    expect(new URL(payer.url()).hash).toBe('');
    await payer.getByRole('button', { name: 'Pay ₦22,500' }).click();
    await decisionButton(payer, 'Approve').click();
    await expect(payer.getByRole('heading', { name: 'This is paid' })).toBeVisible({ timeout: 20_000 });
    await page.reload();
    await expect(main.getByText('Paid', { exact: true })).toBeVisible();
    await expect(main.getByText('Nothing is due.', { exact: false })).toBeVisible();
  });

  await test.step('another charge is written off, and due no more', async () => {
    await charge();
    await main.getByRole('button', { name: /^Write off INV-/ }).click();
    await dialog.getByLabel('Reason').fill('Moved away, router lost');
    await dialog.getByRole('button', { name: 'Write off', exact: true }).click();
    await expectToast(page, 'Write this invoice off', 'The invoice is written off.');
    await expect(main.getByText('Nothing is due.', { exact: false })).toBeVisible();
  });

  await test.step('a plan is changed from the next bill, in the words that the customer then reads', async () => {
    await main.getByRole('link', { name: 'Customer’s page' }).click();
    const timeLine = main.getByRole('list', { name: 'Time line' });
    await expect(timeLine.getByText('Moved away, router lost')).toBeVisible();
    await main.getByRole('button', { name: 'Change the plan' }).press('Enter');
    await dialog.getByLabel('Plan', { exact: true }).selectOption({ index: 1 });
    await expect(dialog.getByText(/The customer is told: “Your plan will change/)).toBeVisible();
    await dialog.getByLabel('Reason').fill('Asked by telephone');
    await dialog.getByRole('button', { name: 'Change the plan' }).click();
    await expectToast(page, 'Change the plan', /The customer is told/);
    await expect(main.getByText('At the next bill')).toBeVisible();
    const notices = await (await device.request.get(`${portal.origin}/api/user/notices`)).json();
    expect(JSON.stringify(notices)).toContain('Your plan will change');
  });
});
