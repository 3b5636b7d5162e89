import { randomUUID } from 'node:crypto';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { lookAt } from '../fixtures/screens/look.ts';
import { expect, test } from '../fixtures/test.ts';

test.beforeEach(async ({ context, portal }) => signIn(context, portal.origin, DEMO_STAFF));

test('staff check a file, choose a column, import it, see what was rejected, and undo it', { tag: '@long' }, async ({
  page,
}) => {
  const mark = randomUUID().slice(0, 8);
  const text = `Nr,Kunde,Post\r\n1,Ada Obi,ada-${mark}@mail.example\r\n2,Bola Ige,no address\r\n`;
  await page.goto('/admin/imports');

  await test.step('a form without a file says so', async () => {
    await page.getByRole('button', { name: 'Check the file' }).click();
    await expect(page.getByText('Choose a CSV file').last()).toHaveRole('alert');
  });

  const result = page.getByRole('region', { name: 'Result of the check' });
  await test.step('a file with unknown columns imports nothing until they are chosen', async () => {
    await page.locator('input[type=file]').setInputFiles({
      name: 'old-system.csv',
      mimeType: 'application/vnd.ms-excel',
      buffer: Buffer.from(text),
    });
    await page.getByLabel('Source').fill(`old ${mark}`);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await expect(result.getByRole('alert')).toContainText('No column is known as Customer id, Email');
    await expect(result.getByRole('button', { name: /^Import/ })).toHaveCount(0);
    await result.getByLabel('Customer id').selectOption('Nr');
    await result.getByLabel('Email').selectOption('Post');
    await result.getByLabel('Full name').selectOption('Kunde');
    await result.getByRole('button', { name: 'Check again with this choice' }).click();
    await expect(result.getByText('“no address” is not an email address')).toBeVisible();
  });

  await test.step('the import does what the check has shown', async () => {
    await result.getByRole('button', { name: 'Import this row' }).click();
    await expect(page.getByRole('heading', { name: 'Customers from old-system.csv' })).toBeVisible();
    await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('“no address” is not an email address')).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Rejected rows (CSV)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('customers-rejected.csv');
    await expectUsable(page, ['/admin/imports', new URL(page.url()).pathname]);
  });

  await test.step('it can be undone, once', async () => {
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click();
    await expect(page.getByText('Undone', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo this import' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Imports' }).first().click();
    await expect(page.getByRole('link', { name: 'Customers from old-system.csv' }).first()).toBeVisible();
  });
});

test('a file whose dates and amounts can be read in two ways imports nothing until staff have chosen', {
  tag: '@long',
}, async ({ page }) => {
  const text = 'Customer;Receipt;Amount;Date\r\nnobody;R-1;1250,50;05/06/2026\r\n';
  await page.goto('/admin/imports');
  await page.getByLabel('What is in the file').selectOption('payments');
  await page.locator('input[type=file]').setInputFiles({
    name: 'payments.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  await page.getByRole('button', { name: 'Check the file' }).click();
  const result = page.getByRole('region', { name: 'Result of the check' });
  await expect(result.getByRole('alert')).toContainText('can be read in two ways (Paid at, such as 05/06/2026)');
  const dates = result.getByRole('group', { name: 'Amounts and dates' }).getByLabel('Paid at');
  await expect(dates).toHaveAccessibleDescription('“05/06/2026” may be 5 June 2026 or 6 May 2026');
  await expect(result.getByText('“1250,50” is ₦1,250.50')).toBeVisible();
  await lookAt(
    page,
    [
      { width: 1280, theme: 'light' },
      { width: 360, theme: 'dark' },
    ],
    'readings of an import',
  );
  await dates.selectOption('The month first: 11/30/2026');
  await expect(dates).toHaveAccessibleDescription('“05/06/2026” is 6 May 2026');
  await result.getByRole('button', { name: 'Check again with this choice' }).click();
  await expect(result.getByText('There is no such customer: import the customers first')).toBeVisible();
  await expect(dates).toHaveValue('month-first');
});
