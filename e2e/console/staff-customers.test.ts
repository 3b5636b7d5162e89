import type { CustomerRow } from '@portal/contract/console/customers';
import { expectToast } from '../fixtures/browser/toast.ts';
import { accountOf, DEMO_STAFF, newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { openMore } from '../fixtures/forms/console-steps.ts';
import { waitForCode } from '../fixtures/portal/outbox.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { type BrowserContext, expect, type Page, test } from '../fixtures/test.ts';

test.beforeEach(async ({ context, portal }) => signIn(context, portal.origin, DEMO_STAFF));

const field = (page: Page) => page.getByRole('searchbox', { name: 'Find a customer' });
const found = (page: Page) => page.getByRole('region', { name: /found$/ }).getByRole('listitem');

async function newCustomer(device: BrowserContext, origin: string, firstName: string) {
  const person = { ...newPerson(), firstName };
  const { id } = await registerPerson(device, origin, person);
  return { ...person, id, name: `${person.firstName} ${person.lastName}` };
}

test('a customer is found while typing, by name, email, phone number, ticket and payment', async ({
  page,
  portal,
  newDevice,
}) => {
  const device = await newDevice();
  const customer = await newCustomer(device, portal.origin, 'Ẹniọlá');
  const post = async (path: string, data: object) =>
    (await device.request.post(`${portal.origin}${path}`, { data })).json();
  const { ticket } = await post('/api/user/tickets', { subject: 'Help', description: 'x' });
  const account = accountOf(device, portal.origin);
  const reference = await account.openPayment('Home 20 Mbps', customer.email);
  const phone = `+234803${String(customer.id).padStart(7, '0')}`;
  await post('/api/sms/send-otp', { phoneNumber: phone });
  await post('/api/sms/verify-otp', { phoneNumber: phone, otp: await waitForCode(portal.origin, phone) });

  await page.goto('/admin/customers');
  await expect(page.getByRole('heading', { name: 'Newest accounts' })).toBeVisible();
  for (const typed of [
    'eniola eze',
    customer.email.toUpperCase(),
    phone.replace('+234', '0'),
    ticket.number.toLowerCase(),
    reference,
  ]) {
    await field(page).fill(typed);
    await expect(page, typed).toHaveURL(`/admin/customers?${new URLSearchParams({ search: typed })}`);
    await expect(found(page).filter({ hasText: customer.email }), typed).toHaveCount(1);
  }
  await field(page).press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: customer.name })).toBeVisible();
  await page.goBack();
  await expect(field(page)).toHaveValue(reference);
  await field(page).fill('nobody is called so');
  await expect(page.getByText('Nobody found for “nobody is called so”')).toBeVisible();
  await page.getByRole('button', { name: 'Show the newest accounts' }).click();
  await expect(page.getByRole('heading', { name: 'Newest accounts' })).toBeVisible();
  await expect(field(page)).toHaveValue('');
});

test('the page of a customer shows their plan, speed tests and payments', { tag: '@long' }, async ({
  page,
  portal,
  newDevice,
}) => {
  const device = await newDevice();
  const customer = await newCustomer(device, portal.origin, 'Halima');
  const account = accountOf(device, portal.origin);
  const reference = await account.openPayment('Home 20 Mbps', customer.email);
  await portal.sandbox.decide(reference, 'approve');
  await account.verify(reference);
  await device.request.post(`${portal.origin}/api/user/speedtest`, {
    data: { downloadSpeed: 18.4, uploadSpeed: 9.1, ping: 21 },
  });
  await page.goto(`/admin/customers/${customer.id}`);
  const side = page.getByRole('region', { name: 'Line', exact: true });
  await expect(side).toContainText('Home 20 Mbps');
  await expect(side).toContainText('₦20,000');
  await expect(side.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText('Not verified', { exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: '18.4' })).toBeVisible();
  const payment = page.getByRole('listitem').filter({ hasText: reference });
  await expect(payment).toContainText('Paid');
  await expect(payment.getByRole('link')).toHaveAttribute('href', `/admin/payments/${reference}`);
});

