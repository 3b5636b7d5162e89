import { readFile } from 'node:fs/promises';
import { Decrypter } from 'age-encryption';
import { expectToast } from '../fixtures/browser/toast.ts';
import { accountOf, DEMO_STAFF, newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { expect, test } from '../fixtures/test.ts';

const PASSPHRASE = 'harmattan morning, brass bell';

test('staff hand out the PINs of a batch, a customer and an agent use them, and the rest is taken back', async ({
  page,
  context,
  portal,
  newDevice,
}) => {
  await signIn(context, portal.origin, DEMO_STAFF);
  const device = await newDevice();
  const person = newPerson('Ngozi');
  await registerPerson(device, portal.origin, person);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  let pins: string[] = [];

  await test.step('a batch for an agent is made, and its PINs are downloaded once', async () => {
    await page.goto('/admin/vouchers');
    await main.getByRole('button', { name: 'New batch' }).click();
    await dialog.getByLabel('How many').fill('3');
    await dialog.getByLabel('Value of each, in naira').fill('1,500');
    await dialog.getByLabel('Sold to').selectOption({ label: 'Mama Ngozi, Allen Avenue' });
    await dialog.getByRole('button', { name: 'Make the batch' }).click();
    await main.getByRole('button', { name: 'Hand out the PINs' }).click();
    await dialog.getByLabel('As').selectOption('age');
    await dialog.getByLabel('Passphrase').fill(PASSPHRASE);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Make and download the file' }).click(),
    ]);
    const decrypter = new Decrypter();
    decrypter.addPassphrase(PASSPHRASE);
    const csv = await decrypter.decrypt(new Uint8Array(await readFile(await file.path())), 'text');
    pins = csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[1] ?? '');
    expect(pins).toHaveLength(3);
    await expect(main.getByText('Handed out')).toBeVisible();
  });

  await test.step('the customer scans one, and is told of a typing error', async () => {
    const own = await device.newPage();
    await own.goto(`/payment#voucher=${pins[0]}`);
    const field = own.getByLabel('PIN of the voucher');
    await expect(field).toHaveValue(/^\d{4} \d{4} \d{4}$/);
    await expect(own).toHaveURL(/\/payment$/);
    const scanned = await field.inputValue();
    await field.fill('1234 5678 9012');
    await own.getByRole('button', { name: 'Use the voucher' }).click();
    await expect(own.getByText(/This is not a PIN of ours/)).toBeVisible();
    await field.fill(scanned);
    await own.getByRole('button', { name: 'Use the voucher' }).click();
    await expect(own.getByText('₦1,500 is paid in.')).toBeVisible();
    await own.close();
  });

  await test.step('the agent takes cash and another voucher for them', async () => {
    const { accountNumber } = await (await device.request.get(`${portal.origin}/api/user/account`)).json();
    await page.goto('/admin/agent-counter');
    for (const way of ['Cash', 'Voucher']) {
      await main.getByLabel('Account number or mobile number').fill(accountNumber);
      await main.getByRole('button', { name: 'Find the customer' }).click();
      await expect(main.getByText(/^N•••/).first()).toBeVisible();
      await main.getByRole('tab', { name: way }).click();
      if (way === 'Cash') {
        await main.getByLabel('Amount in naira').fill('2,000');
        await main.getByRole('button', { name: 'I have taken ₦2,000' }).click();
        await expect(main.getByText(/₦2,000 is recorded. Receipt RCT-/)).toBeVisible();
      } else {
        await main.getByLabel('PIN of the voucher').fill(pins[1] ?? '');
        await main.getByRole('button', { name: 'Use the voucher' }).click();
        await expect(main.getByText(/₦1,500 is paid in. Receipt RCT-/)).toBeVisible();
      }
    }
    const payments = await accountOf(device, portal.origin).payments();
    expect(payments.map(({ amount }: { amount: number }) => amount)).toEqual([1500, 2000, 1500]);
    await expectUsable(page, ['/admin/agent-counter', '/admin/vouchers', '/admin/agents']);
  });

  await test.step('what is not used is taken back, and the agent hands over the rest', async () => {
    await page.goto('/admin/vouchers');
    await main
      .getByRole('link', { name: /^Batch / })
      .first()
      .click();
    await main.getByRole('button', { name: 'Take back what is not used' }).click();
    await dialog.getByLabel('Reason').fill('The kiosk closed');
    await dialog.getByRole('button', { name: 'Take back', exact: true }).click();
    await expectToast(page, 'Take back what is not used');
    await main.getByRole('link', { name: 'Mama Ngozi, Allen Avenue' }).click();
    // What the demo's agent owed before, and 97 % of two vouchers and of 2,000.
    await expect(main.getByText('₦26,675').first()).toBeVisible();
    await main.getByRole('button', { name: 'Record money handed over' }).click();
    await dialog.getByLabel('How').selectOption('transfer');
    await dialog.getByLabel('The bank’s number of the transfer').fill('NIP/4711');
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await expectToast(page, 'Handed over');
    await expect(main.getByRole('definition').first()).toHaveText('₦0');
  });
});
