import type { Company } from '@portal/contract/billing/companies';
import type { InvoiceSummary } from '@portal/contract/billing/invoices';
import { findOverflow } from '../fixtures/browser/accessibility.ts';
import { waitForContent } from '../fixtures/browser/hydration.ts';
import { DEMO_STAFF, newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { apiOf, openYear } from '../fixtures/customers/year.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { lookAt } from '../fixtures/screens/look.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const DAY_MS = 24 * 3_600_000;
const LARGEST_PRICE = 99_999_999.99;
const LARGEST_ENTRY = 100_000_000_000;

let portal: PortalForTests;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  portal = await openPortal({ TEST_CLOCK: 'on', PAYSTACK_LARGEST_NAIRA: '50000000000' });
});
test.afterAll(() => portal?.close());

test('amounts of 13 digits fit on a phone, and what a gateway does not take at once is offered in parts @long', async ({
  page,
  newDevice,
}) => {
  test.setTimeout(400_000);
  const year = openYear(portal, page);
  const { origin } = portal;
  await signIn(page.context(), origin, DEMO_STAFF);
  const staff = apiOf(page.context().request, origin);
  const context = await newDevice();
  const own = await context.newPage();
  const { id } = await registerPerson(context, origin, newPerson());
  const api = apiOf(context.request, origin);

  const look = async (device: Page, name: string, path: string) => {
    await device.emulateMedia({ reducedMotion: 'reduce' });
    await device.goto(origin + path);
    await waitForContent(device);
    await lookAt(device, [{ width: 360, theme: 'light' }], name);
    await year.look(name, device);
  };

  await staff.write('/api/staff/till/open', {});
  const { product } = await staff.write<{ product: { id: string } }>('/api/staff/charge-products', {
    name: 'Fibre ring',
    price: LARGEST_PRICE,
    bearsVat: true,
  });
  const form = { companyName: 'Kano Foods Ltd', taxId: '01234567-0001', paymentTermsDays: 30, billingDay: 1 };
  expect((await page.context().request.put(`${origin}/api/staff/customers/${id}/company`, { data: form })).ok()).toBe(
    true,
  );
  for (let count = 0; count < 12; count++)
    await staff.write(`/api/staff/customers/${id}/charges`, { product: product.id, quantity: 100 });
  const { company } = await api.read<{ company: Company }>('/api/user/company');
  await year.elapse((Date.parse(company.nextInvoiceAt) - year.now().getTime()) / DAY_MS + 1 / 24);
  const invoices = () => api.read<InvoiceSummary[]>('/api/user/invoices');
  const monthly = async () => {
    await year.elapse(1 / 86_400);
    return (await invoices()).find(({ kind }) => kind === 'monthly')?.total;
  };
  await expect.poll(monthly, { timeout: 60_000 }).toBe(119_999_999_988);
  await own.clock.setFixedTime(year.now());

  await test.step('the customer is offered what the gateway takes at once', async () => {
    await own.goto(`${origin}/payment`);
    await waitForContent(own);
    await expect(own.getByLabel('Payment gateway')).toBeEnabled({ timeout: 30_000 });
    await own.getByLabel('Payment gateway').selectOption('paystack');
    await expect(own.getByText(/^Paystack takes at most ₦50,000,000,000 at once\./)).toContainText('₦69,999,999,988');
    await expect(own.getByRole('button', { name: 'Pay ₦50,000,000,000' })).toBeVisible();
    await year.look('large-part', own);
    await own.setViewportSize({ width: 320, height: 900 });
    expect(await findOverflow(own)).toEqual([]);
    await own.setViewportSize({ width: 1280, height: 900 });
    await own.getByLabel('Payment gateway').selectOption('flutterwave');
    await expect(own.getByRole('button', { name: 'Pay ₦119,999,999,988' })).toBeVisible();
  });

  await test.step('what the customer sees fits', async () => {
    const [{ invoiceNumber = '' } = {}] = await invoices();
    const pdf = await context.request.get(`${origin}/api/user/invoices/${invoiceNumber}/pdf`);
    year.keep('large-invoice.pdf', await pdf.body());
    await own.goto(`${origin}/api/user/invoices/${invoiceNumber}/page`);
    for (const width of [320, 1280]) {
      await own.setViewportSize({ width, height: 900 });
      expect(await findOverflow(own)).toEqual([]);
    }
    await year.look('large-invoice', own);
    for (let count = 0; count < 14; count++) {
      await staff.write(`/api/staff/customers/${id}/counter-payments`, {
        amount: LARGEST_ENTRY - 0.01,
        method: count % 2 === 0 ? 'deposit' : 'cash',
        outsideReference: `slip ${count}`,
        clientRequestId: `large-sum-${count}`,
      });
    }
    await look(own, 'large-dashboard', '/dashboard');
    await look(own, 'large-billing', '/profile?tab=billing');
    const [{ receiptNumber } = { receiptNumber: null }] = await api.payments();
    await look(own, 'large-receipt', `/receipts/${receiptNumber}`);
    const range = `from=2026-10-01&to=${year.now().toISOString().slice(0, 10)}`;
    year.keep(
      'large-statement.pdf',
      await (await context.request.get(`${origin}/api/user/account-statement/pdf?${range}`)).body(),
    );
  });

  await test.step('and what staff see', async () => {
    await page.clock.setFixedTime(year.now());
    await signIn(page.context(), origin, DEMO_STAFF);
    for (const [name, path] of [
      ['large-counter', `/admin/counter/${id}`],
      ['large-till', '/admin/counter'],
      ['large-customer', `/admin/customers/${id}`],
      ['large-payments', '/admin/payments'],
      ['large-accounting', '/admin/accounting'],
      ['large-overview', '/admin'],
      ['large-plans', '/admin/plans'],
    ] as const)
      await look(page, name, path);
  });
});