test('a ticket is opened for a caller, and no input is lost on the way', async ({ page, portal, newDevice, watch }) => {
  const device = await newDevice();
  const customer = await newCustomer(device, portal.origin, 'Chidi');
  await page.goto(`/admin/customers/${customer.id}`);
  const dialog = page.getByRole('dialog', { name: 'New ticket' });
  await page.getByRole('button', { name: 'Create ticket' }).click();
  await dialog.getByRole('button', { name: 'Create ticket' }).click();
  await expect(dialog.getByLabel('Subject')).toBeFocused();
  await expect(dialog.getByLabel('Subject')).toHaveAccessibleDescription('Please fill in all required fields.');
  await dialog.getByLabel('Subject').fill('Called about the bill');
  await dialog.getByLabel('Description').fill('Was charged twice.');
  await dialog.getByLabel('Category').selectOption('Billing');
  await expect(dialog.getByLabel('Category')).toHaveAccessibleDescription(
    /^SLA: first response by .+, resolution by .+/,
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create ticket' }).click();
  await expect(dialog.getByLabel('Description')).toHaveValue('Was charged twice.');

  const creation = `**/api/staff/customers/${customer.id}/tickets`;
  watch.expectRefusal({ status: 503, path: /tickets$/ });
  await page.route(creation, (route) => route.fulfill({ status: 503, json: { success: false, message: 'Too busy.' } }));
  await dialog.getByRole('button', { name: 'Create ticket' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Too busy.');
  await page.unroute(creation);
  const errors = { description: 'Remove the characters that cannot be shown' };
  watch.expectRefusal({ status: 422, path: /tickets$/ });
  await page.route(creation, (route) =>
    route.fulfill({ status: 422, json: { success: false, message: 'Check the form.', errors } }),
  );
  await dialog.getByRole('button', { name: 'Create ticket' }).click();
  await expect(dialog.getByLabel('Description')).toHaveAccessibleDescription(errors.description);
  await expect(dialog.getByLabel('Description')).toBeFocused();
  await page.unroute(creation);
  await dialog.getByRole('button', { name: 'Create ticket' }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Called about the bill' })).toBeVisible();
  const tickets = await (await device.request.get(`${portal.origin}/api/user/tickets`)).json();
  expect(tickets).toMatchObject([{ title: 'Called about the bill', category: 'billing' }]);
});

test('an account is disabled with a reason, which signs its owner out at once, and enabled again, which lets them in', async ({
  page,
  portal,
  newDevice,
}) => {
  const device = await newDevice();
  const customer = await newCustomer(device, portal.origin, 'Bola');
  const asked = async () => (await device.request.get(`${portal.origin}/api/user`)).status();
  const signsIn = async () => (await device.request.post(`${portal.origin}/api/login`, { data: customer })).status();
  expect(await asked()).toBe(200);
  await page.goto(`/admin/customers/${customer.id}`);
  await openMore(page);
  await page.getByRole('button', { name: 'Disable account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${customer.name} is signed out everywhere at once`);
  await dialog.getByRole('button', { name: 'Disable account' }).click();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Say why.');
  expect(await asked()).toBe(200);
  await dialog.getByLabel('Reason').fill('Card reported stolen');
  await dialog.getByRole('button', { name: 'Disable account' }).click();
  await expectToast(page, 'Account disabled');
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
  expect([await asked(), await signsIn()]).toEqual([401, 401]);

  await openMore(page);
  await page.getByRole('button', { name: 'Enable account' }).click();
  await dialog.getByLabel('Reason').fill('It was a mistake');
  await dialog.getByRole('button', { name: 'Enable account' }).click();
  await expectToast(page, 'Account enabled');
  await openMore(page);
  await expect(page.getByRole('button', { name: 'Disable account' })).toBeVisible();
  expect(await signsIn()).toBe(200);
  const changes = page.getByRole('region', { name: 'Changes by staff' });
  await expect(changes.getByRole('listitem')).toHaveText([
    /Enabled an account.*mistake/s,
    /Disabled an account.*stolen/s,
  ]);

  await test.step('staff are switched off under Staff, and not here', async () => {
    const { id } = await (await page.request.get(`${portal.origin}/api/user`)).json();
    await page.goto(`/admin/customers/${id}`);
    await expect(page.getByRole('button', { name: 'Create ticket' })).toBeVisible();
    await expect(page.getByText('More', { exact: true })).toHaveCount(0);
  });
});

test('the audit log is filtered by person and by subject, and links to it', { tag: '@long' }, async ({
  page,
  portal,
  newDevice,
}) => {
  const customer = await newCustomer(await newDevice(), portal.origin, 'Kemi');
  const reason = { reason: 'As asked by telephone' };
  await page.request.post(`${portal.origin}/api/staff/customers/${customer.id}/disable`, { data: reason });
  await page.goto('/admin/audit');
  await page.getByLabel('Changed by').selectOption('Tosin Adeyemi');
  await expect(page).toHaveURL(/actor=\d+/);
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: customer.name });
  await expect(row).toContainText('Disabled an account');
  await expect(row).toContainText(reason.reason);
  await row.getByRole('link', { name: /^Only changes of Account/ }).click();
  await expect(page).toHaveURL(new RegExp(`subject=customer%3A${customer.id}`));
  await expect(row).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await row.getByRole('link', { name: `Account: ${customer.name}`, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: customer.name })).toBeVisible();
});

test.describe('in every window, by keyboard alone, in both themes', () => {
  test('customers and a customer can be used', { tag: '@long' }, async ({ page, portal }) => {
    const search = `${portal.origin}/api/staff/customers?search=customer@example.com`;
    const [amina] = (await (await page.request.get(search)).json()) as CustomerRow[];
    await expectUsable(page, ['/admin/customers', `/admin/customers/${amina?.id}`]);
  });

  test('the referrals and the audit log can be used', { tag: '@long' }, async ({ page, portal, newDevice }) => {
    const { id } = await newCustomer(await newDevice(), portal.origin, 'Sani');
    const data = { reason: 'As asked by telephone' };
    await page.request.post(`${portal.origin}/api/staff/customers/${id}/disable`, { data });
    await expectUsable(page, ['/admin/referrals', `/admin/audit?subject=customer:${id}`]);
  });
});
