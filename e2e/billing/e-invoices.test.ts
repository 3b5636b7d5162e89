import { findBarriers } from '../fixtures/browser/accessibility.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import {
  accountOf,
  choosePlan,
  DEMO_STAFF,
  newPerson,
  registerPerson,
  signIn,
} from '../fixtures/customers/customer.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { test as base, expect } from '../fixtures/test.ts';

/** Documents are registered with the sandbox's tax authority. */
const test = base.extend<object, { portal: PortalForTests }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads this pattern to learn what the fixture needs.
    async ({}, use) => {
      const portal = await openPortal({ EINVOICING: 'on', SELLER_TAX_ID: '01234567-0001' });
      await use(portal);
      await portal.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const PAGE = '/admin/accounting/e-invoices';
const SENTENCE = 'invoicerequest.invoice.taxpointdate must be a valid date value yyyy-mm-dd';

test('a customer reads the number of their paid invoice at the tax authority; what it refuses staff read, mend and send again', {
  tag: '@long',
}, async ({ page, portal, subscriber: _subscriber, newDevice }) => {
  const bill = page.getByRole('region', { name: 'Invoices' }).getByRole('listitem');
  await test.step('the paid invoice is registered, and downloaded as XML', async () => {
    await page.goto('/profile?tab=billing');
    await expect(bill).toContainText(/Registered with the tax authority: INV\d{10}-94ND90NR-\d{8}/, {
      timeout: 20_000,
    });
    const download = page.waitForEvent('download');
    await bill.getByRole('link', { name: /XML$/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^INV-\d{4}-\d{6}\.xml$/);
    expect(await findBarriers(page)).toEqual([]);
  });

  await portal.sandbox.addFault({
    gateway: 'authority',
    operation: 'register',
    mode: 'decline',
    reason: SENTENCE,
    times: 1,
  });
  const device = await newDevice();
  const person = newPerson('Amarachi');
  await registerPerson(device, portal.origin, person);
  await choosePlan(device, portal.origin, 'Home 20 Mbps');
  const account = accountOf(device, portal.origin);
  const reference = await account.openPayment('Home 20 Mbps', person.email);
  await portal.sandbox.decide(reference, 'approve');
  await account.verify(reference);

  const desk = await newDevice();
  await signIn(desk, portal.origin, DEMO_STAFF);
  const staff = await desk.newPage();
  const main = staff.getByRole('main');
  await test.step('the home of the console leads to what was refused', async () => {
    await expect(async () => {
      await staff.goto('/admin');
      await expect(main.getByText('Document refused by the tax authority')).toBeVisible({ timeout: 2000 });
    }).toPass();
    await main.getByRole('link', { name: 'Document refused by the tax authority' }).click();
  });
  const refused = main.getByRole('list', { name: 'Documents' }).getByRole('listitem');
  await expect(refused).toContainText(`The authority refuses it: ${SENTENCE}`);
  await expect(refused).toContainText('Field: taxpointdate');
  await expectUsable(staff, [`${PAGE}?state=refused`, PAGE]);
  await main.getByRole('button', { name: 'Test the provider' }).click();
  await expect(main.getByText('Interswitch answers and takes the keys.')).toBeVisible();

  await test.step('meanwhile the customer reads that it is being registered', async () => {
    const theirs = await device.newPage();
    await theirs.goto('/profile?tab=billing');
    await expect(theirs.getByText('Being registered with the tax authority')).toBeVisible();
    await theirs.close();
  });

  await test.step('it is sent again from the page of operations, and is registered', async () => {
    await staff.goto('/admin/operations');
    await main.getByRole('button', { name: /^Retry: INV-/ }).click();
    await expectToast(staff, /^INV-/, 'It is sent again now.');
    await expect(main.getByText('The tax authority takes our documents.')).toBeVisible({ timeout: 20_000 });
    await staff.goto(`${PAGE}?state=registered`);
    await expect(main.getByRole('listitem').filter({ hasText: 'Amarachi' })).toContainText(/INV\d{10}-94ND90NR-\d{8}/);
    await main.getByRole('link', { name: /^Amarachi/ }).click();
    await expect(main.getByRole('list', { name: 'Papers' }).getByText('Registered')).toBeVisible();
  });
});
