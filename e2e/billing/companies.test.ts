import type { Company } from '@portal/contract/billing/companies';
import type { InvoiceSummary } from '@portal/contract/billing/invoices';
import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { apiOf, openYear } from '../fixtures/customers/year.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { expect, test } from '../fixtures/test.ts';

const DAY_MS = 24 * 3_600_000;

let portal: PortalForTests;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  portal = await openPortal({ TEST_CLOCK: 'on' });
});
test.afterAll(() => portal?.close());

test('a company gets one invoice for its lines, pays it with tax withheld, and sees its statement @long', async ({
  page,
  newDevice,
}) => {
  test.setTimeout(240_000);
  const year = openYear(portal, page);
  const context = await newDevice();
  const own = await context.newPage();
  const person = newPerson();
  const { id } = await registerPerson(context, portal.origin, person);
  const api = apiOf(context.request, portal.origin);
  const { id: planId } = await api.findPlan('Premium Fiber 100Mbps');
  for (const label of ['Head office', 'Depot']) await api.write('/api/user/lines', { label, planId });
  await signIn(page.context(), portal.origin, DEMO_STAFF);
  const main = page.getByRole('main');
  const company = async () => (await api.read<{ company: Company }>('/api/user/company')).company;
  const invoices = () => api.read<InvoiceSummary[]>('/api/user/invoices');

  await test.step('staff turn the account into a company on the customer’s page', async () => {
    await page.goto(`${portal.origin}/admin/customers/${id}`);
    await main.getByRole('button', { name: 'Bill as a company' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Company name').fill('Kano Foods Ltd');
    await dialog.getByLabel('TIN').fill('01234567-0001');
    await dialog.getByLabel('Purchase order').fill('PO 77');
    await dialog.getByRole('button', { name: 'Save company' }).click();
    await expectToast(page, 'Company', 'The company is saved.');
    await expect(main.getByRole('definition').filter({ hasText: 'Kano Foods Ltd' })).toBeVisible();
  });

  await test.step('its billing day brings one invoice, and the counter takes money with tax withheld', async () => {
    const days = (new Date((await company()).nextInvoiceAt).getTime() - year.now().getTime()) / DAY_MS;
    await year.elapse(days + 1 / 24);
    const issued = async () => {
      await year.elapse(1 / 86_400);
      return (await invoices()).length;
    };
    await expect.poll(issued, { timeout: 30_000 }).toBe(1);
    await own.clock.setFixedTime(year.now());
    await own.goto(`${portal.origin}/payment`);
    const [{ invoiceNumber = '' } = {}] = await invoices();
    await expect(own.getByRole('region', { name: 'Outstanding' }).getByText(invoiceNumber)).toBeVisible();
    await expect(own.getByRole('button', { name: /^Pay ₦/ })).toBeVisible();
    await expect(own.getByLabel('Payment gateway')).toBeVisible();
    await expect(own.getByRole('heading', { name: 'Auto-Pay', exact: true })).toBeHidden();
    await expect(own.getByText(/Home 20 Mbps|Choose Different Plan/)).toHaveCount(0);
    await expectUsable(own, [`${portal.origin}/payment`]);
    await year.look('company-payment', own);
    await page.goto(`${portal.origin}/admin/counter`);
    await main.getByRole('button', { name: 'Open shift' }).click();
    await page.goto(`${portal.origin}/admin/counter/${id}`);
    await main.getByRole('button', { name: /^5% of/ }).click();
    await expectUsable(page, [`${portal.origin}/admin/counter/${id}`]);
    await main.getByRole('button', { name: /^5% of/ }).click();
    await main.getByRole('radio', { name: 'Cash' }).check();
    await main.getByRole('button', { name: /^Record ₦/ }).click();
    await expect(main.getByText(/^Receipt RCT-/)).toBeVisible();
    expect(await invoices()).toMatchObject([{ kind: 'monthly', status: 'paid', outstanding: 0 }]);
  });

  await test.step('the tax awaits its document, which staff record', async () => {
    await expectUsable(page, [`${portal.origin}/admin/accounting`, `${portal.origin}/admin/customers/${id}`]);
    await main.getByRole('button', { name: 'Record the document' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Number of the credit note').fill('FIRS/2026/1');
    await dialog.getByLabel('Date of the credit note').fill('2026-12-20');
    await dialog.getByRole('button', { name: 'Record document' }).click();
    await expect(main.getByText('Document recorded')).toBeVisible();
  });

  await test.step('the company sees what it owes, its statement, and sets its purchase order', async () => {
    await own.clock.setFixedTime(year.now());
    await own.goto(`${portal.origin}/profile?tab=billing`);
    await expect(own.getByRole('heading', { name: 'One invoice for all lines' }).first()).toBeVisible();
    await expect(own.getByText('Nothing is outstanding.')).toBeVisible();
    await expect(own.getByRole('heading', { name: 'Auto-Pay', exact: true })).toBeHidden();
    await expect(own.getByRole('link', { name: 'Make Payment' })).toBeHidden();
    await expect(own.getByRole('row', { name: /Tax withheld/ })).toBeVisible();
    await own.goto(`${portal.origin}/payment`);
    await expect(own.getByText('Nothing to pay')).toBeVisible();
    await expect(own.getByText(/^Your next invoice comes on/)).toBeVisible();
    await expectUsable(own, [`${portal.origin}/payment`]);
    await year.look('company-nothing-to-pay', own);
    await own.goto(`${portal.origin}/profile?tab=billing`);
    await own.getByLabel('Purchase order').fill('PO 78');
    await own.getByRole('button', { name: 'Save for my invoices' }).click();
    await expectToast(own, 'Saved', /next invoice/);
    expect((await company()).purchaseOrder).toBe('PO 78');
    await expectUsable(own, [`${portal.origin}/profile?tab=billing`]);
  });
});
