import type { Page } from '@playwright/test';
import { expectToast } from '../fixtures/browser/toast.ts';
import { newPerson, registerPerson } from '../fixtures/customers/customer.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { becomeAgent } from '../fixtures/support/console.ts';
import { expect, test } from '../fixtures/test.ts';

test('a customer without a plan pays at the counter; their money is paid out once, in cash and by transfer @long', async ({
  page,
  context,
  portal,
  watch,
  newDevice,
}) => {
  test.setTimeout(180_000);
  await becomeAgent(context, portal, 'Kemi');
  const device = await newDevice();
  const second = newPerson('Bolanle');
  await registerPerson(device, portal.origin, second);
  await portal.makeStaff(second.email);
  const colleague = await device.newPage();
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const balance = async () => (await (await page.request.get(`${portal.origin}/api/staff/till`)).json()).balance;
  const payments = async (gateway: string): Promise<{ reference: string }[]> =>
    (await page.request.get(`${portal.origin}/api/staff/payments?gateway=${gateway}`)).json();
  /** Asks for the newest payment's refund, as the other member of staff. */
  const askFor = async (gateway: string) => {
    const [payment] = await payments(gateway);
    await colleague.goto(`/admin/payments/${payment?.reference}`);
    await colleague.getByRole('button', { name: /^Refund ₦/ }).click();
    const asking = colleague.getByRole('dialog');
    await expect(asking).toContainText('in cash from a till, or by a bank transfer');
    await asking.getByLabel('Reason').fill('Lives where we have no fibre');
    await asking.getByRole('button', { name: 'Refund', exact: true }).click();
    await expectToast(colleague, 'Refund this payment', 'The refund is to be paid out.');
    return `/admin/payments/${payment?.reference}`;
  };
  const pressOn = async (on: Page, name: string) => {
    await on.getByRole('main').getByRole('button', { name }).first().focus();
    await on.keyboard.press('Enter');
  };
  let customerPath = '';

  await test.step('the installation of a walk-in without a plan is charged and paid, by keyboard', async () => {
    await page.goto('/admin/counter');
    await pressOn(page, 'Open shift');
    await expect(main.getByText(/should hold ₦0/)).toBeVisible();
    await pressOn(page, 'New customer');
    await dialog.getByLabel('First name').fill('Sade');
    await dialog.getByLabel('Last name').fill('Bakare');
    await dialog.getByLabel('Email').fill('sade.bakare@mail.example');
    await page.keyboard.press('Enter');
    await expect(main.getByRole('heading', { name: 'Sade Bakare' })).toBeVisible();
    customerPath = new URL(page.url()).pathname;
    await pressOn(page, 'Add a charge');
    await dialog.getByLabel('Product').selectOption({ label: 'Installation, ₦25,000' });
    await dialog.getByRole('button', { name: 'Charge', exact: true }).press('Enter');
    await expect(main.getByText('Installation').first()).toBeVisible();
    const due = Number(await main.getByLabel('Amount in naira').inputValue());
    expect(due).toBeGreaterThan(0);
    await main.getByLabel('Amount in naira').press('Enter');
    await expect(main.getByText(/^Receipt RCT-/)).toBeVisible();
    expect(await balance()).toBe(due);
  });

  await test.step('cash goes out of the till by keyboard, once though the answer was lost', async () => {
    const path = await askFor('cash');
    await page.goto('/admin/counter');
    const waiting = main.getByRole('region', { name: 'Refunds to pay out' });
    await expect(waiting.getByText('Lives where we have no fibre')).toBeVisible();
    await expectUsable(page, ['/admin/counter', customerPath, path]);
    await page.goto('/admin/counter');
    watch.expectRefusal({ status: 503, path: /\/cash$/ });
    await page.route('**/cash', async (route) => {
      await route.fetch();
      await route.fulfill({ status: 503, json: { success: false, message: 'Busy' } });
    });
    await pressOn(page, 'Pay out in cash');
    await expect(dialog).toContainText('It leaves your till');
    await dialog.getByRole('button', { name: 'Paid in cash' }).press('Enter');
    await expect(dialog.getByRole('alert')).toBeVisible();
    await page.unroute('**/cash');
    await dialog.getByRole('button', { name: 'Paid in cash' }).dblclick();
    await expectToast(page, 'Refund in cash', 'The refund is paid out.');
    expect(await balance()).toBe(0);
    await expect(waiting).toHaveCount(0);
    await page.goto(path);
    await expect(main.getByText(/Paid out in cash by/)).toBeVisible();
  });

  await test.step('who asked alone hands out no cash, and a number of the bank is used once', async () => {
    const take = async (amount: string, slip: string) => {
      await page.goto(customerPath);
      await main.getByLabel('Amount in naira').fill(amount);
      await main.getByRole('radio', { name: 'POS', exact: true }).check();
      await main.getByLabel('Number on the POS slip').fill(slip);
      await page.keyboard.press('Enter');
      await expect(main.getByText(/^Receipt RCT-/)).toBeVisible();
    };
    const transfer = async (number: string) => {
      await dialog.getByLabel('The bank’s number of the transfer').fill(number);
      await page.keyboard.press('Enter');
    };
    await take('700', 'RRN 7001');
    const path = await askFor('pos');
    const theirs = colleague.getByRole('main');
    await expect(theirs.getByText('so a colleague hands out the cash')).toBeVisible();
    await expect(theirs.getByRole('button', { name: 'Pay out in cash' })).toHaveCount(0);
    await page.goto(customerPath);
    await pressOn(page, 'Record a transfer');
    await transfer('nip 0001');
    await expectToast(page, 'Refund by transfer', 'The transfer is recorded.');
    await take('800', 'RRN 7002');
    await askFor('pos');
    await page.goto(customerPath);
    await pressOn(page, 'Record a transfer');
    watch.expectRefusal({ status: 409, path: /\/transfer$/ });
    await transfer('NIP0001');
    await expect(dialog.getByText('This number was used before.')).toBeVisible();
    await transfer('NIP0002');
    await expectToast(page, 'Refund by transfer', 'The transfer is recorded.');
    await page.goto(path);
    await expect(main.getByText(/Transferred, number NIP0001 at the bank/)).toBeVisible();
  });

  await test.step('the account becomes a company there, and the page says so', async () => {
    await page.goto(customerPath);
    await pressOn(page, 'Bill as a company');
    await dialog.getByLabel('Company name').fill('Bakare Stores');
    await dialog.getByLabel('TIN').fill('0123456-0001');
    await page.keyboard.press('Enter');
    await expect(main.getByRole('heading', { name: 'Bakare Stores' })).toBeVisible();
    await expect(main.getByRole('button', { name: 'Bill as a company' })).toHaveCount(0);
  });
});
