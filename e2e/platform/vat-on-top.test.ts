import type { InvoiceSummary } from '@portal/contract/billing/invoices';
import { waitForContent } from '../fixtures/browser/hydration.ts';
import { watchShifts } from '../fixtures/browser/layout-shift.ts';
import { type Account, choosePlan, type Person } from '../fixtures/customers/customer.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { type BrowserContext, test as base, expect } from '../fixtures/test.ts';

/** Bills have more lines here. One worker, so that one portal serves the whole file. */
const test = base.extend<object, { portal: PortalForTests }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads this pattern to learn what the fixture needs.
    async ({}, use) => {
      const portal = await openPortal({ PRICES_INCLUDE_VAT: 'off' });
      await use(portal);
      await portal.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test.describe.configure({ mode: 'default' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Bed = {
  readonly context: BrowserContext;
  readonly portal: PortalForTests;
  readonly account: Account;
  readonly customer: Person;
};

/** A month of Home 20 Mbps with an overpayment, so that the next bill has a line for credit. */
async function payTooMuch({ context, portal, account, customer }: Bed): Promise<void> {
  await choosePlan(context, portal.origin, 'Home 20 Mbps');
  const gateway = 'quickteller';
  const reference = await account.openPayment('Home 20 Mbps', customer.email, gateway);
  await portal.sandbox.addFault({
    gateway,
    operation: 'verify',
    mode: 'other-amount',
    reference,
    amountKobo: 2_400_000,
  });
  await portal.sandbox.decide(reference, 'approve');
  await context.request.post(`${portal.origin}/api/payment/verify`, { data: { reference, gateway } });
}

async function billIsOut({ context, portal, customer }: Bed): Promise<void> {
  await portal.renewIn(customer.email, '2 days');
  const invoices = async () =>
    (await (await context.request.get(`${portal.origin}/api/user/invoices`)).json()) as InvoiceSummary[];
  await expect.poll(async () => (await invoices()).map(({ status }) => status), { timeout: 30_000 }).toContain('open');
}

/** The notices that the overview shows first, each with a bill of three lines. */
const STANDINGS = [
  { name: 'has a bill overdue', renewed: '-1 hour', says: /is not paid yet/ },
  { name: 'is suspended', renewed: '-30 days', says: /^Your line is off because/ },
] as const;

test('the overview of a line with a long bill, overdue and suspended, does not shift while it loads over a slow connection', {
  tag: '@long',
}, async ({ page, context, portal, account, customer }) => {
  test.setTimeout(90_000);
  const bed = { context, portal, account, customer };
  await payTooMuch(bed);
  await billIsOut(bed);
  const shifts = await watchShifts(page);
  for (const { name, renewed, says } of STANDINGS) {
    await test.step(`a line that ${name}`, async () => {
      await portal.renewIn(customer.email, renewed);
      await expect(async () => {
        await page.goto('/dashboard');
        await expect(page.getByRole('alert').or(page.getByRole('status')).getByText(says)).toBeVisible({
          timeout: 2000,
        });
      }).toPass({ timeout: 30_000 });
      expect((await account.quote('Home 20 Mbps')).lines).toHaveLength(3);
      await shifts.slowDown();
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto('/dashboard');
        await waitForContent(page);
        await expect(page.getByText(says)).toBeVisible();
        await expect(page.getByRole('main').getByText('VAT, 7.5%')).toBeVisible();
        await shifts.expectStill(`${width} px`);
      }
    });
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a city’s price shows that VAT is added', async ({ page, watch }) => {
    // The browser blocks the scripts that the pages name.
    watch.expectLostRequests();
    await page.goto('/');
    await expect(page.getByRole('radiogroup', { name: 'Region' }).getByText(/^a month, plus 7.5% VAT, \d/)).toHaveCount(
      2,
    );
  });
});
