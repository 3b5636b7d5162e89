import { randomUUID } from 'node:crypto';
import { expectToast } from '../fixtures/browser/toast.ts';
import { choosePlan, DEMO_STAFF, newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { expect, test } from '../fixtures/test.ts';

test('an announcement is counted, confirmed, and appears at the bell of its recipient’s open page', {
  tag: '@long',
}, async ({ page, context, portal, newDevice }) => {
  await signIn(context, portal.origin, DEMO_STAFF);
  // A plan of this test's own, so that no other customer is notified.
  const name = `Weekend ${randomUUID().slice(0, 6)}`;
  const offer = { region: 'lagos', name, downloadMbps: 30, dataLimitGb: null, price: 9000, type: 'residential' };
  const created = await context.request.post(`${portal.origin}/api/staff/plans`, { data: { ...offer, features: [] } });
  const { plan } = (await created.json()) as { plan: { id: string } };
  const device = await newDevice();
  await registerPerson(device, portal.origin, newPerson());
  await choosePlan(device, portal.origin, name);
  await context.request.put(`${portal.origin}/api/staff/plans/${plan.id}/active`, { data: { active: false } });
  const customer = await device.newPage();
  await customer.goto('/plans');
  const bell = customer.locator('summary', { hasText: 'Notices' }).filter({ visible: true });
  await bell.click();
  const notices = customer.getByRole('region', { name: 'Notices', exact: true }).filter({ visible: true });
  await expect(notices.getByText('Nothing has happened yet')).toBeVisible();

  await page.goto('/admin/announcements');
  await page.getByRole('link', { name: 'New announcement' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Write a title', { exact: true })).toBeVisible();
  await expect(page.getByLabel('What it is')).toBeFocused();
  await page.getByLabel('What it is').selectOption('service');
  await page.getByLabel('Who gets it').selectOption(`plan:${plan.id}`);
  await expect(page.getByText('1 customer will see it at the bell.')).toBeVisible();
  await page.getByLabel('Title').fill('New router in Marina');
  await page.getByLabel('Text').fill('It is quicker.\nThere is nothing to do.');
  await page.getByLabel('Leads to').fill('/status');
  await expect(page.getByRole('region', { name: 'At the bell' })).toContainText('New router in Marina');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 1 customer' }).click();
  await expectToast(page, 'New router in Marina', 'It is on its way.');

  await expect(bell).toContainText('Notices, 1 unread');
  await expect(notices.getByRole('link', { name: 'New router in Marina' })).toContainText('It is quicker.');
  await notices.getByRole('link', { name: 'New router in Marina' }).click();
  await expect(customer).toHaveURL('/status');
  const entry = page.getByRole('listitem').filter({ hasText: `Customers on ${name}` });
  await expect(entry).toContainText('Delivered to 1 customer');
  await expectUsable(page, ['/admin/announcements']);
});
