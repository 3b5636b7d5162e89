import { readFileSync } from 'node:fs';
import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { expect, test } from '../fixtures/test.ts';

test('staff open a security incident, say that the regulator was told, and save the record', { tag: '@long' }, async ({
  page,
  context,
  portal,
}) => {
  await signIn(context, portal.origin, DEMO_STAFF);
  await page.goto('/admin/security-incidents');
  await page.getByRole('button', { name: 'Open an incident' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('A telephone is missing');
  await dialog.getByLabel('Kind').selectOption('lost-device');
  await dialog.getByLabel('What happened').fill('It was left in a bus.');
  await dialog.getByRole('button', { name: 'Open the incident' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^S-\d+: A telephone is missing$/ })).toBeVisible();

  await page.getByRole('button', { name: 'Mark as done: Give the NCC the first notice' }).click();
  await dialog.getByLabel('How, and what was said').fill('By telephone, to their desk.');
  await dialog.getByRole('button', { name: 'Mark as done' }).click();
  await expectToast(page, 'Give the NCC the first notice');
  const duties = page.getByRole('region', { name: 'Who has to be told' });
  await expect(duties.getByText(/^Done .* by Tosin Adeyemi/)).toBeVisible();
  await expect(duties.getByRole('heading')).toBeFocused();
  await expect(page.getByRole('region', { name: 'Everything that was entered' })).toContainText('to their desk');

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Record for the regulator' }).click();
  const record = readFileSync(await (await download).path(), 'utf8');
  expect(record).toContain('By telephone, to their desk.');
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('[data-printed]')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(duties).toBeVisible();
});
