import { findBarriers } from '../fixtures/browser/accessibility.ts';
import { accountOf, DEMO_STAFF, newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { expect, test } from '../fixtures/test.ts';

test.beforeEach(async ({ context, portal }) => signIn(context, portal.origin, DEMO_STAFF));

test('staff note, tag and follow everything that happened to a customer', async ({
  page,
  portal,
  newDevice,
  watch,
}) => {
  const device = await newDevice();
  const person = newPerson('Halima');
  const { id } = await registerPerson(device, portal.origin, person);
  const account = accountOf(device, portal.origin);
  const reference = await account.openPayment('Home 20 Mbps', person.email);
  await portal.sandbox.decide(reference, 'approve');
  await account.verify(reference);
  await device.request.post(`${portal.origin}/api/user/tickets`, { data: { subject: 'No light', description: 'x' } });
  await page.goto(`/admin/customers/${id}`);
  const timeline = page.getByRole('list', { name: 'Time line' });
  const events = timeline.getByRole('listitem');

  await test.step('the time line has what happened, newest first, with links', async () => {
    await expect(events.first()).toContainText('Ticket opened');
    await expect(events.first()).toContainText('No light');
    await expect(events.last()).toContainText('Registered');
    await expect(timeline.getByRole('link', { name: 'Payment, paid' })).toHaveAttribute(
      'href',
      `/admin/payments/${reference}`,
    );
  });

  await test.step('a note is added once, and kept in the field while the server fails', async () => {
    const note = page.getByLabel('New note');
    const add = page.getByRole('button', { name: 'Add note' });
    await add.click();
    await expect(note).toHaveAccessibleDescription(/Write the note\./);
    await note.fill('Prefers to be called after six.');
    watch.expectRefusal({ status: 503, path: /notes$/ });
    await page.route('**/notes', (route) =>
      route.fulfill({ status: 503, json: { success: false, message: 'Too busy.' } }),
    );
    await add.click();
    await expect(page.getByRole('region', { name: 'Notes and time line' }).getByRole('alert')).toContainText(
      'Too busy.',
    );
    await expect(note).toHaveValue('Prefers to be called after six.');
    await page.unroute('**/notes');
    await add.dblclick();
    await expect(note).toHaveValue('');
    await expect(events.filter({ hasText: 'Prefers to be called after six.' })).toHaveCount(1);
    await expect(events.first()).toContainText('Tosin Adeyemi');
  });

  await test.step('the time line shows one kind', async () => {
    await page.getByLabel('Show').selectOption('Notes');
    await expect(events).toHaveCount(1);
    await page.getByLabel('Show').selectOption('Upgrades');
    await expect(page.getByText('Nothing yet.').first()).toBeVisible();
    await page.getByLabel('Show').selectOption('Everything');
    await expect(events.last()).toContainText('Registered');
  });

  await test.step('a tag leads to the customers who have it, and is removed', async () => {
    const tags = page.getByRole('region', { name: 'Tags' });
    const tag = `vip ${id}`;
    await tags.getByLabel('New tag').fill(tag.toUpperCase());
    await page.keyboard.press('Enter');
    await expect(tags.getByRole('link', { name: tag })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await tags.getByRole('link', { name: tag }).click();
    await expect(page.getByRole('button', { name: `Remove: Tagged “${tag}”` })).toBeVisible();
    const found = page.getByRole('region', { name: /^Customers who fit/ }).getByRole('listitem');
    await expect(found).toHaveCount(1);
    await expect(found).toContainText(person.email);
    await page.goBack();
    await tags.getByRole('button', { name: `Remove the tag ${tag}` }).click();
    await expect(tags.getByRole('listitem')).toHaveCount(0);
  });
});
