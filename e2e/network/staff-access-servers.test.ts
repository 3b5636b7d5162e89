import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { openAccessServer } from '../fixtures/network/access-server.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { expect, test } from '../fixtures/test.ts';

const SERVERS = '/admin/network/servers';
const PROFILES = '/admin/network/profiles';

test.beforeEach(async ({ context, portal }) => signIn(context, portal.origin, DEMO_STAFF));

test('an access server is added and tested, says in words what is wrong and then that all is right, and gets a new secret in a turn', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(90_000);
  const nas = await openAccessServer();
  const { port, secret } = nas;
  await page.goto(SERVERS);
  const row = page.getByRole('listitem').filter({ hasText: 'lab-1' });
  await page.getByRole('button', { name: 'Add an access server' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('lab-1');
  await dialog.getByLabel('Address').fill('127.0.0.1');
  await dialog.getByLabel('Vendor profile').selectOption({ label: 'MikroTik' });
  await dialog.getByLabel('Port for Disconnect and CoA').fill(String(port));
  await dialog.getByLabel('Secret').fill('abc');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Use 16 to 64 letters')).toBeVisible();
  await dialog.getByLabel('Secret').fill(secret);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(row).toContainText('Not heard yet');

  await row.getByRole('button', { name: 'Test lab-1' }).click();
  await expect(row.getByRole('status').filter({ hasText: 'Nothing came from 127.0.0.1' })).toContainText('firewall', {
    timeout: 15_000,
  });
  nas.behave('obeys');
  await row.getByRole('button', { name: 'Test lab-1' }).click();
  await expect(row.getByText('All is right')).toBeVisible();

  await row.getByRole('button', { name: 'New secret for lab-1' }).click();
  await dialog.getByLabel('Secret').fill('the-next-secret-of-it');
  await dialog.getByRole('button', { name: 'Turn the secret' }).click();
  await expect(row).toContainText('Secret is being turned');
  await row.getByRole('button', { name: 'Test lab-1' }).click();
  await expect(row.getByText('It still has the secret before the turn.')).toBeVisible({ timeout: 15_000 });
  await row.getByRole('button', { name: 'End the turn' }).click();
  await dialog.getByRole('button', { name: 'End the turn' }).click();
  await expect(row).not.toContainText('Secret is being turned');
  await expectUsable(page, [SERVERS]);

  await row.getByRole('button', { name: 'Retire lab-1' }).click();
  await dialog.getByRole('button', { name: 'Retire' }).click();
  await expect(row).toHaveCount(0);
  nas.close();
});

test('a vendor profile is copied and edited with a preview for a plan, and a line that would break out is refused with a sentence', async ({
  page,
  watch,
}) => {
  watch.expectRefusal({ status: 422, path: /^\/api\/staff\/vendor-profiles/ });
  await page.goto(PROFILES);
  await page.getByRole('link', { name: 'Huawei' }).click();
  const preview = page.getByRole('region', { name: 'What a line gets' });
  await preview.getByLabel('Plan').selectOption({ label: 'Home 50 Mbps' });
  await expect(preview).toContainText('Huawei-Output-Average-Rate = 50000000');

  await page.getByRole('button', { name: 'Copy' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the copy').fill('Huawei by profiles');
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('heading', { name: 'Huawei by profiles' })).toBeVisible();
  await page.getByLabel('Speed', { exact: true }).fill('Huawei-Qos-Profile-Name = home-{downMbps}m');
  await preview.getByLabel('Plan').selectOption({ label: 'Home 50 Mbps' });
  await expect(preview).toContainText('Huawei-Qos-Profile-Name = home-50m');
  await page.getByLabel('Pool', { exact: true }).fill('Framed-Pool = %{User-Password}');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Framed-Pool may not have %').first()).toBeVisible();
  await expect(page.getByLabel('Pool', { exact: true })).toBeFocused();
  await page.getByLabel('Pool', { exact: true }).fill('Framed-Pool = {pool}');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Lines get it from their next authorisation')).toBeVisible();
  await expectUsable(page, [page.url()]);
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('link', { name: 'Huawei by profiles' })).toHaveCount(0);
});
