import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { expect, test } from '../fixtures/test.ts';

test('staff make a key for a program, see it once, and revoke it @long', async ({
  page,
  context,
  portal,
  playwright,
}) => {
  await signIn(context, portal.origin, DEMO_STAFF);
  const program = await playwright.request.newContext({ baseURL: portal.origin });
  let key = '';
  const call = async (path: string) =>
    (await program.get(path, { headers: { authorization: `Bearer ${key}` } })).status();
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('listitem').filter({ hasText: 'Our accounting' });

  await test.step('a key needs a name and at least one scope, which are grouped', async () => {
    await page.goto('/admin/api-keys');
    await expect(page.getByText('No program has a key')).toBeVisible();
    await page.getByRole('button', { name: 'New API key' }).click();
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    await expect(dialog.getByText('Name the program')).toBeVisible();
    await expect(dialog.getByText('Choose at least one scope')).toBeVisible();
    await expect(dialog.getByRole('checkbox', { name: /^(staff|api keys): Write/ })).toHaveCount(0);
    await dialog.getByLabel('Name').fill('Our accounting');
    await dialog.getByLabel('Expires').selectOption('In 90 days');
    await dialog.getByRole('checkbox', { name: 'payments: Read' }).check();
    await dialog.getByRole('button', { name: 'Make the key' }).click();
  });

  await test.step('it is shown once, and works', async () => {
    key = await dialog.getByText(/^portal_/).innerText();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(key)).toHaveCount(0);
    await expect(row).toContainText(`…${key.slice(-4)}`);
    await expect(row).toContainText('payments:read');
    expect([await call('/api/staff/payments'), await call('/api/staff/tickets')]).toEqual([200, 403]);
    await page.reload();
    await expect(row.getByText(/, from /)).toBeVisible();
  });

  await test.step('the list fits every screen', async () => {
    await expectUsable(page, ['/admin/api-keys']);
  });

  await test.step('revoked, it is refused', async () => {
    await page.goto('/admin/api-keys');
    await row.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await expectToast(page, 'Key revoked', 'The key does not work any more.');
    await expect(page.getByRole('region', { name: 'Keys that have ended' })).toContainText('Our accounting');
    expect(await call('/api/staff/payments')).toBe(401);
  });
});
