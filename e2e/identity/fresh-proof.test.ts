import { expectToast } from '../fixtures/browser/toast.ts';
import { newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { waitForLink } from '../fixtures/portal/outbox.ts';
import { expect, test } from '../fixtures/test.ts';

test('who signed in some time ago proves that it is them, and what they typed is sent', async ({
  page,
  portal,
  customer,
  watch,
}) => {
  watch.expectRefusal({ status: 403, path: /^\/api\/user\/account\/invitations$/ });
  watch.expectRefusal({ status: 422, path: /^\/api\/user\/proof$/ });
  await page.goto('/profile?tab=account');
  await portal.ageProofs(customer.email);
  await page.getByLabel('Email').fill('friend@example.com');
  const send = page.getByRole('button', { name: 'Send the invitation' });
  await send.click();
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Please prove first that it is you. Nothing has been done yet.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('friend@example.com');

  await send.click();
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Invitation sent');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Withdraw the invitation to friend@example.com' })).toBeVisible();
});

test('the owner of an account signs everybody out by the mail about a new device', { tag: '@long' }, async ({
  page,
  portal,
  newDevice,
}) => {
  const person = newPerson();
  const own = await newDevice();
  await registerPerson(own, portal.origin, person);
  const intruder = await newDevice();
  await signIn(intruder, portal.origin, person);
  await page.goto(await waitForLink(portal.origin, person.email, '/not-me'));
  await expect(page.getByRole('heading', { level: 1, name: 'It was not me' })).toBeVisible();
  await expect(page, 'the token is out of the address bar').toHaveURL('/not-me');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Every device is signed out' })).toBeFocused();
  expect((await intruder.request.get(`${portal.origin}/api/user`)).status()).toBe(401);
  expect((await own.request.get(`${portal.origin}/api/user`)).status()).toBe(401);
  await waitForLink(portal.origin, person.email, '/reset-password');
});

test('staff who signed in some time ago download an export once they have proved that it is them', {
  tag: '@long',
}, async ({ page, portal, customer }) => {
  await portal.makeStaff(customer.email);
  await portal.ageProofs(customer.email);
  await page.goto('/admin/exports');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Customers as CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  expect((await download).suggestedFilename()).toBe('customers.csv');
});
