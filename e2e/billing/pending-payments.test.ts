import type { BrowserContext } from '@playwright/test';
import { accountOf, choosePlan, newPerson, registerPerson } from '../fixtures/customers/customer.ts';
import { decideAndVanish, openCheckout } from '../fixtures/customers/hosted-checkout.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const GATEWAYS = ['paystack', 'flutterwave', 'quickteller'] as const;
const PLAN = 'Home 20 Mbps';
/**
 * Pending payments are polled every second, first when they are 7 s old; a payment without an
 * answer is polled again 15 s later.
 */
const POLLING = { RECONCILE_INTERVAL_S: '1', GATEWAY_TIMEOUT_MS: '2000' };
const NOT_POLLING = { ...POLLING, RECONCILE_INTERVAL_S: '3600' };

for (const gateway of GATEWAYS) {
  test(`a customer pays with ${gateway}, closes everything, and the gateway’s webhook alone connects them`, {
    tag: gateway === 'paystack' ? [] : '@long',
  }, async ({ paymentScreen: page, context, portal, account, chooser }) => {
    const questions = countVerifyCalls(context);
    const checkout = await openCheckout(page, gateway);
    await decideAndVanish(checkout, 'Approve', [checkout, page]);
    await expect.poll(async () => (await account.subscription())?.status).toBe('active');
    await expectConnected(await context.newPage());
    expect(questions()).toBe(0);
    expect(await portal.sandbox.ordersOf(chooser.email)).toMatchObject([{ status: 'success' }]);
  });
}

test.describe('with a separate portal', () => {
  // Three customers, three gateways and two starts of a portal, also on a machine at a third of the
  // usual speed.
  test.describe.configure({ mode: 'default', timeout: 180_000 });
  let portal: PortalForTests;
  test.beforeAll(async () => {
    test.setTimeout(90_000);
    portal = await openPortal(POLLING);
  });
  test.afterAll(() => portal?.close());

  test('every webhook is lost and nobody verifies: polling connects one customer at each gateway', {
    tag: '@long',
  }, async ({ newDevice }) => {
    const customers = await payAtEachGateway(portal, newDevice);
    await expectAllConnected(customers, portal);
  });

  test('the server is killed after a customer has paid at each gateway and before it knows: all are connected once it has restarted', {
    tag: '@long',
  }, async ({ newDevice }) => {
    await portal.kill();
    await portal.restart(NOT_POLLING);
    const customers = await payAtEachGateway(portal, newDevice);
    for (const context of customers) expect(await statusOf(context, portal)).toBe('pending');
    await portal.kill();
    await portal.restart(POLLING);
    await expectAllConnected(customers, portal);
  });
});

function countVerifyCalls(context: BrowserContext): () => number {
  let calls = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/api/payment/verify')) calls += 1;
  });
  return () => calls;
}

async function statusOf(context: BrowserContext, portal: PortalForTests): Promise<string | undefined> {
  return (await accountOf(context, portal.origin).subscription())?.status;
}

/** A new customer at each gateway pays and leaves; no gateway's webhook arrives. */
async function payAtEachGateway(
  portal: PortalForTests,
  newDevice: () => Promise<BrowserContext>,
): Promise<BrowserContext[]> {
  const customers: BrowserContext[] = [];
  for (const gateway of GATEWAYS) {
    await portal.sandbox.addFault({ gateway, operation: 'webhook', mode: 'lose' });
    const context = await newDevice();
    const questions = countVerifyCalls(context);
    await registerPerson(context, portal.origin, newPerson());
    await choosePlan(context, portal.origin, PLAN);
    const page = await context.newPage();
    await page.goto(`${portal.origin}/payment`);
    const checkout = await openCheckout(page, gateway);
    await decideAndVanish(checkout, 'Approve', [checkout, page]);
    expect(questions()).toBe(0);
    customers.push(context);
  }
  return customers;
}

async function expectAllConnected(customers: readonly BrowserContext[], portal: PortalForTests): Promise<void> {
  for (const context of customers) {
    await expect.poll(() => statusOf(context, portal), { timeout: 45_000 }).toBe('active');
    await expectConnected(await context.newPage(), portal.origin);
  }
}

/**
 * When they return, the customer sees the subscription as active and the payment with its receipt.
 */
async function expectConnected(page: Page, origin = ''): Promise<void> {
  await page.goto(`${origin}/dashboard?tab=subscription`);
  const main = page.getByRole('main');
  await expect(main.getByText('Active').first()).toBeVisible();
  const payment = main.getByRole('row').filter({ hasText: '₦20,000' });
  await expect(payment).toHaveCount(1);
  await expect(payment).toContainText('Paid');
  await payment.getByRole('link').click();
  await expect(main.getByRole('heading', { name: 'Receipt' })).toBeVisible();
}
