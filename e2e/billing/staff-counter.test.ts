import { expectToast } from '../fixtures/browser/toast.ts';
import { newPerson, registerPerson } from '../fixtures/customers/customer.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { becomeAgent } from '../fixtures/support/console.ts';
import { expect, test } from '../fixtures/test.ts';

test('staff take money at the counter by keyboard, once though the connection is lost, print it and count the till', {
  tag: '@long',
}, async ({ page, context, portal, watch, newDevice }) => {
  test.setTimeout(120_000);
  await becomeAgent(context, portal, 'Kemi');
  const main = page.getByRole('main');
  const payments = async () => {
    const till = await (await page.request.get(`${portal.origin}/api/staff/till`)).json();
    return { payments: till.shift?.payments, balance: till.balance };
  };

  await test.step('a shift is opened and a walk-in registered', async () => {
    await page.goto('/admin/counter');
    await main.getByRole('button', { name: 'Open shift' }).click();
    await expect(main.getByText(/should hold ₦0/)).toBeVisible();
    await main.getByRole('button', { name: 'New customer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('First name').fill('Ngozi');
    await dialog.getByLabel('Last name').fill('Ade');
    watch.expectRefusal({ status: 422, path: /^\/api\/staff\/customers$/ });
    await dialog.getByRole('button', { name: 'Register' }).click();
    await expect(dialog.getByText('Enter an email address or a Nigerian mobile number.')).toBeVisible();
    await dialog.getByLabel('Mobile number').fill('0805 555 0199');
    await dialog.getByRole('button', { name: 'Register' }).click();
    await expectToast(page, 'New customer', /comes by text/);
    await expect(main.getByRole('heading', { name: 'Ngozi Ade' })).toBeVisible();
  });

  await test.step('the first month is paid by keyboard alone, with a plan that is chosen there', async () => {
    await main.getByLabel('Plan').selectOption({ label: 'Home 20 Mbps, ₦20,000 a month' });
    await expect(main.getByLabel('Amount in naira')).toHaveValue('20000');
    await main.getByLabel('Amount in naira').press('ControlOrMeta+a');
    await page.keyboard.type('20500');
    await page.keyboard.press('Alt+2');
    await expect(main.getByRole('radio', { name: 'POS', exact: true })).toBeChecked();
    await expect(main.getByText('Kept as account credit')).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('RRN 0042');
    await page.keyboard.press('Enter');
    await expect(main.getByText(/^Receipt RCT-/)).toBeVisible();
    await expect(main.getByRole('heading', { name: '₦20,500' })).toBeVisible();
    expect(await payments()).toEqual({ payments: 1, balance: 0 });
  });

  await test.step('a lost answer, a reload and a second click record the money once', async () => {
    await main.getByRole('button', { name: 'Another payment of this customer' }).click();
    await main.getByLabel('Amount in naira').fill('3000');
    watch.expectRefusal({ status: 503, path: /counter-payments$/ });
    const lost = '**/counter-payments';
    await page.route(lost, async (route) => {
      await route.fetch();
      await route.fulfill({ status: 503, json: { success: false, message: 'Busy' } });
    });
    await main.getByRole('button', { name: /^Record ₦3,000/ }).click();
    await expect(main.getByText(/The server has not answered/)).toBeVisible();
    await page.unroute(lost);
    await page.reload();
    await expect(main.getByLabel('Amount in naira')).toBeDisabled();
    await main.getByRole('button', { name: 'Send ₦3,000 again' }).dblclick();
    await expect(main.getByRole('heading', { name: '₦3,000' })).toBeVisible();
    expect(await payments()).toEqual({ payments: 2, balance: 3000 });
  });

  await test.step('the number of a slip is taken once', async () => {
    await main.getByRole('button', { name: 'Another payment of this customer' }).click();
    await main.getByLabel('Amount in naira').fill('100');
    await main.getByRole('radio', { name: 'Deposit' }).check();
    await main.getByLabel('Number on the slip').fill('rrn0042');
    watch.expectRefusal({ status: 409, path: /counter-payments$/ });
    await main.getByRole('button', { name: /^Record ₦100/ }).click();
    await expect(main.getByText('This number was used before.')).toBeVisible();
    expect(await payments()).toEqual({ payments: 2, balance: 3000 });
  });

  await test.step('a router is charged once, and paid with the credit and the rest in cash', async () => {
    await main.getByRole('button', { name: 'Add a charge' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Product').selectOption({ label: 'Router, ₦22,500' });
    await dialog.getByRole('button', { name: 'Charge', exact: true }).click();
    await expectToast(page, 'Add a charge', /is on invoice INV-/);
    await expect(main.getByText('₦19,000 due')).toBeVisible();
    await main.getByRole('radio', { name: 'Cash' }).check();
    await main.getByLabel('Number of the paper receipt').fill('');
    await main.getByLabel('Amount in naira').fill('19000');
    await main.getByRole('button', { name: /^Record ₦19,000/ }).click();
    await expect(main.getByText('Nothing is due.')).toBeVisible();
    expect(await payments()).toEqual({ payments: 3, balance: 22_000 });
  });

  await test.step('the receipt is printed on a roll, and comes as a PDF', async () => {
    const [payment] = await (await page.request.get(`${portal.origin}/api/staff/payments?gateway=pos`)).json();
    await page.goto(`/admin/receipts/${payment.receiptNumber}`);
    await expect(main.getByText(payment.reference)).toBeVisible();
    await main.getByText('80 mm roll').click();
    await page.emulateMedia({ media: 'print' });
    const sheet = page.locator('.printed-sheet');
    await expect(main.getByRole('button', { name: 'Print' })).toBeHidden();
    const paper = await page.pdf({ preferCSSPageSize: true });
    expect(paper.toString('latin1')).toMatch(/MediaBox ?\[ ?0 0 22[67]/);
    await expect(sheet).toBeVisible();
    await page.emulateMedia({ media: null });
    const pdf = await page.request.get(`${portal.origin}/api/staff/receipts/${payment.receiptNumber}/pdf`);
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
    await expectUsable(page, [`/admin/receipts/${payment.receiptNumber}`]);
  });

  await test.step('the till is counted; a colleague sees what is missing, and approves a large credit', async () => {
    await page.goto('/admin/counter');
    await main.getByRole('button', { name: 'Close shift' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Cash counted, in naira').fill('21500');
    await expect(dialog.getByText('₦500 is missing.')).toBeVisible();
    watch.expectRefusal({ status: 422, path: /till\/close$/ });
    await dialog.getByRole('button', { name: 'Close shift' }).click();
    await expect(dialog.getByText('Say what you know about the difference.')).toBeVisible();
    await dialog.getByLabel('Note').fill('A note was torn');
    await dialog.getByRole('button', { name: 'Close shift' }).click();
    await expect(main.getByText(/closed. It holds ₦21,500/)).toBeVisible();
    const device = await newDevice();
    const second = newPerson('Bolanle');
    await registerPerson(device, portal.origin, second);
    await portal.makeStaff(second.email);
    const manager = await device.newPage();
    await manager.goto('/admin/till-shifts');
    await expect(manager.getByRole('main').getByText('₦500 missing')).toBeVisible();
    await expect(manager.getByRole('main').getByText('A note was torn')).toBeVisible();
    await expectUsable(manager, ['/admin/till-shifts', '/admin/counter']);

    await page.goto('/admin/customers?search=08055550199');
    await main.getByRole('link', { name: 'Ngozi Ade' }).click();
    await main.getByRole('button', { name: 'Give credit' }).click();
    await dialog.getByLabel('Amount in naira').fill('60,000');
    await dialog.getByLabel('Reason').fill('Long outage');
    await dialog.getByRole('button', { name: 'Give credit' }).click();
    await expectToast(page, 'Give credit', 'The credit waits for a second person.');
    await expect(main.getByText('Somebody else has to approve it. You may take it back.')).toBeVisible();
    await manager.goto('/admin/accounting');
    await manager.getByRole('main').getByRole('button', { name: 'Approve credit' }).click();
    await manager.getByRole('dialog').getByLabel('Reason').fill('Agreed');
    await manager.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expectToast(manager, 'Approve this credit', 'The credit is booked.');
    const waiting = manager.getByRole('region', { name: /^Credit that waits/ });
    await expect(waiting.getByText('None waits.')).toBeVisible();
  });
});
