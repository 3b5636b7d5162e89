import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Company } from '@portal/contract/billing/companies';
import type { InvoiceSummary } from '@portal/contract/billing/invoices';
import type { LineView } from '@portal/contract/billing/lines';
import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, newPerson, type Person, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { fillRegistration } from '../fixtures/customers/registration-form.ts';
import { apiOf, openYear } from '../fixtures/customers/year.ts';
import { waitForLink } from '../fixtures/portal/outbox.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { type BrowserContext, expect, type Locator, type Page, test } from '../fixtures/test.ts';

const DAY_MS = 24 * 3_600_000;
const SITES = ['Head office', 'Depot', 'Warehouse', 'Shop', 'Guest house'];
const PLAN = 'Home 20 Mbps';
const SLIP = {
  name: 'slip.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

let portal: PortalForTests;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  portal = await openPortal({ TEST_CLOCK: 'on' });
});
test.afterAll(() => portal?.close());

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog');
const inDays = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** The text of the file that a link of the page downloads. */
async function textOf(page: Page, link: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return readFileSync(await download.path(), 'latin1');
}

async function importFile(page: Page, kind: string, text: string, rows: number): Promise<void> {
  await page.goto(`${portal.origin}/admin/imports`);
  await page.getByLabel('What is in the file').selectOption(kind);
  const file = { name: `${kind}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByLabel('Source').fill(`old ${randomUUID().slice(0, 8)}`);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: rows === 1 ? 'Import this row' : 'Import these rows' }).click();
  await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible();
  const imported = page
    .getByRole('term')
    .filter({ hasText: /^Imported$/ })
    .first();
  await expect(imported.locator('xpath=following-sibling::*[1]')).toHaveText(String(rows));
}

/** Somebody registers by the link in the mail that invites them, and joins the account. */
async function join(device: BrowserContext, person: Person): Promise<void> {
  const page = await device.newPage();
  await page.goto(await waitForLink(portal.origin, person.email, '/account-invitation'));
  await expect(page.getByRole('heading', { level: 1, name: 'You are invited' })).toBeVisible();
  await page.getByRole('link', { name: 'Create Account' }).click();
  await fillRegistration(page, person);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expectToast(page, 'Welcome to the account');
  await page.close();
}

test('the life of a company: registered at the counter, five lines, three people, one invoice, a slip with tax withheld, a pause, a refund by two people, and everything as files @long', async ({
  page,
  newDevice,
}) => {
  test.setTimeout(300_000);
  const year = openYear(portal, page);
  const owners = await newDevice();
  const billers = await newDevice();
  const [owner, billing, technical] = [newPerson('Halima'), newPerson('Bola'), newPerson('Tunde')];
  const api = apiOf(owners.request, portal.origin);
  await signIn(page.context(), portal.origin, DEMO_STAFF);
  let id = '';
  const customer = (search = '') => `${portal.origin}/admin/customers/${id}${search}`;
  const invoices = () => api.read<InvoiceSummary[]>('/api/user/invoices');

  await test.step('somebody is registered at the counter, and chooses a password by the link in the mail', async () => {
    await page.goto(`${portal.origin}/admin/counter`);
    await main(page).getByRole('button', { name: 'Open shift' }).click();
    await main(page).getByRole('button', { name: 'New customer' }).click();
    await dialog(page).getByLabel('First name').fill(owner.firstName);
    await dialog(page).getByLabel('Last name').fill(owner.lastName);
    await dialog(page).getByLabel('Email').fill(owner.email);
    await dialog(page).getByRole('button', { name: 'Register' }).click();
    await expect(page).toHaveURL(/\/admin\/counter\/\d+$/);
    id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const own = await owners.newPage();
    await own.goto(await waitForLink(portal.origin, owner.email, '/reset-password'));
    await own.getByLabel('New Password', { exact: true }).fill(owner.password);
    await own.getByLabel('Confirm New Password').fill(owner.password);
    await own.getByRole('button', { name: 'Change Password' }).click();
    await expect(own).toHaveURL(/\/login$/);
    await own.getByLabel('Email Address').fill(owner.email);
    await own.getByLabel('Password', { exact: true }).fill(owner.password);
    await own.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expectToast(own, 'Login successful');
    await own.close();
  });

  await test.step('staff bill the account as a company, with TIN, terms, purchase order and contact for bills', async () => {
    await main(page).getByRole('link', { name: 'Customer’s page' }).click();
    // The counter, which stays until that page has arrived, has a button of the same name.
    await expect(main(page).getByText('Each line is paid for by itself.')).toBeVisible();
    await main(page).getByRole('button', { name: 'Bill as a company' }).click();
    const details = {
      'Company name': 'Kano Foods Ltd',
      TIN: '01234567-0001',
      'Payment terms in days': '30',
      'Purchase order': 'PO 77',
      'Contact for bills': 'Accounts payable',
      'Their email address': billing.email,
    };
    for (const [label, value] of Object.entries(details)) await dialog(page).getByLabel(label).fill(value);
    await dialog(page).getByRole('button', { name: 'Save company' }).click();
    await expectToast(page, 'Company', 'The company is saved.');
    for (const shown of ['Kano Foods Ltd', '01234567-0001', '30 days', 'PO 77', `Accounts payable, ${billing.email}`])
      await expect(main(page).getByRole('definition').filter({ hasText: shown })).toBeVisible();
  });

  await test.step('five lines and a balance come from files of the old system', async () => {
    const until = inDays(year.now(), 3);
    const rows = SITES.map((site) => `${owner.email},${PLAN},${until},${site}`);
    await importFile(page, 'lines', ['customer,plan,paid until,label', ...rows].join('\n'), SITES.length);
    await importFile(page, 'balances', `customer,balance\n${owner.email},2500\n`, 1);
    const lines = await api.read<LineView[]>('/api/user/lines');
    expect(lines.map(({ label }) => label).toSorted()).toEqual(SITES.toSorted());
  });

  await test.step('the owner invites one person for bills and one for the lines, who come by the links in their mails', async () => {
    const own = await owners.newPage();
    await own.goto(`${portal.origin}/profile?tab=account`);
    for (const [person, role, device] of [
      [billing, /^Bills/, billers],
      [technical, /^Lines and tickets/, await newDevice()],
    ] as const) {
      await own.getByLabel('Email').fill(person.email);
      await own.getByRole('radio', { name: role }).check();
      await own.getByRole('button', { name: 'Send the invitation' }).click();
      await expect(own.getByRole('button', { name: `Withdraw the invitation to ${person.email}` })).toBeVisible();
      await join(device, person);
      await expect(own.getByText(person.email, { exact: true })).toBeVisible();
    }
    await own.close();
  });

  let invoice: InvoiceSummary;
  await test.step('its billing day brings one invoice for all five lines, from which the balance is taken', async () => {
    const { company } = await api.read<{ company: Company }>('/api/user/company');
    await year.elapse((Date.parse(company.nextInvoiceAt) - year.now().getTime()) / DAY_MS + 1 / 24);
    const issued = async () => {
      await year.elapse(1 / 86_400);
      return (await invoices()).map(({ total, outstanding }) => total - (outstanding ?? 0));
    };
    await expect.poll(issued, { timeout: 30_000 }).toEqual([2500]);
    [invoice] = (await invoices()) as [InvoiceSummary];
    const own = await owners.newPage();
    await own.clock.setFixedTime(year.now());
    await own.goto(`${portal.origin}/api/user/invoices/${invoice.invoiceNumber}/page`);
    for (const site of [...SITES, 'PO 77', 'Kano Foods Ltd', '01234567-0001'])
      await expect(own.getByText(site).first()).toBeVisible();
    await own.close();
    await year.told(billing.email, new RegExp(invoice.invoiceNumber));
  });

  let reference = '';
  await test.step('it pays by transfer: the counter takes the slip with its photo and number, 5% of it withheld', async () => {
    await page.goto(`${portal.origin}/admin/counter/${id}`);
    await expect(main(page).getByRole('heading', { name: 'Kano Foods Ltd' })).toBeVisible();
    await main(page)
      .getByRole('button', { name: /^5% of/ })
      .click();
    await main(page).getByRole('radio', { name: 'Deposit' }).check();
    await main(page).getByLabel('Number on the slip').fill('NIP/2026/0042');
    await main(page).getByLabel('Photo of the slip').setInputFiles(SLIP);
    await expect(main(page).getByRole('button', { name: 'Photo attached. Take another' })).toBeVisible();
    await year.look('company-counter');
    await main(page)
      .getByRole('button', { name: /^Record ₦/ })
      .click();
    const taken = main(page).getByText(/^Receipt RCT-/);
    await expect(taken).toBeVisible();
    reference = (await taken.textContent())?.split('payment ').at(-1) ?? '';
    expect(await invoices()).toMatchObject([{ kind: 'monthly', status: 'paid', outstanding: 0 }]);
    await expect(main(page).getByText('Nothing is due.', { exact: false })).toBeVisible();
  });

  await test.step('one line is paused for the customer, and comes back; the others stay on', async () => {
    const depot = (await api.read<LineView[]>('/api/user/lines')).find(({ label }) => label === 'Depot');
    const states = async () => {
      const all = await api.read<LineView[]>('/api/user/lines');
      return Object.fromEntries(all.map(({ label, status }) => [label, status]));
    };
    await page.goto(customer(`?line=${depot?.id}`));
    await main(page).getByRole('button', { name: 'Pause the line' }).click();
    await dialog(page).getByLabel('Reason').fill('Closed for repairs');
    await dialog(page).getByRole('button', { name: 'Pause the line' }).click();
    await expect(main(page).getByRole('button', { name: 'End the pause' })).toBeVisible();
    expect(await states()).toMatchObject({ Depot: 'suspended', Shop: 'active' });
    await year.elapse(8);
    await page.goto(customer(`?line=${depot?.id}`));
    await main(page).getByRole('button', { name: 'End the pause' }).click();
    await dialog(page).getByLabel('Reason').fill('Open again');
    await dialog(page).getByRole('button', { name: 'End the pause' }).click();
    await expect(main(page).getByRole('button', { name: 'Pause the line' })).toBeVisible();
    expect(await states()).toMatchObject({ Depot: 'active', Shop: 'active' });
  });

  await test.step('the payment is refunded by two people, since it is large', async () => {
    await page.goto(`${portal.origin}/admin/payments/${reference}`);
    await page.getByRole('button', { name: /^Refund ₦/ }).click();
    await expect(dialog(page)).toContainText('a second person has to approve it first');
    await expect(dialog(page)).toContainText('credit note');
    await expect(dialog(page)).not.toContainText('It had become account credit');
    await expect(dialog(page)).toContainText('of tax that was withheld with it is taken back too');
    await dialog(page).getByLabel('Reason').fill('Paid to the wrong supplier');
    await dialog(page).getByRole('button', { name: 'Ask for approval' }).click();
    await expect(main(page).getByText('Waits for approval')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve refund' })).toHaveCount(0);
    const device = await newDevice();
    const second = newPerson('Bolanle');
    await registerPerson(device, portal.origin, second);
    await portal.makeStaff(second.email);
    const other = await device.newPage();
    await other.clock.setFixedTime(year.now());
    await other.goto(`${portal.origin}/admin/payments/${reference}`);
    await other.getByRole('button', { name: 'Approve refund' }).click();
    await dialog(other).getByLabel('Reason').fill('Seen in the bank’s list');
    await dialog(other).getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(main(other).getByText('Approved by Bolanle Eze')).toBeVisible();
    await main(other).getByRole('button', { name: 'Record a transfer' }).click();
    await dialog(other).getByLabel('The bank’s number of the transfer').fill('NIP 4711');
    await dialog(other).getByRole('button', { name: 'Record' }).click();
    await expect(main(other).getByText(/Transferred, number NIP4711 at the bank/)).toBeVisible();
    expect((await invoices())[0]?.creditNotes).toHaveLength(1);
    await other.close();
  });

  await test.step('the files of all customers have the company, its lines, its invoice and its payment', async () => {
    await page.goto(`${portal.origin}/admin/exports`);
    const file = (title: string) => textOf(page, page.getByRole('link', { name: `${title} as CSV`, exact: true }));
    expect(await file('Customers')).toContain(owner.email);
    const lines = await file('Lines');
    for (const site of SITES) expect(lines).toContain(site);
    expect(await file('Invoices')).toContain(invoice.invoiceNumber);
    expect(await file('Payments')).toContain(reference);
    expect(await file('Refunds')).toContain(reference);
  });

  await test.step('the statement of account has it all, on the customer’s page and as files', async () => {
    await page.goto(customer());
    const statement = main(page).getByRole('region', { name: 'Statement of account' });
    for (const entry of [/^Invoice/, /^Payment/, /^Tax withheld/, /^Credit note/, /^Refund/])
      await expect(statement.getByRole('cell', { name: entry }).first()).toBeVisible();
    const csv = await textOf(page, statement.getByRole('link', { name: 'CSV' }));
    expect(csv).toContain(invoice.invoiceNumber);
    expect(csv).toContain('Closing balance');
    expect((await textOf(page, statement.getByRole('link', { name: 'PDF' }))).slice(0, 5)).toBe('%PDF-');
    await expect(main(page).getByText('Kano Foods Ltd').first()).toBeVisible();
    await year.look('company-customer');
  });

  await test.step('the person for bills sees the same on their own page', async () => {
    const bills = await billers.newPage();
    await bills.clock.setFixedTime(year.now());
    await bills.goto(`${portal.origin}/profile?tab=billing`);
    await expect(bills.getByText(invoice.invoiceNumber).first()).toBeVisible();
    await expect(bills.getByRole('row', { name: /Credit note/ })).toBeVisible();
    await year.look('company-bills', bills);
    await bills.close();
  });

  await test.step('the ledger adds up, and every account has a name for people', async () => {
    await page.goto(`${portal.origin}/admin/accounting`);
    const ledger = main(page).getByRole('region', { name: 'Ledger' });
    await expect(ledger.getByText(/^The ledger is balanced/)).toBeVisible();
    await expect(ledger.getByRole('row', { name: /^All together/ })).toContainText('₦0');
    await expect(ledger.getByRole('row', { name: /^Tax withheld by companies/ })).toBeVisible();
    expect(await portal.brokenInvariants()).toEqual([]);
  });
});
