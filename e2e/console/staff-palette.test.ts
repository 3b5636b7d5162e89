import { findBarriers } from '../fixtures/browser/accessibility.ts';
import { accountOf, DEMO_STAFF, newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { expect, test } from '../fixtures/test.ts';

test.beforeEach(async ({ context, portal }) => signIn(context, portal.origin, DEMO_STAFF));

test('staff go anywhere and find anything from the keyboard alone', { tag: '@long' }, async ({
  page,
  portal,
  newDevice,
  watch,
}) => {
  const device = await newDevice();
  const person = { ...newPerson('Zubairu'), lastName: 'Danfodiyo' };
  const { id } = await registerPerson(device, portal.origin, person);
  const reference = await accountOf(device, portal.origin).openPayment('Home 20 Mbps', person.email);
  const palette = page.getByRole('dialog', { name: 'Search everything' });
  const field = palette.getByRole('combobox');
  const chosen = palette.getByRole('option', { selected: true });
  await page.goto('/admin/plans');
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible();

  await test.step('a page', async () => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await page.keyboard.type('aud');
    await expect(chosen).toHaveText('Audit log');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin/audit');
    await expect(palette).toHaveCount(0);
  });

  await test.step('a customer, also with a typing error in each name', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('zubiaru danfodio');
    await expect(palette.getByRole('group', { name: 'Customers spelled nearly like it' })).toBeVisible();
    await expect(chosen).toContainText(person.email);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/admin/customers/${id}`);
  });

  await test.step('a payment, with its customer', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(reference.toLowerCase());
    await expect(palette.getByRole('group', { name: 'Payments' }).getByRole('option')).toContainText(
      'Zubairu Danfodiyo',
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/admin/payments/${reference}`);
    // The page takes the focus once it has arrived.
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  await test.step('arrows go through the list and around its ends, Escape returns', async () => {
    const button = page.getByRole('button', { name: 'Search everything' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(chosen).toHaveText(await palette.getByRole('option').last().innerText());
    await page.keyboard.press('ArrowDown');
    await expect(chosen).toHaveText(await palette.getByRole('option').first().innerText());
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
    await expect(button).toBeFocused();
  });

  await test.step('a search that fails says so, and goes on', async () => {
    watch.expectRefusal({ status: 503, path: /search$/ });
    await page.route('**/api/staff/search?**', (route) =>
      route.fulfill({ status: 503, json: { success: false, message: 'Too busy.' } }),
    );
    await page.keyboard.press('Control+k');
    await page.keyboard.type('zubairu');
    await expect(palette.getByRole('alert')).toContainText('We could not search');
    await page.unroute('**/api/staff/search?**');
    await palette.getByRole('button', { name: 'Retry' }).click();
    await expect(palette.getByRole('group', { name: 'Customers' }).getByRole('option').first()).toBeVisible();
    await field.fill('qqqqqqqq');
    await expect(palette.getByRole('status')).toHaveText('Nothing found for “qqqqqqqq”');
  });

  await test.step('on a phone it fills the screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await field.fill('zubairu');
    await expect(palette.getByRole('option').first()).toBeVisible();
    expect(await palette.locator('.palette-sheet').boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
    expect(await findBarriers(page)).toEqual([]);
  });
});
