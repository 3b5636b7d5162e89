import { accountingBody } from '../../apps/server/src/network/accounting/packet.factory.ts';
import { DEMO_CUSTOMER, DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { NETWORK_TOKEN } from '../fixtures/network/network.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { expect, test } from '../fixtures/test.ts';

const [OURS, THEIRS] = ['AA:BB:CC:0D:0E:01', 'AA:BB:CC:0D:0E:02'];

test.describe.configure({ timeout: 120_000 });
// The portal of the other tests is not needed.
test.use({ baseURL: 'http://127.0.0.1' });

let portal: PortalForTests;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  portal = await openPortal({ NETWORK_TOKEN });
});
test.afterAll(() => portal?.close());

const one = (type: string, value: unknown) => ({ type, value: [value] });
const post = (path: string, body: object) =>
  fetch(portal.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${NETWORK_TOKEN}` },
    body: JSON.stringify(body),
  });

async function connects(mac: string, sessionId: string): Promise<void> {
  const extra = { 'Calling-Station-Id': one('string', mac), 'NAS-Port-Id': one('string', `pon-${mac.at(-1)}`) };
  const body = accountingBody({
    status: 'Start',
    username: 'demo@fibre',
    sessionId,
    at: new Date(),
    seconds: 0,
    extra,
  });
  expect((await post('/api/network/accounting', body)).status).toBe(204);
}

const asks = async (mac: string) =>
  (
    await post('/api/network/authorize', {
      'User-Name': one('string', 'demo@fibre'),
      'NAS-IP-Address': one('ipaddr', '10.0.0.1'),
      'Calling-Station-Id': one('string', mac),
    })
  ).status;

test('a login that routers take turns in is on the list of staff, who lock its plan; its customer lets a new router in', {
  tag: '@long',
}, async ({ page, context, browser }) => {
  for (const [index, mac] of [OURS, THEIRS, OURS].entries()) await connects(mac, `turn-${index}`);

  await signIn(context, portal.origin, DEMO_STAFF);
  await page.goto(`${portal.origin}/admin`);
  await page.getByRole('link', { name: /Login that may be shared/ }).click();
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Amina Bello' }).first();
  await expect(row).toContainText(OURS);
  await expect(row).toContainText(THEIRS);
  await expectUsable(page, [`${portal.origin}/admin/network/shared-logins`]);
  await page.getByRole('button', { name: 'Dismiss: demo@fibre' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Sold to the neighbour: the plan is locked now');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('No login seems to be shared')).toBeVisible();

  await page.goto(`${portal.origin}/admin/plans`);
  await page.getByRole('link', { name: 'Edit Premium Fiber 100Mbps' }).click();
  await page.getByLabel('Lock lines to their router').selectOption('yes');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Plan changed')).toBeVisible();

  // The demo line learns which plan it has some seconds after the start.
  let session = 0;
  const comesBack = async () => {
    await connects(OURS, `locked-${session++}`);
    return asks(THEIRS);
  };
  await expect.poll(comesBack, { timeout: 20_000 }).toBe(401);
  const own = await browser.newContext({ viewport: { width: 360, height: 740 } });
  try {
    await signIn(own, portal.origin, DEMO_CUSTOMER);
    const mine = await own.newPage();
    await mine.goto(`${portal.origin}/dashboard?tab=subscription`);
    await expect(mine.getByText(`Your line works only with the router ${OURS}`)).toBeVisible();
    await expect(mine.getByText(`The router ${THEIRS} was refused`)).toBeVisible();
    await expectUsable(mine, [`${portal.origin}/dashboard?tab=subscription`]);
    await expect(mine.getByRole('link', { name: 'Tell us' })).toHaveAttribute('href', '/support#ticket');
    await mine.getByRole('button', { name: 'Use a new router' }).click();
    await expect(
      mine.getByText('Your line takes the next router that connects, and then works with it only.'),
    ).toBeVisible();
  } finally {
    await own.close();
  }
  expect(await asks(THEIRS)).toBe(200);
});
