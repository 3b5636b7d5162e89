import { expectToast } from '../fixtures/browser/toast.ts';
import {
  accountOf,
  choosePlan,
  DEMO_STAFF,
  newPerson,
  type Person,
  registerPerson,
  signIn,
} from '../fixtures/customers/customer.ts';
import type { PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { type BrowserContext, expect, type Page, test } from '../fixtures/test.ts';

test.beforeEach(async ({ context, portal }) => signIn(context, portal.origin, DEMO_STAFF));

type Payer = { readonly device: BrowserContext; readonly person: Person; readonly reference: string };

async function open(
  device: BrowserContext,
  portal: PortalForTests,
  planName: string,
  gateway: 'paystack' | 'quickteller' = 'paystack',
): Promise<Payer> {
  const person = newPerson('Amarachi');
  await registerPerson(device, portal.origin, person);
  await choosePlan(device, portal.origin, planName);
  const reference = await accountOf(device, portal.origin).openPayment(planName, person.email, gateway);
  return { device, person, reference };
}

/** A customer whose payment was confirmed by the gateway's webhook. */
async function paid(
  device: BrowserContext,
  portal: PortalForTests,
  planName: string,
  gateway?: 'paystack' | 'quickteller',
): Promise<Payer> {
  const payer = await open(device, portal, planName, gateway);
  await portal.sandbox.decide(payer.reference, 'approve');
  await expect.poll(async () => (await accountOf(device, portal.origin).payments())[0]?.status).toBe('successful');
  return payer;
}

/** A customer whose payment does not match: the gateway reports another amount. */
async function held(
  device: BrowserContext,
  portal: PortalForTests,
  amountKobo: number,
  planName = 'Home 20 Mbps',
): Promise<Payer> {
  const payer = await open(device, portal, planName);
  const { reference } = payer;
  await portal.sandbox.addFault({
    gateway: 'paystack',
    operation: 'verify',
    mode: 'other-amount',
    reference,
    amountKobo,
  });
  await portal.sandbox.decide(reference, 'approve');
  await expect.poll(async () => (await accountOf(device, portal.origin).payments())[0]?.status).toBe('review');
  return payer;
}

/** A page of another member of staff. */
async function colleague(device: BrowserContext, portal: PortalForTests): Promise<Page> {
  const second = newPerson('Bolanle');
  await registerPerson(device, portal.origin, second);
  await portal.makeStaff(second.email);
  return device.newPage();
}

const main = (page: Page) => page.getByRole('main');
const history = (page: Page) => main(page).getByRole('region', { name: 'What happened' });
const dialog = (page: Page) => page.getByRole('dialog');

async function confirm(page: Page, button: string, reason: string): Promise<void> {
  await dialog(page).getByLabel('Reason').fill(reason);
  await dialog(page).getByRole('button', { name: button, exact: true }).click();
}

test('staff find a payment and refund it through its gateway, after reading the consequences', async ({
  page,
  portal,
  newDevice,
}) => {
  const { device, person, reference } = await paid(await newDevice(), portal, 'Home 20 Mbps', 'quickteller');
  await page.goto('/admin/payments');
  await page.getByRole('button', { name: 'All customers' }).click();
  await dialog(page).getByLabel('Find a customer').fill(person.email);
  await dialog(page)
    .getByRole('button', { name: new RegExp(person.email) })
    .click();
  await expect(main(page).getByRole('listitem')).toHaveCount(1);
  await page.getByLabel('Status').selectOption('failed');
  await expect(page.getByText('No payments')).toBeVisible();
  await page.getByLabel('Status').selectOption('successful');
  await main(page).getByRole('link', { name: 'Amarachi Eze' }).click();
  await expect(page).toHaveURL(`/admin/payments/${reference}`);
  await expect(history(page)).toContainText('The payment was confirmed');
  await expect(history(page)).toContainText('A month was added');

  await page.getByRole('button', { name: 'Refund ₦20,000' }).click();
  await expect(dialog(page)).toContainText('₦20,000, all of it, goes back to Amarachi Eze through Quickteller.');
  await expect(dialog(page)).toContainText('The month that it bought ends now.');
  await dialog(page).getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog(page).getByText('Say why.')).toBeVisible();
  await expect(dialog(page).getByLabel('Reason')).toBeFocused();
  await confirm(page, 'Refund', 'Moved to another town');
  await expectToast(page, 'Refund this payment');
  await expect(main(page).getByText('Refunded', { exact: true })).toBeVisible();
  await expect(history(page)).toContainText('The payment was refunded');
  await expect(main(page).getByRole('region', { name: 'Refunds' })).toContainText('Moved to another town');
  await expect(page.getByRole('button', { name: /^Refund ₦/ })).toHaveCount(0);

  await expect.poll(async () => (await portal.sandbox.ordersOf(person.email))[0]?.reversedKobo).toBe(2_000_000);
  const account = accountOf(device, portal.origin);
  expect((await account.payments())[0]).toMatchObject({ reference, status: 'refunded' });
  expect(Date.parse((await account.subscription())?.nextBillingDate ?? '')).toBeLessThanOrEqual(Date.now());
});

