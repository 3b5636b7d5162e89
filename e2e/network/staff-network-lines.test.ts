import type { CurrentUser } from '@portal/contract/identity/accounts';
import {
  type AccessMismatch,
  listRadiusActions,
  type NetworkLine,
  type RadiusAction,
} from '@portal/contract/network/access';
import { lagosHour } from '@portal/kernel/calendar';
import { accountingBody } from '../../apps/server/src/network/accounting/packet.factory.ts';
import { findBarriers } from '../fixtures/browser/accessibility.ts';
import {
  accountOf,
  choosePlan,
  DEMO_CUSTOMER,
  DEMO_STAFF,
  newPerson,
  registerPerson,
  signIn,
} from '../fixtures/customers/customer.ts';
import { type AccessServer, openAccessServer } from '../fixtures/network/access-server.ts';
import { NETWORK_TOKEN } from '../fixtures/network/network.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { type BrowserContext, expect, type Locator, type Page, test } from '../fixtures/test.ts';

const LINES = '/admin/network/lines';
const MISMATCHES = `${LINES}?view=mismatches`;
const DAY_MS = 24 * 3_600_000;
const PATIENT = { timeout: 20_000 };

// One night follows the other.
test.describe.configure({ mode: 'serial', timeout: 150_000 });
// The portal of the other tests is not needed.
test.use({ baseURL: 'http://127.0.0.1' });

let nas: AccessServer;
let portal: PortalForTests;
let movedMs = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  nas = await openAccessServer();
  portal = await openPortal({
    RECONCILE_INTERVAL_S: '3600',
    TEST_CLOCK: 'on',
    NETWORK_TOKEN,
    NAS_SECRETS: nas.setting,
  });
});
test.afterAll(async () => {
  await portal?.close();
  nas?.close();
});

const now = () => new Date(Date.now() + movedMs);

/** Advances the portal's clock, and runs the jobs that are due by then. */
async function elapse(forwardMs: number): Promise<void> {
  const answer = await fetch(`${portal.origin}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ forwardMs: Math.round(forwardMs) }),
  });
  expect(answer.ok).toBe(true);
  movedMs += Math.round(forwardMs);
}

/** The access server reports that a login has just come online. */
async function isOnline(username: string, sessionId = `${username}-1`): Promise<void> {
  const answer = await fetch(`${portal.origin}/api/network/accounting`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${NETWORK_TOKEN}` },
    body: JSON.stringify(accountingBody({ username, sessionId, nas: nas.address, at: now(), seconds: 0 })),
  });
  expect(answer.status).toBe(204);
}

async function idOf(device: BrowserContext): Promise<number> {
  return ((await (await device.request.get(`${portal.origin}/api/user`)).json()) as CurrentUser).id;
}

const read = async <Answer>(page: Page, path: string): Promise<Answer> =>
  (await page.request.get(portal.origin + path)).json();

/** A row of the queue, the newest first. */
const row = (page: Page, place = 0): Locator => page.getByRole('main').getByRole('listitem').nth(place);

/**
 * The state of the newest actions. Every poll advances the clock by a second and runs the due jobs.
 */
const expectStates = (page: Page) =>
  expect.poll(async () => {
    await elapse(1000);
    const actions = await read<RadiusAction[]>(page, listRadiusActions.path);
    return actions.map(({ state, answer }) => (state === 'waiting' && answer !== null ? 'retrying' : state));
  }, PATIENT);

