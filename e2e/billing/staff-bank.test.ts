import { expectToast } from '../fixtures/browser/toast.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { becomeAgent } from '../fixtures/support/console.ts';
import { expect, test } from '../fixtures/test.ts';

test('staff import a statement, book what is proposed, record a transfer, say what a line is, undo it, and see the month', {
  tag: '@long',
}, async ({ page, context, portal, watch }) => {
  test.setTimeout(120_000);
  await becomeAgent(context, portal, 'Kemi');
  const main = page.getByRole('main');
  const panel = page.getByRole('region', { name: 'Line of the bank' });
  const open = (text: string | RegExp) =>
    main.getByRole('list', { name: 'Lines of the bank' }).getByRole('button', { name: text }).first().click();
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
  const [year, month, day] = today.split('-');

  await test.step('a file whose amounts cannot be read is refused with its line, and nothing is imported', async () => {
    await page.goto('/admin/accounting/bank');
    await main.getByRole('button', { name: 'Import a statement of Collections' }).click();
    const dialog = page.getByRole('dialog');
    const choose = (text: string) =>
      dialog
        .getByLabel('Statement', { exact: true })
        .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    watch.expectRefusal({ status: 422, path: /statements\/check$/ });
    await choose(`Date,Narration,Debit,Credit,Balance\n${day}/${month}/${year},A,,5O.00,1`);
    await expect(dialog.getByRole('alert')).toContainText('Line 2');
    await choose(
      [
        'GTBank statement',
        'Account No: 0123456789',
        'Trans Date,Remarks,Debits,Credits,Balance',
        `${day}/${month}/${year},NIP/UBA/AMINA BELLO/INTERNET,,"7,300.00","1,000,000.00"`,
        `${day}/${month}/${year},NIP CHARGE + VAT,10.75,,"999,989.25"`,
        `${day}/${month}/${year},OFFICE RENT,"90,000.00",,"909,989.25"`,
      ].join('\n'),
    );
    await expect(dialog.getByText('3 lines are new')).toBeVisible();
    await expect(dialog.getByText('NIP/UBA/AMINA BELLO/INTERNET')).toBeVisible();
    await dialog.getByRole('button', { name: 'Import 3 new lines' }).click();
    await expectToast(page, 'Collections', /3 new lines/);
    await expect(main.getByRole('list', { name: 'Lines of the bank' })).toContainText('OFFICE RENT');
  });

  await test.step('a proposal is booked by one key, and undone with a reason', async () => {
    await page.goto('/admin/accounting/bank?show=proposed');
    await open(/CREDIT INTEREST/);
    await expect(panel.getByText('The narration says interest.')).toBeVisible();
    await page.keyboard.press('a');
    await expectToast(page, 'Interest', /matched/);
    await page.goto('/admin/accounting/bank?show=matched');
    await open(/CREDIT INTEREST/);
    await panel.getByRole('button', { name: 'Undo', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Not ours');
    await dialog.getByRole('button', { name: 'Undo it' }).click();
    await expectToast(page, 'Undo this match', /open again/);
    await expect(panel.getByText('Open', { exact: true })).toBeVisible();
  });

  await test.step('a line is said to be something, with a note', async () => {
    await page.goto('/admin/accounting/bank');
    await open(/OFFICE RENT/);
    const form = panel.getByRole('form', { name: 'What the line is' });
    await form.getByLabel('What it is').selectOption('suspense');
    await form.getByRole('button', { name: 'Match the line' }).click();
    await expect(form.getByText('Say why')).toBeVisible();
    await form.getByLabel('Why').fill('Rent of the office');
    await form.getByRole('button', { name: 'Match the line' }).click();
    await expectToast(page, 'Line of the bank', /matched/);
  });

  await test.step('a transfer that nobody recorded becomes a deposit of its customer, which is its match', async () => {
    await page.goto('/admin/counter');
    await main.getByRole('button', { name: 'Open shift' }).click();
    await expect(main.getByText(/should hold ₦/)).toBeVisible();
    await page.goto('/admin/accounting/bank');
    await open(/UBA\/AMINA BELLO/);
    await panel.getByRole('button', { name: 'Record it as a deposit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Find a customer').fill('Amina');
    await dialog.getByRole('button', { name: /Amina Bello/ }).click();
    await expect(main.getByLabel('Amount in naira')).toHaveValue('7300');
    await expect(main.getByRole('radio', { name: /deposit/i })).toBeChecked();
    await expect(main.getByLabel('Number on the slip')).toHaveValue(/^BANK-LINE-\d+$/);
    await main.getByRole('button', { name: /^Record ₦7,300/ }).click();
    await expect(main.getByText(/^Receipt RCT-/)).toBeVisible();
    await page.goto('/admin/accounting/bank?show=matched');
    await open(/UBA\/AMINA BELLO/);
    await expect(panel.getByText(/The same number and the same sum as the deposit of Amina Bello/)).toBeVisible();
  });

  await test.step('the month says where the money is', async () => {
    await page.goto('/admin/accounting/month');
    await expect(main.getByRole('region', { name: 'At the bank' })).toContainText('Collections');
    await expect(main.getByRole('region', { name: 'Not explained' })).toContainText('Rent of the office');
    await expectUsable(page, ['/admin/accounting/bank', '/admin/accounting/month']);
  });
});
