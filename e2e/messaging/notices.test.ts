import type { Ticket } from '@portal/contract/support/tickets';
import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { expectFailure } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { type BrowserContext, expect, type Page, test } from '../fixtures/test.ts';

/** The visible bell; the other one is for windows of another width. */
const bell = (page: Page) => page.locator('summary', { hasText: 'Notices' }).filter({ visible: true });
const panel = (page: Page) => page.getByRole('region', { name: 'Notices', exact: true }).filter({ visible: true });
const rows = (page: Page) => panel(page).getByRole('listitem');

async function openTicket(context: BrowserContext, origin: string, subject: string): Promise<Ticket> {
  const form = { subject, description: 'Since Monday.', priority: 'medium', category: 'fault' };
  const answer = await context.request.post(`${origin}/api/user/tickets`, { data: form });
  return ((await answer.json()) as { ticket: Ticket }).ticket;
}

/** A reply of staff, sent from elsewhere. */
async function answerAs(staff: BrowserContext, origin: string, ticket: Ticket): Promise<void> {
  const reply = { text: 'An engineer comes tomorrow.', clientReplyId: 'answer', note: false };
  const answer = await staff.request.post(`${origin}/api/staff/tickets/${ticket.id}/replies`, { data: reply });
  expect(answer.ok()).toBe(true);
}

for (const [device, size] of [
  ['desktop', { width: 1280, height: 900 }],
  ['phone', { width: 320, height: 640 }],
] as const) {
  test(`on a ${device} the bell counts a reply that arrives while the page is open, and leads to it`, {
    tag: device === 'phone' ? '@long' : [],
  }, async ({ page, context, customer: _customer, newDevice, portal }) => {
    await page.setViewportSize(size);
    const tickets = [
      await openTicket(context, portal.origin, 'Slow at night'),
      await openTicket(context, portal.origin, 'Receipt'),
    ] as const;
    const staff = await newDevice();
    await signIn(staff, portal.origin, DEMO_STAFF);
    await page.goto('/plans');
    await bell(page).click();
    await expect(panel(page).getByText('Nothing has happened yet')).toBeVisible();
    for (const ticket of tickets) await answerAs(staff, portal.origin, ticket);
    await expect(bell(page)).toContainText('Notices, 2 unread');
    await expect(rows(page)).toHaveCount(2);
    expect([await findBarriers(page), await findOverflow(page)]).toEqual([[], []]);
    await rows(page).filter({ hasText: 'Slow at night' }).getByRole('link').click();
    await expect(page).toHaveURL(`/support/tickets/${tickets[0].id}`);
    await expect(panel(page)).toHaveCount(0);
    await expect(bell(page)).toContainText('Notices, 1 unread');
    await bell(page).click();
    await panel(page).getByRole('button', { name: 'Mark all as read' }).click();
    await expect(bell(page)).not.toContainText('unread');
    await expect(rows(page)).toHaveCount(2);
    await page.reload();
    await expect(bell(page)).not.toContainText('unread');
  });
}

test('a reply that arrives before the page is connected is counted too', { tag: '@long' }, async ({
  page,
  context,
  customer: _customer,
  newDevice,
  portal,
}) => {
  const ticket = await openTicket(context, portal.origin, 'Slow at night');
  const staff = await newDevice();
  await signIn(staff, portal.origin, DEMO_STAFF);
  const answered = Promise.withResolvers<void>();
  await page.routeWebSocket('**/ws/live', async (socket) => {
    await answered.promise;
    socket.connectToServer();
  });
  await page.goto('/plans');
  await bell(page).click();
  await expect(panel(page).getByText('Nothing has happened yet')).toBeVisible();
  await answerAs(staff, portal.origin, ticket);
  const unread = async () => (await context.request.get(`${portal.origin}/api/user/notices/unread`)).json();
  await expect.poll(unread).toEqual({ unread: 1 });
  answered.resolve();
  await expect(bell(page)).toContainText('Notices, 1 unread');
});

