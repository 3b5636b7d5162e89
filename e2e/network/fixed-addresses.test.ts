import { listRadiusActions, type RadiusAction } from '@portal/contract/network/access';
import { accountingBody } from '../../apps/server/src/network/accounting/packet.factory.ts';
import { findBarriers } from '../fixtures/browser/accessibility.ts';
import { DEMO_CUSTOMER, DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { type AccessServer, openAccessServer } from '../fixtures/network/access-server.ts';
import { NETWORK_TOKEN } from '../fixtures/network/network.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const LOGIN = 'demo@fibre';

test.describe.configure({ mode: 'serial', timeout: 150_000 });
// The portal of the other tests is not needed.
test.use({ baseURL: 'http://127.0.0.1' });

let nas: AccessServer;
let portal: PortalForTests;
let movedMs = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  nas = await openAccessServer();
  nas.behave('obeys');
  portal = await openPortal({ TEST_CLOCK: 'on', NETWORK_TOKEN, NAS_SECRETS: nas.setting });
});
test.afterAll(async () => {
  await portal?.close();
  nas?.close();
});

/** Advances the portal's clock, and runs the jobs that are due by then. */
async function elapse(forwardMs: number): Promise<void> {
  const answer = await fetch(`${portal.origin}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ forwardMs }),
  });
  expect(answer.ok).toBe(true);
  movedMs += forwardMs;
}

const asNetwork = (path: string, body: object) =>
  fetch(`${portal.origin}/api/network/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${NETWORK_TOKEN}` },
    body: JSON.stringify(body),
  });

async function connects(): Promise<Record<string, unknown>> {
  const answer = await asNetwork('authorize', { 'User-Name': { type: 'string', value: [LOGIN] } });
  return (await answer.json()) as Record<string, unknown>;
}

async function chooseFixedAddress(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Actions' }).getByText('More', { exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Fixed address' }).click();
}

test('staff offer fixed addresses, add a pool and give a line one; its customer sees it, and it reconnects once', {
  tag: '@long',
}, async ({ page, context, newDevice }) => {
  await signIn(context, portal.origin, DEMO_STAFF);
  await page.goto(`${portal.origin}/admin/network/addresses`);
  // That of the demo data would be asked first.
  await page.getByRole('button', { name: 'Retire: Fixed, Abuja' }).click();
  await expect(page.getByRole('button', { name: 'Use again: Fixed, Abuja' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a pool' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Fixed, Lagos');
  await dialog.getByLabel('Network').fill('102.89.4.1/29');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('with no bits after its length')).toBeVisible();
  await dialog.getByLabel('Network').fill('102.89.4.0/29');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('0 taken, 6 free of 6, next 102.89.4.1')).toBeVisible();
  await expectUsable(page, [`${portal.origin}/admin/network/addresses`]);
  expect(await findBarriers(page)).toEqual([]);

  await page.goto(`${portal.origin}/admin/plans`);
  await page.getByRole('button', { name: 'Retire: Fixed IPv4 address' }).click();
  await page.getByRole('button', { name: 'Offer again: Fixed IPv4 address' }).click();
  await expect(page.getByRole('button', { name: 'Retire: Fixed IPv4 address' })).toBeVisible();

  const at = new Date(Date.now() + movedMs);
  const online = { username: LOGIN, sessionId: 'before', nas: nas.address, at, seconds: 0 };
  expect((await asNetwork('accounting', accountingBody(online))).status).toBe(204);
  await page.goto(`${portal.origin}/admin/customers?search=${encodeURIComponent(DEMO_CUSTOMER.email)}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Amina Bello/ })
    .first()
    .click();
  await chooseFixedAddress(page);
  await expect(dialog.getByText('₦5,000 a month with the plan')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Gave a fixed address')).toBeVisible();

  expect(nas.heard).toEqual([]);
  await elapse(30_000);
  await expect.poll(() => nas.heard.map(({ kind }) => kind), { timeout: 20_000 }).toEqual(['disconnect']);
  expect(await connects()).toMatchObject({ 'reply:Framed-IP-Address': '102.89.4.1' });

  const device = await newDevice();
  await signIn(device, portal.origin, DEMO_CUSTOMER);
  const home = await device.newPage();
  await home.goto(`${portal.origin}/dashboard?tab=subscription`);
  const own = home.getByRole('region', { name: 'Fixed address' });
  await expect(own.getByText('102.89.4.1')).toBeVisible();
  await expect(own.getByText('₦5,000 a month')).toBeVisible();
  await expect(home.getByText('Fixed IPv4 address, one month').first()).toBeVisible();

  await chooseFixedAddress(page);
  await dialog.getByLabel('What to do').selectOption({ label: 'End it with the paid time' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await home.reload();
  await expect(own.getByText('It ends with your paid time on')).toBeVisible();
  await elapse(60_000);
  const actions = (await (await page.request.get(portal.origin + listRadiusActions.path)).json()) as RadiusAction[];
  expect(actions.map(({ kind, reason, state }) => [kind, reason, state])).toEqual([
    ['disconnect', 'address-changed', 'done'],
  ]);
  expect(nas.heard).toHaveLength(1);
});
