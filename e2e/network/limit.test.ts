import type { CurrentUser } from '@portal/contract/identity/accounts';
import {
  missingFreeRadius,
  startFreeRadius,
  type TestFreeRadius,
} from '../../apps/server/src/testing/servers/start-freeradius.ts';
import { findBarriers } from '../fixtures/browser/accessibility.ts';
import {
  accountOf,
  choosePlan,
  DEMO_STAFF,
  newPerson,
  registerPerson,
  signIn,
} from '../fixtures/customers/customer.ts';
import { decisionButton, openCheckout } from '../fixtures/customers/hosted-checkout.ts';
import { type AccessServer, openAccessServer } from '../fixtures/network/access-server.ts';
import { loginOf, NETWORK_TOKEN } from '../fixtures/network/network.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { type BrowserContext, expect, type Page, test } from '../fixtures/test.ts';

const missing = missingFreeRadius();
const GB = 1024 ** 3;
const WRAP = 2 ** 32;

let nas: AccessServer;
let portal: PortalForTests;
let radius: TestFreeRadius;

/** Puts a plan on sale that does this at 100 GB. */
async function offerPlan(device: BrowserContext, name: string, atLimit: object): Promise<void> {
  const plan = {
    region: 'lagos',
    name,
    downloadMbps: 50,
    dataLimitGb: 100,
    price: 15_000,
    type: 'residential',
    features: ['100 GB a month'],
    atLimit,
  };
  const answer = await device.request.post(`${portal.origin}/api/staff/plans`, {
    headers: { origin: portal.origin },
    data: plan,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** A customer who has paid for the plan, with the packets of their session. */
async function subscribe(page: Page, staff: BrowserContext, planName: string) {
  const device = page.context();
  const person = newPerson('Ngozi');
  await registerPerson(device, portal.origin, person);
  await choosePlan(device, portal.origin, planName);
  const account = accountOf(device, portal.origin);
  const reference = await account.openPayment(planName, person.email);
  await portal.sandbox.decide(reference, 'approve');
  await account.verify(reference);
  const { id } = (await (await device.request.get(`${portal.origin}/api/user`)).json()) as CurrentUser;
  const login = await loginOf(staff, portal.origin, id);
  let seconds = 0;
  return async (gigabytes: number): Promise<void> => {
    seconds += 300;
    const bytes = Math.round(gigabytes * GB);
    const { code, printed } = await radius.account([
      [
        `Acct-Status-Type = ${seconds === 300 ? 'Start' : 'Interim-Update'}`,
        `User-Name = "${login}"`,
        `Acct-Session-Id = "81b0${id}"`,
        `NAS-IP-Address = ${nas.address}`,
        'Framed-IP-Address = 100.64.0.9',
        `Event-Timestamp = ${Math.floor(Date.now() / 1000)}`,
        `Acct-Session-Time = ${seconds}`,
        `Acct-Output-Octets = ${bytes % WRAP}`,
        `Acct-Output-Gigawords = ${Math.floor(bytes / WRAP)}`,
        'Acct-Input-Octets = 0',
        'Acct-Input-Gigawords = 0',
      ].join('\n'),
    ]);
    expect(code, printed.slice(-500)).toBe(0);
  };
}

const lastHeard = () => expect.poll(() => nas.heard.at(-1), { timeout: 10_000 });

if (missing !== null) console.log(missing);
else {
  test.describe('at the limit of a plan', () => {
    test.describe.configure({ mode: 'serial', timeout: 120_000 });
    // The portal of the other tests is not needed.
    test.use({ baseURL: 'http://127.0.0.1', viewport: { width: 360, height: 800 } });
    test.beforeAll(async () => {
      test.setTimeout(120_000);
      nas = await openAccessServer();
      nas.behave('obeys');
      portal = await openPortal({ NETWORK_TOKEN, NAS_SECRETS: nas.setting });
      radius = await startFreeRadius({ url: portal.origin, token: NETWORK_TOKEN });
    });
    test.afterAll(async () => {
      await radius?.stop();
      await portal?.close();
      nas?.close();
    });

    test('a line is slowed by the packet that crosses, as was said before, and is fast again with a bundle', async ({
      page,
      newDevice,
    }) => {
      const staff = await newDevice();
      await signIn(staff, portal.origin, DEMO_STAFF);
      await offerPlan(staff, 'Home 50, then slower', { do: 'slower', downloadMbps: 2, uploadMbps: 1 });
      await page.goto(`${portal.origin}/plans`);
      const rule = 'At the monthly limit: 2 Mbps down, 1 Mbps up until the month ends';
      await expect(page.getByRole('article', { name: 'Home 50, then slower' })).toContainText(rule);
      const use = await subscribe(page, staff, 'Home 50, then slower');
      await use(0);
      await use(80);
      await page.goto(`${portal.origin}/dashboard`);
      const main = page.getByRole('main');
      await expect(main.getByText(rule)).toBeVisible();
      await use(101);
      await lastHeard().toMatchObject({ kind: 'change', text: expect.stringContaining('1M/2M') });
      await expect(main.getByText(/^Slower until 1 \w+ 20\d\d: 2 Mbps down, 1 Mbps up$/)).toBeVisible();
      expect(await findBarriers(page)).toEqual([]);

      await main.getByRole('button', { name: 'Add data' }).click();
      await page
        .getByRole('dialog')
        .getByRole('link', { name: /^Buy Medium bundle/ })
        .click();
      const checkout = await openCheckout(page, 'paystack');
      const closed = checkout.waitForEvent('close');
      await decisionButton(checkout, 'Approve').click();
      await closed;
      await expect(page.getByText('Thank you. Your extra data are ready to use.')).toBeVisible();
      await lastHeard().toMatchObject({ kind: 'change', text: expect.stringContaining('50M/50M') });
      await main.getByRole('link', { name: 'Go to dashboard' }).click();
      await expect(main.getByRole('meter', { name: 'Data used' })).toBeVisible();
      await expect(main.getByText(/^Slower until/)).toHaveCount(0);
      expect(nas.heard.filter(({ text }) => text.includes('1M/2M'))).toHaveLength(1);
    });

    test('a line that stops reaches the portal alone, and is reconnected when data are added', {
      tag: '@long',
    }, async ({ page, newDevice }) => {
      const staff = await newDevice();
      await signIn(staff, portal.origin, DEMO_STAFF);
      await offerPlan(staff, 'Home 50, then the portal', { do: 'stop' });
      const use = await subscribe(page, staff, 'Home 50, then the portal');
      await use(0);
      await use(100);
      await lastHeard().toMatchObject({ kind: 'change', text: expect.stringContaining('portal-only') });
      await page.goto(`${portal.origin}/dashboard`);
      const main = page.getByRole('main');
      await expect(
        main.getByText(/^Until 1 \w+ 20\d\d your line reaches only this portal and its payment pages$/),
      ).toBeVisible();
      await main.getByRole('button', { name: 'Add data' }).click();
      await page
        .getByRole('dialog')
        .getByRole('link', { name: /^Buy Medium bundle/ })
        .click();
      const checkout = await openCheckout(page, 'paystack');
      const closed = checkout.waitForEvent('close');
      await decisionButton(checkout, 'Approve').click();
      await closed;
      await lastHeard().toMatchObject({ kind: 'disconnect' });
    });
  });
}