test('the bell works by keyboard, and its list shows when it could not be loaded', async ({
  page,
  customer: _customer,
  watch,
}) => {
  watch.expectLostRequests();
  await page.route('**/api/user/notices?*', (route) => route.abort());
  await page.goto('/plans');
  await bell(page).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText('We could not load your notices')).toBeVisible();
  await page.unroute('**/api/user/notices?*');
  await panel(page).getByRole('button', { name: 'Retry' }).click();
  await expect(panel(page).getByText('Nothing has happened yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(bell(page)).toBeFocused();
});

/**
 * A browser with push support, as far as a page can tell: a test cannot reach the push services
 * themselves.
 */
async function pretendPush(page: Page, permission: NotificationPermission, asked: NotificationPermission) {
  await page.addInitScript(
    ({ permission, asked, keys }) => {
      const subscription = {
        endpoint: 'https://fcm.googleapis.com/fcm/send/e2e',
        toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/e2e', keys }),
        unsubscribe: async () => {
          localStorage.removeItem('pretended');
          return true;
        },
      };
      const pushManager = {
        getSubscription: async () => (localStorage.getItem('pretended') ? subscription : null),
        subscribe: async () => {
          localStorage.setItem('pretended', 'yes');
          return subscription;
        },
      };
      let now = localStorage.getItem('pretended') ? 'granted' : permission;
      Object.defineProperty(Notification, 'permission', { get: () => now });
      Notification.requestPermission = async () => {
        now = asked;
        return asked;
      };
      navigator.serviceWorker.getRegistration = async () => ({ pushManager }) as unknown as ServiceWorkerRegistration;
    },
    { permission, asked, keys: { p256dh: 'B'.padEnd(87, 'A'), auth: 'A'.repeat(22) } },
  );
}

test('push notices are switched on and off on a device, and the choice is kept', async ({
  page,
  customer: _customer,
}) => {
  await pretendPush(page, 'default', 'granted');
  await page.goto('/profile?tab=notifications');
  const device = page.getByRole('region', { name: 'Notices on this device' });
  await expect(device.getByText(/^Off\./)).toBeVisible();
  await device.getByRole('button', { name: 'Switch on' }).click();
  await expect(device.getByText(/^On\./)).toBeVisible();
  await page.reload();
  await expect(device.getByText(/^On\./)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await device.getByRole('button', { name: 'Switch off' }).click();
  await expect(device.getByText(/^Off\./)).toBeVisible();
});

test('a browser that blocks notices or does not support them shows that', { tag: '@long' }, async ({
  page,
  customer: _customer,
}) => {
  await pretendPush(page, 'default', 'denied');
  await page.goto('/profile?tab=notifications');
  const device = page.getByRole('region', { name: 'Notices on this device' });
  await device.getByRole('button', { name: 'Switch on' }).click();
  await expect(device.getByText('are blocked in your browser')).toBeVisible();
  await expect(device.getByRole('button')).toHaveCount(0);
});

test('notices that could not be switched on stay off, with a message', { tag: '@long' }, async ({
  page,
  customer: _customer,
  watch,
}) => {
  watch.expectLostRequests();
  await pretendPush(page, 'default', 'granted');
  await page.goto('/profile?tab=notifications');
  await page.route('**/api/user/push-subscriptions', (route) => route.abort());
  const device = page.getByRole('region', { name: 'Notices on this device' });
  await device.getByRole('button', { name: 'Switch on' }).click();
  await expectFailure(page, 'Not switched');
  await expect(device.getByText(/^Off\./)).toBeVisible();
});

test('a browser that does not answer whether it allows notices is asked again on Retry', { tag: '@long' }, async ({
  page,
  customer: _customer,
}) => {
  await page.addInitScript(() => {
    // A headless browser has denied the permission from the start.
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    let silent = true;
    const getSubscription = async () => {
      if (!silent) return null;
      silent = false;
      throw new DOMException('the push service is away', 'AbortError');
    };
    navigator.serviceWorker.getRegistration = async () =>
      ({ pushManager: { getSubscription } }) as unknown as ServiceWorkerRegistration;
  });
  await page.goto('/profile?tab=notifications');
  const device = page.getByRole('region', { name: 'Notices on this device' });
  await expect(device.getByText('could not be reached')).toBeVisible();
  await device.getByRole('button', { name: 'Retry' }).click();
  await expect(device.getByText(/^Off\./)).toBeVisible();
});
