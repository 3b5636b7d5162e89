import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { decisionButton, openCheckout } from '../fixtures/customers/hosted-checkout.ts';
import { apiOf } from '../fixtures/customers/year.ts';
import { expect, test } from '../fixtures/test.ts';

test('a customer adds a line, pays for it, and sees each line by itself; with one line there is no choice', async ({
  page,
  subscriber: _subscriber,
}) => {
  await page.goto('/dashboard');
  const chooser = page.getByRole('combobox', { name: 'Line' });
  await expect(page.getByText('Home 20 Mbps').first()).toBeVisible();
  await expect(chooser).toHaveCount(0);

  await test.step('the line is added with its plan, and paid for', async () => {
    await page.goto('/profile?tab=account');
    await expect(page.getByRole('region', { name: 'Lines' }).getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: 'Add a line' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the line').fill('Shop');
    await dialog.getByLabel('Where it is (optional)').fill('Second gate, blue door');
    await dialog.getByLabel('Plan').selectOption({ label: 'Premium Fiber 100Mbps, ₦25,000' });
    await dialog.getByRole('button', { name: 'Add and pay for it' }).click();
    await expect(page).toHaveURL('/payment');
    await expect(chooser.locator('option:checked')).toHaveText('Shop');
    await expect(page.getByRole('heading', { level: 2, name: 'Premium Fiber 100Mbps' })).toBeVisible();
    const checkout = await openCheckout(page, 'paystack');
    const closed = checkout.waitForEvent('close');
    await decisionButton(checkout, 'Approve').click();
    await closed;
    await expectToast(page, 'Payment Successful', '₦25,000 received.');
  });

  await test.step('the heading chooses between them, and each shows its own plan', async () => {
    await page.goto('/dashboard');
    await expect(chooser.locator('option:checked')).toHaveText('Shop');
    await expect(page.getByText('Premium Fiber 100Mbps').first()).toBeVisible();
    await chooser.selectOption({ label: 'Line 1' });
    await expect(page.getByText('Home 20 Mbps').first()).toBeVisible();
    await expect(page.getByText('Premium Fiber 100Mbps')).toHaveCount(0);
  });

  await test.step('so do the plans, where each line has its own', async () => {
    await page.goto('/plans');
    await expect(chooser.locator('option:checked')).toHaveText('Line 1');
    await chooser.selectOption({ label: 'Shop' });
    await expect(page.getByRole('article').filter({ hasText: 'Your plan' })).toContainText('Premium Fiber 100Mbps');
  });
});

test('of two lines one is paused and the other is not, and staff see each by itself', { tag: '@long' }, async ({
  page,
  subscriber,
  portal,
  newDevice,
}) => {
  const api = apiOf(page.context().request, portal.origin);
  const { id: planId } = await api.findPlan('Premium Fiber 100Mbps');
  await api.write('/api/user/lines', { label: 'Shop', planId });

  await test.step('the customer pauses one', async () => {
    await page.goto('/dashboard?tab=subscription');
    await page.getByRole('combobox', { name: 'Line' }).selectOption({ label: 'Line 1' });
    await page.getByRole('button', { name: 'Pause my line' }).click();
    await page.getByRole('dialog').getByLabel('For how many days?').fill('10');
    await page.getByRole('dialog').getByRole('button', { name: 'Pause my line' }).click();
    await expectToast(page, 'Paused');
    await page.goto('/profile?tab=account');
    const rows = page.getByRole('region', { name: 'Lines' }).getByRole('listitem');
    await expect(rows.filter({ hasText: 'Line 1' })).toContainText('Suspended');
    await expect(rows.filter({ hasText: 'Shop' })).toContainText('Awaiting payment');
  });

  await test.step('staff see both', async () => {
    const office = await newDevice();
    await signIn(office, portal.origin, DEMO_STAFF);
    const desk = await office.newPage();
    await desk.goto(`/admin/customers?search=${encodeURIComponent(subscriber.email)}`);
    await desk.getByRole('link', { name: /Ngozi/ }).click();
    const picker = desk.getByLabel('Shown on this page');
    await picker.selectOption({ label: 'Shop, Premium Fiber 100Mbps' });
    await expect(desk).toHaveURL(/\?line=\d+$/);
    await expect(
      desk.getByRole('region', { name: 'Line', exact: true }).getByText('Awaiting payment').first(),
    ).toBeVisible();
    await picker.selectOption({ label: 'Line 1, Home 20 Mbps' });
    await expect(desk.getByRole('region', { name: 'Line', exact: true }).getByText('Suspended').first()).toBeVisible();
  });
});
