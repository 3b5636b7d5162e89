import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { becomeAgent } from '../fixtures/support/console.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const sections = (page: Page) => page.getByRole('navigation', { name: 'Console', exact: true }).getByRole('link');

test('owners decide who may do what: each sees and reaches only that, and whoever is switched off is out', {
  tag: '@long',
}, async ({ page, context, portal, newDevice, watch }) => {
  const colleague = await becomeAgent(context, portal, 'Uche', 'technician');
  const name = `${colleague.firstName} ${colleague.lastName}`;
  const device = await newDevice();
  await signIn(device, portal.origin, DEMO_STAFF);
  const owner = await device.newPage();

  await test.step('a technician lands on the first page that is theirs, and is told why others are closed', async () => {
    await page.goto(`/admin`);
    await expect(page).toHaveURL(/\/admin\/tickets$/);
    await expect(sections(page)).toHaveText(['Tickets', 'Customers', 'Network']);
    await page.goto(`/admin/payments`);
    await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
    await expect(page.getByText('Your role in the console does not open this page.')).toBeVisible();
    await page.getByRole('link', { name: 'Go to Tickets' }).click();
    await expect(page.getByRole('heading', { name: 'Tickets' })).toBeVisible();
  });

  await test.step('a customer’s page has the actions that they may take, and no others', async () => {
    await page.goto(`/admin/customers?search=customer%40example.com`);
    await page.getByRole('main').getByRole('link', { name: 'Amina Bello' }).first().click();
    await expect(page.getByRole('button', { name: 'Create ticket' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send access again' })).toBeVisible();
    await expect(page.getByText('More', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Changes by staff' })).toHaveCount(0);
  });

  await test.step('an owner makes them an auditor, and their open page follows', async () => {
    await owner.goto('/admin/staff');
    const row = owner.getByRole('listitem').filter({ hasText: name });
    await row.getByRole('button', { name: /^Change roles/ }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: /^Technician/ }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Choose at least one role')).toBeVisible();
    await dialog.getByRole('checkbox', { name: /^Auditor/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(owner, name, 'The roles are changed.');
    await expect(row).toContainText('Auditor');
    await expect(sections(page).filter({ hasText: 'Operations' })).toBeVisible({ timeout: 10_000 });
    await expect(page.getByRole('button', { name: 'Create ticket' })).toHaveCount(0);
  });

  await test.step('an owner adds a colleague, who gets a mail', async () => {
    await owner.getByRole('button', { name: 'Add a colleague' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('First name').fill('Ngozi');
    await dialog.getByLabel('Last name').fill('Eze');
    await dialog.getByLabel('Email address').fill(`ngozi.${colleague.email}`);
    await dialog.getByRole('checkbox', { name: /^Support/ }).check();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expectToast(owner, 'Ngozi Eze');
    const row = owner.getByRole('listitem').filter({ hasText: `ngozi.${colleague.email}` });
    await expect(row).toContainText('Never');
  });

  await test.step('an owner changes what a role allows', async () => {
    await owner.getByRole('link', { name: 'Roles', exact: true }).click();
    await expect(owner.getByLabel('Owner: Staff: write')).toBeDisabled();
    await expect(owner.getByLabel('Auditor: Plans: write')).toBeDisabled();
    await owner.getByLabel('Technician: Referrals: read').check();
    await expect(owner.getByText('Changed and not saved: Technician')).toBeVisible();
    await owner.getByRole('button', { name: 'Save roles' }).click();
    await expectToast(owner, 'Roles saved');
    await owner.reload();
    await expect(owner.getByLabel('Technician: Referrals: read')).toBeChecked();
  });

  await test.step('whoever is switched off is led to the sign-in at once', async () => {
    watch.expectRefusal({ status: 401, path: /^\/api\// });
    await owner.getByRole('link', { name: 'People', exact: true }).click();
    const row = owner.getByRole('listitem').filter({ hasText: name });
    await row.getByRole('button', { name: /^Switch off/ }).click();
    await owner.getByRole('dialog').getByLabel('Reason').fill('Has left the company');
    await owner.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await expect(row).toContainText('Switched off');
    await expect(page).toHaveURL(/\/login/, { timeout: 10_000 });
  });
});

test('the pages of staff and their roles fit every screen', { tag: '@long' }, async ({ page, portal, newDevice }) => {
  await becomeAgent(await newDevice(), portal, 'Sani', 'technician');
  await signIn(page.context(), portal.origin, DEMO_STAFF);
  await expectUsable(page, ['/admin/staff', '/admin/staff/roles']);
});
