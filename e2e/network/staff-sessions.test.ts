import type { NetworkSession } from '@portal/contract/network/staff-sessions';
import { accountingBody, type Saying } from '../../apps/server/src/network/accounting/packet.factory.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { type AccessServer, openAccessServer } from '../fixtures/network/access-server.ts';
import { NETWORK_TOKEN } from '../fixtures/network/network.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const SESSIONS = '/admin/network/sessions';
const OWNER = '/admin/network/address-owner';
const MAC = 'AA:BB:CC:0D:0E:0F';
const PATIENT = { timeout: 20_000 };

// The second asks about the session that the first has ended.
test.describe.configure({ mode: 'serial', timeout: 120_000 });
// The portal of the other tests is not needed.
test.use({ baseURL: 'http://127.0.0.1' });

let nas: AccessServer;
let portal: PortalForTests;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  nas = await openAccessServer();
  nas.behave('obeys');
  portal = await openPortal({ NETWORK_TOKEN, NAS_SECRETS: nas.setting });
});
test.afterAll(async () => {
  await portal?.close();
  nas?.close();
});

const one = (type: string, value: unknown) => ({ type, value: [value] });

async function says(saying: Saying): Promise<void> {
  const extra = { 'Calling-Station-Id': one('string', MAC), 'Framed-IP-Address': one('ipaddr', '100.64.77.7') };
  const body = {
    username: 'demo@fibre',
    sessionId: 'of-this-test',
    nas: nas.address,
    at: new Date(),
    extra,
    ...saying,
  };
  const answer = await fetch(`${portal.origin}/api/network/accounting`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${NETWORK_TOKEN}` },
    body: JSON.stringify(accountingBody(body)),
  });
  expect(answer.status).toBe(204);
}

const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

test('staff find a session by its hardware address in any spelling, and end it: the Disconnect arrives', async ({
  page,
  context,
}) => {
  await says({ status: 'Start', seconds: 0 });
  await signIn(context, portal.origin, DEMO_STAFF);
  await page.goto(portal.origin + SESSIONS);
  await page.getByLabel('Address, MAC address or login').fill('aabb.cc0d.0e0f');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Amina Bello');
  await expect(rows(page)).toContainText('100.64.77.7');

  await page.getByRole('button', { name: 'End: demo@fibre' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The router hangs');
  await dialog.getByRole('button', { name: 'End session' }).click();
  await expect(dialog).toHaveCount(0);
  const done = async () => {
    const answer = await page.request.get(`${portal.origin}/api/staff/radius-actions`);
    return (await answer.json()).map(({ kind, state, answer: said }: Record<string, string>) => [kind, state, said]);
  };
  await expect.poll(done, PATIENT).toContainEqual(['disconnect', 'done', 'The access server has done it.']);
  await says({
    status: 'Stop',
    seconds: 5,
    extra: {
      'Calling-Station-Id': one('string', MAC),
      'Framed-IP-Address': one('ipaddr', '100.64.77.7'),
      'Acct-Terminate-Cause': one('string', 'Admin-Reset'),
    },
  });
  await page.getByLabel('Which').selectOption('Ended');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Ended by staff or by a Disconnect');

  const [session] = (await (
    await page.request.get(`${portal.origin}/api/staff/sessions?state=ended&search=100.64.77.7`)
  ).json()) as NetworkSession[];
  await page.goto(`${portal.origin}/admin/customers/${session?.customer?.id}`);
  const strip = page.getByRole('figure').filter({ hasText: 'since' });
  await expect(strip).toContainText('ended by the access server or staff');
});

test('an owner asks who had an address, gets one customer, a paper about it, and a sentence for what cannot be asked', async ({
  page,
  context,
}) => {
  await signIn(context, portal.origin, DEMO_STAFF);
  await page.goto(portal.origin + OWNER);
  const ask = () => page.getByRole('button', { name: 'Who had it?' }).click();
  await page.getByLabel('Address').fill('100.64.77');
  await page.getByLabel('Case number').fill('FHC/L/12');
  await page.getByLabel('Why you ask').fill('Police');
  await ask();
  await expect(page.getByText('Enter an IPv4 or IPv6 address')).toBeVisible();
  await expect(page.getByText('a search over all time is not answered')).toBeVisible();
  await expect(page.getByText('in at least 10 letters')).toBeVisible();

  await page.getByLabel('Address').fill('100.64.77.7');
  await page.getByLabel('Why you ask').fill('Order of the Federal High Court');
  const lagos = new Date(Date.now() + 3_600_000 - 1000).toISOString().slice(0, 19);
  await page.getByLabel('At (Lagos time)').fill(lagos);
  await ask();
  const answer = page.getByRole('region', { name: /had it$/ });
  await expect(answer).toContainText('Amina Bello');
  await expect(answer).toContainText('demo@fibre');
  const download = page.waitForEvent('download');
  await answer.getByRole('link', { name: 'The answer as a PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^ADR-\d{4}-\d{6}\.pdf$/);

  await page.getByLabel('Address').fill('100.64.77.8');
  await ask();
  await expect(page.getByRole('region', { name: 'Nobody had it' })).toBeVisible();
});

test('both pages can be used on a telephone, in the dark, and by whoever hears them', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await signIn(context, portal.origin, DEMO_STAFF);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectUsable(
    page,
    [SESSIONS, `${SESSIONS}?state=ended`, OWNER].map((path) => portal.origin + path),
  );
});
