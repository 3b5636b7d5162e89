import { readFile } from 'node:fs/promises';
import { findBarriers } from '../fixtures/browser/accessibility.ts';
import { DEMO_STAFF, newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { expect, test } from '../fixtures/test.ts';

test.beforeEach(async ({ context, portal }) => signIn(context, portal.origin, DEMO_STAFF));

test('staff limit the list, save the filter, and act on all whom it finds @long', async ({
  page,
  portal,
  newDevice,
}) => {
  test.setTimeout(120_000);
  const tag = `estate-${Date.now() % 1_000_000}`;
  const people = [newPerson('Halima'), newPerson('Ngozi'), newPerson('Tunde')];
  for (const person of people) {
    const { id } = await registerPerson(await newDevice(), portal.origin, person);
    await page.request.put(`${portal.origin}/api/staff/customers/${id}/tags`, { data: { tags: [tag] } });
  }
  const list = page.getByRole('main').locator('[data-customer]');
  const dialog = page.getByRole('dialog');

  await test.step('a filter is chosen in fields, is in the address, and is taken away by its chip', async () => {
    await page.goto('/admin/customers');
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByLabel('Tag', { exact: true }).fill(tag);
    await page.getByLabel('Tag', { exact: true }).press('Enter');
    await expect(list).toHaveCount(3);
    await page.getByLabel('State', { exact: true }).selectOption('Without a plan');
    await expect(page).toHaveURL(`/admin/customers?state=registered&tag=${tag}`);
    await expect(list).toHaveCount(3);
    await page.getByRole('button', { name: 'Remove: Without a plan' }).click();
    await expect(page).toHaveURL(`/admin/customers?tag=${tag}`);
  });

  await test.step('it is saved under a name, shared, and opened again', async () => {
    await page.getByRole('button', { name: 'Save this filter' }).click();
    await dialog.getByLabel('Name').fill(`Estate ${tag}`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const saved = page.getByRole('navigation', { name: 'Saved filters' }).getByRole('link', { name: `Estate ${tag}` });
    await expect(saved).toHaveAttribute('aria-current', 'true');
    await page.getByRole('button', { name: 'Manage' }).click();
    await dialog.getByRole('button', { name: `Share Estate ${tag} with all staff` }).click();
    await expect(dialog.getByText(/^All staff see it/)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto('/admin/customers');
    await saved.click();
    await expect(list).toHaveCount(3);
    expect(await findBarriers(page)).toEqual([]);
  });

  await test.step('a preview says who is left out, and nothing starts before it', async () => {
    await page.getByRole('checkbox', { name: /^Select Halima/ }).check();
    await expect(page.getByText('1 customer selected')).toBeVisible();
    await page.getByRole('button', { name: 'Act on selected' }).click();
    await dialog.getByLabel('What to do').selectOption('Add a tag');
    await dialog.getByLabel('Tag').fill('vip');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Start for 1 customer' }).click();
    await expect(page).toHaveURL(/bulk-actions\/[\da-f-]{36}$/);
    await expect(page.getByText('1 of 1 customer done')).toBeVisible();
    await page.goto(`/admin/customers?tag=${tag}`);
    await page.getByRole('button', { name: 'Act on all who fit' }).click();
    await dialog.getByLabel('What to do').selectOption('Send a text message');
    await dialog.getByLabel('Text').fill('Works at two tonight');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog.getByText('3 customers: Has no verified phone number')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Start', exact: true })).toBeDisabled();
    await page.goto(`/admin/customers?tag=${tag}`);
    await page.getByRole('button', { name: 'Act on all who fit' }).click();
    await dialog.getByLabel('What to do').selectOption('Add a tag');
    await dialog.getByLabel('Tag').fill('vip');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog.getByText('It is done to 2 customers of 3.')).toBeVisible();
    await expect(dialog.getByText('1 customer: Has the tag already')).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Start for 2 customers' }).dblclick();
    await expect(page.getByText('2 of 3 customers done, 1 left out')).toBeVisible();
  });

  await test.step('the result is there by customer and as a file', async () => {
    await page.getByLabel('Show').selectOption('Left out');
    await expect(page.getByRole('region', { name: 'By customer' }).getByRole('listitem')).toHaveCount(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Result as CSV' }).click(),
    ]);
    const file = await readFile(await download.path(), 'utf8');
    expect(file.split('\r\n')).toHaveLength(5);
    expect(file).toContain('Has the tag already');
    expect(await findBarriers(page)).toEqual([]);
  });

  await test.step('it is in the list of bulk actions, done once in spite of the second tap', async () => {
    await page.goto('/admin/bulk-actions');
    await expect(page.getByRole('link', { name: 'Add the tag “vip”' }).first()).toBeVisible();
    await expect(page.getByText('2 of 3 customers done, 1 left out')).toHaveCount(1);
  });
});
