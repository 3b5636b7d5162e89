import { addLagosMonth, lagosDay } from '@portal/kernel/calendar';
import { expectToast } from '../fixtures/browser/toast.ts';
import { newPerson, type Person } from '../fixtures/customers/customer.ts';
import { decideAndVanish, decisionButton, openCheckout } from '../fixtures/customers/hosted-checkout.ts';
import { fillRegistration } from '../fixtures/customers/registration-form.ts';
import type { PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const GATEWAYS = [
  { id: 'paystack', name: 'Paystack' },
  { id: 'flutterwave', name: 'Flutterwave' },
  { id: 'quickteller', name: 'Quickteller' },
] as const;
type Gateway = (typeof GATEWAYS)[number];
const TO_PAYMENT_AFTER_MS = 1500;

test('a visitor registers, chooses a plan, pays with Paystack and is connected, with a receipt', async ({
  page,
  portal,
}) => {
  const person = newPerson();
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'View Plans', exact: true }).first().click();
  await page.waitForURL('/plans');
  await page.getByRole('article', { name: 'Home 10 Mbps' }).getByRole('link', { name: 'Choose plan' }).click();
  await page.waitForURL(/\/register\?next=/);
  await expect(page.getByText('Five fields, then you confirm your plan.')).toBeVisible();
  await register(page, person);
  await confirmPlan(page, 'Home 10 Mbps');

  await expect(page.getByRole('heading', { level: 2, name: 'Home 10 Mbps' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await payAndRead(page, portal, { person, gateway: GATEWAYS[0], plan: 'Home 10 Mbps', price: 18_600 });
});

for (const gateway of GATEWAYS.slice(1)) {
  test(`a customer pays with ${gateway.name} and is connected, with a receipt`, { tag: '@long' }, async ({
    paymentScreen: page,
    chooser,
    portal,
  }) => {
    await payAndRead(page, portal, { person: chooser, gateway, plan: 'Home 20 Mbps', price: 20_000 });
  });
}

for (const gateway of GATEWAYS) {
  test(`a customer whose ${gateway.name} window does not return clicks Verify Payment`, {
    tag: gateway.id === 'paystack' ? [] : '@long',
  }, async ({ paymentScreen: page, chooser, portal }) => {
    const checkout = await openCheckout(page, gateway.id);
    await expect(
      page.getByText('Finish the payment on the page that opened, then choose Verify Payment.'),
    ).toBeVisible();
    await decideAndVanish(checkout, 'Approve', [checkout]);
    await page.getByRole('button', { name: 'Verify Payment' }).click();
    await expectToast(page, 'Payment Successful', '₦20,000 received.');
    expect(await portal.sandbox.ordersOf(chooser.email)).toMatchObject([{ status: 'success' }]);
    expect(await page.evaluate(() => localStorage.getItem('payment_reference'))).toBeNull();
    await page.getByRole('main').getByRole('link', { name: 'Go to dashboard' }).click();
    await expectActiveLine(page, 'Home 20 Mbps');
  });
}

type Purchase = {
  readonly person: Person;
  readonly gateway: Gateway;
  readonly plan: string;
  /** In naira. */
  readonly price: number;
};

/** Pays on the gateway's page, which redirects back automatically, and checks the result. */
async function payAndRead(page: Page, portal: PortalForTests, purchase: Purchase): Promise<void> {
  const { person, gateway, plan, price } = purchase;
  const sum = `₦${price.toLocaleString('en-NG')}`;
  const checkout = await openCheckout(page, gateway.id);
  await expectToast(page, 'Payment Initialized');
  const [order] = await portal.sandbox.ordersOf(person.email);
  expect(order).toMatchObject({ gateway: gateway.id, amountKobo: price * 100, status: 'created' });
  await expect(checkout.getByText(sum)).toBeVisible();
  const closed = checkout.waitForEvent('close');
  await decisionButton(checkout, 'Approve').click();
  await closed;

  await expectToast(page, 'Payment Successful', `${sum} received.`);
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Go to dashboard' }).click();
  await expectActiveLine(page, plan);
  await openReceipt(page, { reference: order?.reference ?? '', gatewayName: gateway.name, sum });
}

async function register(page: Page, person: Person): Promise<void> {
  await fillRegistration(page, person);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectToast(page, 'Registration successful', new RegExp(`^Welcome to .+, ${person.firstName}\\.$`));
}

async function confirmPlan(page: Page, planName: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Choose ${planName}?` });
  await expect(dialog).toBeVisible();
  const answered = page.waitForResponse('**/api/user/subscription');
  // The time before the answer, which arrives late on a busy machine.
  const confirmedAt = performance.now();
  await dialog.getByRole('button', { name: 'Confirm plan' }).click();
  await answered;
  await expectToast(page, 'Plan Selected Successfully!');
  await page.waitForURL('/payment');
  expect(performance.now() - confirmedAt).toBeGreaterThanOrEqual(TO_PAYMENT_AFTER_MS);
}

/** The dashboard shows the plan as active, and the next bill a calendar month from today. */
async function expectActiveLine(page: Page, planName: string): Promise<void> {
  await page.waitForURL('/dashboard');
  const today = new Date();
  const due = addLagosMonth(today, lagosDay(today).day);
  const dueDay = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' }).format(due);
  const main = page.getByRole('main');
  await expect(main.getByText('Active').first()).toBeVisible();
  await expect(main.getByText(planName).first()).toBeVisible();
  await expect(main.getByText(`Next bill, ${dueDay}`)).toBeVisible();
}

async function openReceipt(
  page: Page,
  { reference, gatewayName, sum }: { readonly reference: string; readonly gatewayName: string; readonly sum: string },
): Promise<void> {
  await page.getByRole('link', { name: 'View Bills' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Paid' }).filter({ hasText: sum });
  const link = row.getByRole('link');
  const receiptNumber = (await link.textContent()) ?? '';
  await link.click();
  const receipt = page.getByRole('main');
  await expect(receipt.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  for (const text of [receiptNumber, reference, gatewayName, 'Total paid']) {
    await expect(receipt.getByText(text, { exact: true })).toBeVisible();
  }
}
