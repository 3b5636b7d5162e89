import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { WEBHOOK_PAGE, withWebhooks } from '../fixtures/screens/webhook-data.ts';
import { expect, test } from '../fixtures/test.ts';

test.beforeEach(async ({ context, portal }) => signIn(context, portal.origin, DEMO_STAFF));

test('staff create an endpoint, see its secret once, try it out, and read why the delivery failed', async ({
  page,
  watch,
}) => {
  await page.goto('/admin/webhooks');
  await expect(page.getByText('No program is told of anything yet')).toBeVisible();
  await page.getByRole('button', { name: 'New endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Choose at least one event')).toBeVisible();
  watch.expectRefusal({ status: 422, path: /^\/api\/staff\/webhook-endpoints$/ });
  await dialog.getByLabel('Address').fill('http://10.0.0.1/hooks');
  await dialog.getByLabel('Description').fill('Accounting');
  await dialog.getByLabel('invoice.paid').check();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('10.0.0.1 is in a private network')).toBeVisible();
  // Nobody has this name: the delivery fails on every machine, without leaving it.
  await dialog.getByLabel('Address').fill('http://nobody.invalid/hooks');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/whsec_/)).toHaveCount(0);

  await page.getByRole('link', { name: 'Accounting' }).click();
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await expectToast(page, 'Webhook endpoint', 'The test event is on its way.');
  const row = page.getByRole('region', { name: 'Deliveries' }).getByRole('listitem').first();
  await expect(row).toContainText('Retrying', { timeout: 20_000 });
  await row.getByRole('button', { name: /^Show: webhook\.test/ }).click();
  await expect(row.getByRole('group', { name: 'Body' })).toContainText('"type": "webhook.test"');
  await expect(row.getByRole('list')).toContainText(/There is no such host|could not be looked up/);

  await page.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('It is told of nothing while it is off.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/admin/webhooks');
  await expect(page.getByText('No program is told of anything yet')).toBeVisible();
});

test('an endpoint and its deliveries fit every screen', { tag: '@long' }, async ({ page }) => {
  await page.goto('/admin/webhooks');
  await withWebhooks(page);
  await expectUsable(page, ['/admin/webhooks', WEBHOOK_PAGE]);
  await page
    .getByRole('button', { name: /^Show: / })
    .nth(1)
    .click();
  await expect(page.getByText('Down for maintenance')).toBeVisible();
});
