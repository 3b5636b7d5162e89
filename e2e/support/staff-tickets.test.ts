import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import type { Ticket, TicketThread } from '@portal/contract/support/tickets';
import { dismissToast } from '../fixtures/browser/dismiss-toast.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { type BrowserContext, expect, type Page, test } from '../fixtures/test.ts';

const PICTURE = {
  name: 'light level.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

test.beforeEach(async ({ context, portal }) => signIn(context, portal.origin, DEMO_STAFF));

/** A customer on a device of their own, who has opened a ticket. */
async function openTicket(device: BrowserContext, origin: string, form: { subject: string; category?: string }) {
  const person = newPerson();
  await registerPerson(device, origin, person);
  const data = { description: 'The red lamp blinks since the rain.', category: 'fault', ...form };
  const response = await device.request.post(`${origin}/api/user/tickets`, { data });
  const { ticket } = (await response.json()) as { ticket: Ticket };
  return {
    person,
    ticket,
    thread: async (): Promise<TicketThread> =>
      (await device.request.get(`${origin}/api/user/tickets/${ticket.id}`)).json(),
  };
}

const written = (page: Page) => page.getByRole('list', { name: 'What was written' });
const composer = (page: Page) => page.getByRole('form', { name: 'Write to this ticket' });

test('a customer gets an answer with a file, and never sees staff notes', async ({ page, portal, newDevice }) => {
  const subject = 'No light since the rain';
  const { person, ticket, thread } = await openTicket(await newDevice(), portal.origin, { subject });
  await page.goto('/admin/tickets?view=unassigned&category=fault');
  const row = page.getByRole('listitem').filter({ hasText: ticket.number });
  await expect(row).toContainText(/First response due in 3 h 5\d min/);
  await row.getByRole('link', { name: subject }).click();
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();

  await composer(page).getByLabel('Answer', { exact: true }).fill('Our engineer comes tomorrow at nine.');
  await composer(page).locator('input[type=file]').first().setInputFiles(PICTURE);
  await expect(composer(page).getByText(/attached$/)).toBeVisible();
  await composer(page).getByRole('button', { name: 'Send answer' }).click();
  await expectToast(page, 'Answer sent');
  await expect(written(page)).toContainText('Our engineer comes tomorrow at nine.');
  await expect(composer(page).getByLabel('Answer', { exact: true })).toHaveValue('');
  await expect(page.getByText('In progress', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Resolution due in 2 days 23 h$/)).toBeVisible();

  await composer(page).getByRole('button', { name: 'Staff note' }).click();
  await composer(page).getByLabel('Note', { exact: true }).fill('Third report from this street.');
  await composer(page).getByRole('button', { name: 'Keep note' }).click();
  await expectToast(page, 'Note saved');
  await expect(written(page).getByRole('listitem').filter({ hasText: 'Third report' })).toContainText('Staff note');

  const seen = await thread();
  expect(seen.replies.map(({ text, attachments }) => [text, attachments.map(({ name }) => name)])).toEqual([
    ['Our engineer comes tomorrow at nine.', [PICTURE.name]],
  ]);
  const download = page.waitForEvent('download');
  await written(page).getByRole('link', { name: PICTURE.name }).click();
  expect((await download).suggestedFilename()).toBe(PICTURE.name);
  await page
    .getByRole('link', { name: `${person.firstName} ${person.lastName}` })
    .first()
    .click();
  await expect(page).toHaveURL(/\/admin\/customers\/\d+$/);
  await expect(page.getByRole('link', { name: subject })).toBeVisible();
});

test('a reply whose confirmation was lost is stored once and leaves the form; a failed one stays, also after a reload', {
  tag: '@long',
}, async ({ page, portal, newDevice, watch }) => {
  const { ticket, thread } = await openTicket(await newDevice(), portal.origin, { subject: 'Slow in the evening' });
  const replies = `**/api/staff/tickets/${ticket.id}/replies`;
  const answer = composer(page).getByLabel('Answer', { exact: true });
  const send = composer(page).getByRole('button', { name: 'Send answer' });
  await page.goto(`/admin/tickets/${ticket.id}`);

  watch.expectRefusal({ status: 503, path: /replies$/ });
  await page.route(replies, (route) => route.fulfill({ status: 503, json: { success: false, message: 'Too busy.' } }));
  await answer.fill('We are looking at it.');
  await composer(page).locator('input[type=file]').first().setInputFiles(PICTURE);
  await expect(composer(page).getByText(/attached$/)).toBeVisible();
  await send.click();
  await expect(composer(page).getByText('Too busy.')).toBeVisible();
  await page.reload();
  await expect(answer).toHaveValue('We are looking at it.');
  await expect(composer(page).getByText(PICTURE.name)).toBeVisible();

  watch.expectLostRequests();
  await page.unroute(replies);
  await page.route(replies, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await send.click();
  await expect(written(page)).toContainText('We are looking at it.');
  await expect(answer).toHaveValue('');
  await expect(send).toBeEnabled();
  await expect(composer(page).getByRole('alert')).toHaveCount(0);
  expect((await thread()).replies).toHaveLength(1);
});

test('a file that is not a picture or PDF is refused by name and is not silently left out', {
  tag: '@long',
}, async ({ page, portal, newDevice, watch }) => {
  const { ticket, thread } = await openTicket(await newDevice(), portal.origin, { subject: 'Router restarts' });
  await page.goto(`/admin/tickets/${ticket.id}`);
  watch.expectRefusal({ status: 415, path: /ticket-attachments$/ });
  const script = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') };
  await composer(page).locator('input[type=file]').first().setInputFiles(script);
  await expect(composer(page).getByText('Send a PNG, JPEG or WebP picture, or a PDF.')).toBeVisible();
  await composer(page).getByLabel('Answer', { exact: true }).fill('See the photo.');
  await composer(page).getByRole('button', { name: 'Send answer' }).click();
  await expect(composer(page).getByRole('alert')).toContainText('not attached');
  expect((await thread()).replies).toEqual([]);
  await composer(page)
    .getByRole('button', { name: /^Remove photo.png/ })
    .click();
  await composer(page).getByRole('button', { name: 'Send answer' }).click();
  await expectToast(page, 'Answer sent');
});

test('a ticket is assigned and categorised with its new deadline shown first, resolved, and closed for good', async ({
  page,
  portal,
  newDevice,
}) => {
  const { ticket, thread } = await openTicket(await newDevice(), portal.origin, { subject: 'Charged twice' });
  const read = async (): Promise<StaffTicketThread> =>
    (await page.request.get(`${portal.origin}/api/staff/tickets/${ticket.id}`)).json();
  await page.goto(`/admin/tickets/${ticket.id}`);
  await page.getByLabel('Assigned to').selectOption('Me');
  await expectToast(page, 'Assigned to you');
  await page.getByLabel('Priority').selectOption('High');
  await expectToast(page, 'Priority: High');

  await page.getByLabel('Category', { exact: true }).selectOption('Billing');
  await expect(page.getByText(/^As “Billing”: first response by .+, resolution by .+/)).toBeVisible();
  expect((await read()).category).toBe('fault');
  await page.getByRole('button', { name: 'Change category' }).click();
  await expectToast(page, 'Category: Billing');
  expect(await read()).toMatchObject({ category: 'billing', priority: 'high', assignee: { name: 'Tosin Adeyemi' } });

  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await thread()).status).toBe('open');
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
  await expectToast(page, 'Resolved');
  await dismissToast(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByText('This ticket is closed.')).toBeVisible();
  await expect(composer(page).getByRole('button', { name: 'Keep note' })).toBeVisible();
  await expect(page.getByLabel('Assigned to')).toHaveCount(0);
  expect((await thread()).status).toBe('closed');

  await dismissToast(page);
  await page.getByRole('link', { name: 'Changes by staff' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Changed a ticket' }).first()).toContainText('resolved');
});

test('a due ticket becomes overdue on the open page, and the customer’s replies appear automatically', {
  tag: '@long',
}, async ({ page, portal, newDevice }) => {
  const device = await newDevice();
  const { ticket } = await openTicket(device, portal.origin, { subject: 'No light again' });
  // Ten minutes before the four hours have passed.
  await page.clock.install({ time: new Date(Date.parse(ticket.createdAt) + 230 * 60_000) });
  await page.goto(`/admin/tickets/${ticket.id}`);
  await expect(page.getByText(/^First response due in (?:9|10) min/)).toBeVisible();
  await device.request.post(`${portal.origin}/api/user/tickets/${ticket.id}/replies`, {
    data: { text: 'Is anybody there?', clientReplyId: 'a' },
  });
  await page.clock.fastForward('20:00');
  await expect(page.getByText(/^First response overdue by (?:9|10) min/)).toBeVisible();
  await expect(written(page)).toContainText('Is anybody there?');
});

test('the list shows when it failed and loads again; an unknown ticket is reported as missing', {
  tag: '@long',
}, async ({ page, watch }) => {
  watch.expectRefusal({ status: 503, path: /^\/api\/staff\/tickets$/ });
  await page.route('**/api/staff/tickets?*', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'The service is busy.' } }),
  );
  await page.goto('/admin/tickets');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('503: The service is busy.');
  await page.unroute('**/api/staff/tickets?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  watch.expectRefusal({ status: 404, path: /^\/api\/staff\/tickets\/no-such$/ });
  await page.goto('/admin/tickets/no-such');
  await expect(page.getByText('There is no such ticket')).toBeVisible();
});

test('the list and a ticket can be used in every window, by keyboard alone, in both themes', {
  tag: '@long',
}, async ({ page, portal, newDevice }) => {
  const subject = 'Averyveryverylongwordwithoutanyplacewhereitcouldbebrokenintotwo lines';
  const { ticket } = await openTicket(await newDevice(), portal.origin, { subject });
  await expectUsable(page, ['/admin/tickets?category=fault&view=unassigned', `/admin/tickets/${ticket.id}`]);
});