/** Sends the current access again, from the customer's page. */
async function resendAccess(page: Page, customerId: number): Promise<void> {
  await page.goto(`${portal.origin}/admin/customers/${customerId}`);
  await page.getByRole('button', { name: 'Send access again' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The customer still has the speed of before');
  await dialog.getByRole('button', { name: 'Send access' }).click();
  await expect(dialog).toHaveCount(0);
}

test('staff follow what is sent to an access server: retried while it does not answer, done, refused, or superseded', {
  tag: '@long',
}, async ({ page, context, newDevice }) => {
  const device = await newDevice();
  await signIn(device, portal.origin, DEMO_CUSTOMER);
  const customerId = await idOf(device);
  await signIn(context, portal.origin, DEMO_STAFF);
  await page.clock.install();
  await page.goto(portal.origin + LINES);
  await expect(page.getByText('Nothing yet')).toBeVisible();
  await isOnline('demo@fibre');

  await resendAccess(page, customerId);
  await expectStates(page).toEqual(['retrying']);
  await page.goto(portal.origin + LINES);
  await expect(row(page)).toContainText('Retrying');
  await expect(row(page)).toContainText('Change the speed: requested by staff');
  await expect(row(page)).toContainText(/Tried once, next \d/);
  await expect(row(page)).toContainText('The access server does not answer.');
  nas.behave('obeys');
  await elapse(61_000);
  await expectStates(page).toEqual(['done']);
  // The page refetches by itself.
  await page.clock.fastForward(10_000);
  await expect(row(page)).toContainText('Done');
  await expect(row(page)).toContainText(/Tried twice|Tried 2 times/);
  await expect(row(page)).toContainText('The access server has done it.');

  nas.behave('refuses');
  await resendAccess(page, customerId);
  await expectStates(page).toEqual(['failed', 'done']);
  nas.behave('silent');
  await resendAccess(page, customerId);
  await expectStates(page).toEqual(['retrying', 'failed', 'done']);
  await resendAccess(page, customerId);
  await page.goto(portal.origin + LINES);
  await expect(row(page)).toContainText(/Waiting|Retrying/);
  await expect(row(page, 1)).toContainText('Overtaken');
  await expect(row(page, 2)).toContainText('Failed');
  await expect(row(page, 2)).toContainText('The access server refused with cause 401.');

  await page.getByLabel('State').selectOption('Failed');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expect(row(page)).toContainText('with cause 401');
});

test('the nightly reconciliation names who is paid but blocked and who is unpaid but online, each with a link to the customer', {
  tag: '@long',
}, async ({ page, context, newDevice }) => {
  // Two in the night, long after the end of the demo customer's month.
  await elapse(lagosHour(now(), 40, 2).getTime() - now().getTime());
  await signIn(context, portal.origin, DEMO_STAFF);
  const amina = await newDevice();
  await signIn(amina, portal.origin, DEMO_CUSTOMER);
  const aminaId = await idOf(amina);
  const accessOf = async (customer: number) =>
    (await read<NetworkLine | null>(page, `/api/staff/customers/${customer}/line`))?.access;
  // A customer who is notified late still has the grace period.
  await expect
    .poll(async () => {
      const access = await accessOf(aminaId);
      if (access === 'open') await elapse(DAY_MS);
      return access;
    }, PATIENT)
    .toBe('closed');
  const device = await newDevice();
  const person = { ...newPerson('Zainab'), lastName: 'Musa' };
  const { id } = await registerPerson(device, portal.origin, person);
  await choosePlan(device, portal.origin, 'Home 20 Mbps');
  const account = accountOf(device, portal.origin);
  const reference = await account.openPayment('Home 20 Mbps', person.email);
  await portal.sandbox.decide(reference, 'approve');
  await account.verify(reference);
  await expect.poll(() => accessOf(id), PATIENT).toBe('open');
  await portal.refuseLine(id);

  await elapse(50 * 60_000);
  await isOnline('demo@fibre', 'of-the-night');
  await isOnline('nobody@fibre');
  await page.goto(portal.origin + LINES);
  await expect(row(page)).toContainText('End the session: the line was suspended');
  // Five past three: within the quarter of an hour in which a session counts as online.
  await elapse(15 * 60_000);
  type Reconciliation = { readonly mismatches: readonly AccessMismatch[] };
  const kinds = async () =>
    (await read<Reconciliation>(page, '/api/staff/access-mismatches')).mismatches.map(({ kind }) => kind).toSorted();
  await expect.poll(kinds, PATIENT).toEqual(['paid-but-blocked', 'unknown-login', 'unpaid-but-online']);

  await page.goto(portal.origin + MISMATCHES);
  const group = (name: string) => page.getByRole('region', { name });
  await expect(group('Paid but blocked')).toContainText('Zainab Musa');
  await expect(group('Unpaid but online')).toContainText('demo@fibre, 127.0.0.1, since');
  await expect(group('Unassigned logins')).toContainText('nobody@fibre');
  await group('Unpaid but online').getByRole('link', { name: 'Amina Bello' }).click();
  await expect(page).toHaveURL(`${portal.origin}/admin/customers/${aminaId}`);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of [LINES, MISMATCHES]) {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(portal.origin + path);
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    expect(await findBarriers(page), `${path} at 360`).toEqual([]);
  }
  await expectUsable(
    page,
    [LINES, MISMATCHES].map((path) => portal.origin + path),
  );
});
