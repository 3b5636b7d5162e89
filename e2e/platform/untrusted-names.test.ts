import type { CustomerRow } from '@portal/contract/console/customers';
import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { ChatSession } from '@portal/contract/support/chat';
import type { Ticket } from '@portal/contract/support/tickets';
import { findOverflow } from '../fixtures/browser/accessibility.ts';
import { waitForContent } from '../fixtures/browser/hydration.ts';
import { findTurnedText } from '../fixtures/browser/reading-order.ts';
import { gotoSettled } from '../fixtures/browser/requests.ts';
import { accountOf, DEMO_STAFF, newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { type BrowserContext, expect, type Page, test } from '../fixtures/test.ts';

const RUN = 'window.ran=1';
const NAMES = [
  // Characters that reverse the direction of text, and one that ends the isolation of the text
  // before.
  { firstName: '\u202Eevil', lastName: `</script><script>${RUN}</script>` },
  { firstName: '\u2069\u202Ewicked', lastName: '=1+1' },
  { firstName: '😀'.repeat(100), lastName: `<img src=x onerror=${RUN}>` },
  { firstName: 'أمينة', lastName: 'بيلو' },
];
/** What nobody may read as anything but text: in tickets, their answers and chats. */
const TEXT = [
  `<img src=x onerror=${RUN}>`,
  `</textarea><script>${RUN}</script><svg onload=${RUN}>`,
  `[a link](javascript:${RUN}) <a href="javascript:${RUN}">another</a>`,
  `<iframe srcdoc="<script>parent.${RUN.replace('window.', '')}</script>"></iframe> {{constructor.constructor("${RUN}")()}}`,
].join(' ');
const LISTS = [
  '/admin',
  '/admin/inbox',
  '/admin/customers',
  '/admin/tickets',
  '/admin/payments',
  '/admin/collections',
  '/admin/network/lines',
  '/admin/audit',
  '/admin/referrals',
];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Name = { readonly firstName: string; readonly lastName: string };

/**
 * A customer who was referred by a friend, has bought, complained and asked for help, so that their
 * name appears throughout the console.
 */
async function everywhere(device: BrowserContext, origin: string, name: Name, referralCode: string) {
  const person = { ...newPerson(), ...name, referralCode };
  const user: CurrentUser = await registerPerson(device, origin, person);
  const post = async (path: string, data: object = {}) =>
    (await device.request.post(`${origin}${path}`, { data })).json();
  const { ticket } = (await post('/api/user/tickets', { subject: TEXT.slice(0, 200), description: TEXT })) as {
    ticket: Ticket;
  };
  await post(`/api/user/tickets/${ticket.id}/replies`, { text: TEXT, clientReplyId: 'hostile' });
  const chat = (await post('/api/chat/initialize')) as ChatSession;
  await post('/api/chat/send', { sessionId: chat.id, content: TEXT });
  const reference = await accountOf(device, origin).openPayment('Home 20 Mbps', person.email);
  return { person, user, ticket, chat, reference };
}

async function expectQuietPage(page: Page, path: string): Promise<void> {
  await gotoSettled(page, path);
  await waitForContent(page);
  expect(await page.evaluate(() => 'ran' in window), `a script ran on ${path}`).toBe(false);
  expect(await page.locator('img[src=x], svg[onload], iframe[srcdoc], a[href^="javascript:"]').count(), path).toBe(0);
  if (/inbox|tickets\/|support/.test(path)) await expect(page.getByText('<img src=x onerror=').first()).toBeVisible();
  expect.soft(await findTurnedText(page), `turned round on ${path}`).toEqual([]);
  expect.soft(await findOverflow(page), path).toEqual([]);
}

test('names and texts are stored as they were typed; wherever staff and their owners see them nothing runs, and the text around them is unchanged', {
  tag: '@long',
}, async ({ page, context, portal, newDevice }) => {
  test.setTimeout(240_000);
  await signIn(context, portal.origin, DEMO_STAFF);
  let code = '';
  for (const name of NAMES) {
    const device = await newDevice();
    const { person, user, ticket, chat, reference } = await everywhere(device, portal.origin, name, code);
    // Each is referred by the previous one from the same address, which is shown to staff.
    code = await portal.referralCodeOf(person.email);
    expect([user.firstName, user.lastName]).toEqual([name.firstName, name.lastName]);
    const search = new URLSearchParams({ search: person.email });
    const found = await context.request.get(`${portal.origin}/api/staff/customers?${search}`);
    expect(((await found.json()) as CustomerRow[]).map((row) => row.name)).toEqual([
      `${name.firstName} ${name.lastName}`,
    ]);
    const told = [`customers/${user.id}`, `tickets/${ticket.id}`, `payments/${reference}`];
    for (const path of [`/admin/inbox?chat=${chat.id}`, ...told.map((one) => `/admin/${one}`)]) {
      await expectQuietPage(page, path);
    }
    const own = await device.newPage();
    for (const path of ['/dashboard', '/profile', `/support/tickets/${ticket.id}`]) await expectQuietPage(own, path);
    await own.close();
  }
  for (const path of LISTS) await expectQuietPage(page, path);
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: '=1+1' })).toHaveCount(2);
});
