import { randomUUID } from 'node:crypto';
import type { StaffPlan } from '@portal/contract/catalogue/staff-plans';
import { expectFailure, expectToast } from '../fixtures/browser/toast.ts';
import {
  accountOf,
  choosePlan,
  DEMO_STAFF,
  newPerson,
  registerPerson,
  signIn,
} from '../fixtures/customers/customer.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

test.beforeEach(async ({ context, portal }) => signIn(context, portal.origin, DEMO_STAFF));

/** Other tests count the plans on sale, so every test retires the plans that it adds. */
test.afterEach(async ({ page, portal }) => {
  for (const plan of await plansOf(page, portal.origin)) {
    if (!plan.name.startsWith('Evening ') || !plan.active) continue;
    await page.request.put(`${portal.origin}/api/staff/plans/${plan.id}/active`, { data: { active: false } });
  }
});

const newName = () => `Evening ${randomUUID().slice(0, 6)}`;
const plansOf = async (page: Page, origin: string): Promise<StaffPlan[]> =>
  (await page.request.get(`${origin}/api/staff/plans`)).json();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function fill(page: Page, name: string, price: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Region').selectOption('lagos');
  await page.getByLabel('Speed in Mbps').fill('30');
  await page.getByLabel('Price a month').fill(price);
  await page.getByLabel('Features').fill('Fast after work\n\n  No contract ');
}

test('a plan that staff create and change is on the plans page at once, and a paid month keeps its price', async ({
  page,
  portal,
  newDevice,
}) => {
  const name = newName();
  await page.goto('/admin/plans');
  await page.getByRole('link', { name: 'New plan' }).click();
  await page.getByRole('button', { name: 'Offer this plan' }).click();
  await expect(page.getByText('Name the plan')).toBeVisible();
  await expect(page.getByText('Choose a region', { exact: true }).last()).toBeVisible();
  await expect(page.getByText('Enter the price')).toBeVisible();
  await fill(page, name, '₦22,000');
  await page.getByRole('button', { name: 'Offer this plan' }).click();
  await expectToast(page, 'Plan offered', `${name} is offered now.`);
  await expect(row(page, name)).toContainText('₦22,000');
  await expect(row(page, name)).toContainText('Unlimited');

  const device = await newDevice();
  const person = newPerson();
  await registerPerson(device, portal.origin, person);
  await choosePlan(device, portal.origin, name);
  const account = accountOf(device, portal.origin);
  const reference = await account.openPayment(name, person.email);
  await portal.sandbox.decide(reference, 'approve');
  await account.verify(reference);
  const before = await account.subscription();
  expect(before).toMatchObject({ status: 'active', monthlyFee: 22_000 });

  await row(page, name)
    .getByRole('link', { name: `Edit ${name}` })
    .click();
  await page.getByLabel('Price a month').fill('24,500');
  await expect(page.getByRole('status').filter({ hasText: 'next period' })).toContainText(
    '₦24,500 instead of ₦22,000 counts from each customer’s next period.',
  );
  await expect(page.getByText('It concerns 1 customer.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Plan changed');
  await expect(row(page, name)).toContainText('₦24,500');

  const visitor = await (await newDevice()).newPage();
  await visitor.goto('/plans');
  const card = visitor.getByRole('article', { name });
  await expect(card).toContainText('₦24,500');
  await expect(card).toContainText('No contract');
  expect(await account.subscription()).toEqual(before);
  expect((await account.quote(name)).total).toBe(24_500);
});

test('a plan is retired and offered again, after the consequence was shown', async ({ page, portal, newDevice }) => {
  const name = newName();
  await page.goto('/admin/plans?new=plan');
  await fill(page, name, '19000');
  await page.getByRole('button', { name: 'Offer this plan' }).click();
  const onOffer = async () => {
    const plans = await (await newDevice()).request.get(`${portal.origin}/api/service-plans`);
    return ((await plans.json()) as StaffPlan[]).some((plan) => plan.name === name);
  };
  await row(page, name)
    .getByRole('button', { name: `Retire: ${name}` })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Nobody can choose it any more. No customer has it.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await onOffer()).toBe(true);
  await row(page, name)
    .getByRole('button', { name: `Retire: ${name}` })
    .click();
  await dialog.getByRole('button', { name: 'Retire' }).click();
  await expect(row(page, name)).toContainText('Retired');
  expect(await onOffer()).toBe(false);
  await row(page, name)
    .getByRole('button', { name: `Offer again: ${name}` })
    .click();
  await dialog.getByRole('button', { name: 'Offer again' }).click();
  await expect(row(page, name).getByText('Retired')).toHaveCount(0);
  expect(await onOffer()).toBe(true);
});

test('the name of another plan is refused at its field, and the input is kept', { tag: '@long' }, async ({
  page,
  watch,
}) => {
  watch.expectRefusal({ status: 409, path: /^\/api\/staff\/plans$/ });
  await page.goto('/admin/plans?new=plan');
  await fill(page, 'Home 10 Mbps', '19000');
  await page.getByRole('button', { name: 'Offer this plan' }).click();
  await expect(page.getByText('Another plan has this name.')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Price a month')).toHaveValue('19000');
});

test('plans are reordered by keyboard, saved all at once, and never over a colleague’s change', {
  tag: '@long',
}, async ({ page, portal, watch }) => {
  const names = async () => (await plansOf(page, portal.origin)).map(({ name }) => name);
  const before = await names();
  const [first = '', second = ''] = before;
  // Prevents this page from receiving the colleague's change before it saves.
  await page.routeWebSocket('**/ws/staff', () => {});
  await page.goto('/admin/plans');
  const down = page.getByRole('button', { name: `Move ${first} down` });
  await down.focus();
  await page.keyboard.press('Enter');
  await expect(down).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: `${first} is now number 2` })).toBeAttached();
  await expect(page.getByRole('rowheader').first()).toContainText(second);
  expect(await names()).toEqual(before);
  await page.getByRole('button', { name: 'Save order' }).click();
  await expectToast(page, 'Order saved');
  expect(await names()).toEqual([second, first, ...before.slice(2)]);

  await page.getByRole('button', { name: `Move ${first} up` }).click();
  const plan = { region: 'lagos', downloadMbps: 30, dataLimitGb: null, price: 9000, type: 'residential', features: [] };
  await page.request.post(`${portal.origin}/api/staff/plans`, { data: { ...plan, name: newName() } });
  watch.expectRefusal({ status: 409, path: /^\/api\/staff\/plan-order$/ });
  await page.getByRole('button', { name: 'Save order' }).click();
  await expectFailure(page, 'Order not saved', 'The plans have changed meanwhile. Look at them again.');
  await expect(page.getByText('so the new order was dropped')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save order' })).toHaveCount(0);
  await expect(page.getByRole('rowheader').first()).toContainText(second);
  await page.getByRole('button', { name: `Move ${first} up` }).click();
  await page.getByRole('button', { name: 'Save order' }).click();
  await expectToast(page, 'Order saved');
  expect((await names()).slice(0, 2)).toEqual([first, second]);
});

test('the list of plans and the form of one are accessible and fit, in both themes', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const [plan] = await plansOf(page, portal.origin);
  await expectUsable(page, ['/admin/plans', `/admin/plans?edit=${plan?.id}`]);
});