test('a payment that does not match waits in review until staff decide, once, with a reason', async ({
  page,
  portal,
  newDevice,
  watch,
}) => {
  const { device, reference } = await held(await newDevice(), portal, 1_500_000);
  await page.goto('/admin/payments');
  await page.getByRole('link', { name: /^In review/ }).click();
  await page.getByRole('listitem').filter({ hasText: reference }).getByRole('link').click();
  await expect(page.getByText('This payment needs a decision')).toBeVisible();
  await expect(history(page)).toContainText('The gateway names another amount than was due.');

  await page.getByRole('button', { name: 'Ask the gateway again' }).click();
  await confirm(page, 'Ask again', 'The bank shows the whole sum');
  await expect(page.getByText('This payment needs a decision')).toBeVisible();
  await expect(history(page).getByText('Held for review')).toHaveCount(2);

  const late = await page.context().newPage();
  await late.goto(`/admin/payments/${reference}`);
  await late.getByRole('button', { name: 'Reject' }).click();

  await page.getByRole('button', { name: 'Book ₦15,000 as credit' }).click();
  await expect(dialog(page)).toContainText('₦15,000, which the gateway reports as received, becomes account credit');
  await confirm(page, 'Book', 'Bank record seen');
  await expect(history(page)).toContainText('The money became account credit');
  await expect(history(page)).toContainText('Reason: Bank record seen');
  await expect(history(page)).toContainText('Tosin Adeyemi');
  const { lines, total } = await accountOf(device, portal.origin).quote('Home 20 Mbps');
  expect([lines.at(-1)?.amount, total]).toEqual([-15_000, 5000]);

  watch.expectRefusal({ status: 409, path: /\/review$/ });
  await confirm(late, 'Reject', 'Nothing came');
  await expect(dialog(late).getByRole('alert')).toHaveText('This payment is not in review.');
  await dialog(late).getByRole('button', { name: 'Cancel' }).click();
  await expect(late.getByText('This payment needs a decision')).toHaveCount(0);
  await expect(main(late).getByText('Paid', { exact: true }).first()).toBeVisible();
});

test('a large refund waits for a second person, who is not the one who requested it', { tag: '@long' }, async ({
  page,
  portal,
  newDevice,
}) => {
  const { reference } = await paid(await newDevice(), portal, 'Business Triple Play 10 Mbps', 'quickteller');
  await page.goto(`/admin/payments/${reference}`);
  await page.getByRole('button', { name: 'Refund ₦151,250' }).click();
  await expect(dialog(page)).toContainText('a second person has to approve it first');
  await page.getByLabel('The customer keeps the month').check();
  await confirm(page, 'Ask for approval', 'The line was never built');
  await expect(main(page).getByText('Waits for approval')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve refund' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible();

  const other = await colleague(await newDevice(), portal);
  await other.goto('/admin/payments?view=approval');
  await other.getByRole('listitem').filter({ hasText: reference }).getByRole('link').click();
  await other.getByRole('button', { name: 'Approve refund' }).click();
  await expect(dialog(other)).toContainText('₦151,250, requested by Tosin Adeyemi, is refunded');
  await confirm(other, 'Approve', 'Checked with the field team');
  await expect(main(other).getByText('Approved by Bolanle Eze')).toBeVisible();
  await expect(main(other).getByText('Refunded', { exact: true })).toBeVisible();
});

test('a large sum in review is booked as credit by a second person, who reads why', { tag: '@long' }, async ({
  page,
  portal,
  newDevice,
}) => {
  const plan = 'Business Triple Play 10 Mbps';
  const { device, reference } = await held(await newDevice(), portal, 6_000_000, plan);
  await page.goto(`/admin/payments/${reference}`);
  await page.getByRole('button', { name: 'Propose to book ₦60,000 as credit' }).click();
  await expect(dialog(page)).toContainText('₦60,000 needs two people');
  await confirm(page, 'Propose', 'Bank record seen');
  await expect(page.getByText('You propose to book ₦60,000 as credit. Somebody else has to do it.')).toBeVisible();
  await expect(page.getByRole('button', { name: /as credit$/ })).toHaveCount(0);
  await expectUsable(page, [`/admin/payments/${reference}`]);

  const other = await colleague(await newDevice(), portal);
  await other.goto(`/admin/payments/${reference}`);
  await expect(other.getByText('Tosin Adeyemi proposes to book ₦60,000 as credit.')).toBeVisible();
  await expect(history(other)).toContainText('Reason: Bank record seen');
  await other.getByRole('button', { name: 'Book ₦60,000 as credit' }).click();
  await expect(dialog(other)).toContainText('₦60,000, which the gateway reports as received, becomes account credit');
  await confirm(other, 'Book', 'Seen at the bank too');
  await expect(history(other)).toContainText('The money became account credit');
  const { lines, total } = await accountOf(device, portal.origin).quote(plan);
  expect([lines.at(-1)?.amount, total]).toEqual([-60_000, 91_250]);
});

test('a payment is opened by its reference as a customer reads it out, and an unknown one is reported as unknown', async ({
  page,
  portal,
  newDevice,
  watch,
}) => {
  const { reference } = await open(await newDevice(), portal, 'Home 20 Mbps');
  await page.goto('/admin/payments');
  await page.getByLabel('Reference').fill(` ${reference.slice(0, 7).toLowerCase()} ${reference.slice(7)} `);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/payments/${reference}`);
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('₦20,000');
  watch.expectRefusal({ status: 404, path: /^\/api\/staff\/payments\/P000$/ });
  await page.goto('/admin/payments/P000');
  await expect(page.getByText('There is no such payment')).toBeVisible();
});

test('the list of payments and a payment are accessible and fit, in both themes', { tag: '@long' }, async ({
  page,
  portal,
  newDevice,
}) => {
  const { reference } = await held(await newDevice(), portal, 1_500_000);
  await expectUsable(page, ['/admin/payments', `/admin/payments/${reference}`]);
});
