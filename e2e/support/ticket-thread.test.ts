import type { Ticket, TicketThread } from '@portal/contract/support/tickets';
import { expectToast } from '../fixtures/browser/toast.ts';
import { newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { type BrowserContext, expect, type Page, test } from '../fixtures/test.ts';

const STAFF = { email: 'admin@example.com', password: 'Admin123!' };
const REPLIES = '**/api/user/tickets/*/replies';

test('a resolved ticket states that a reply reopens it, and the reply does', async ({
  page,
  context,
  portal,
  customer: _customer,
  newDevice,
}) => {
  const ticket = await openTicket(context, portal.origin);
  const staff = await newDevice();
  await signIn(staff, portal.origin, STAFF);
  await staff.request.post(`${portal.origin}/api/staff/tickets/${ticket.id}/replies`, {
    data: { text: 'The joint is dry again.\n<b>Please look.</b>', clientReplyId: 'answer', note: false },
  });
  await staff.request.put(`${portal.origin}/api/staff/tickets/${ticket.id}`, { data: { status: 'resolved' } });
  await page.goto(`/support/tickets/${ticket.id}`);
  await expect(entries(page)).toHaveCount(2);
  await expect(entries(page).last()).toContainText('Tosin, Waya Fibre');
  await expect(entries(page).last()).toContainText('<b>Please look.</b>');
  await expect(page.getByText('If you reply, it is open again.')).toBeVisible();
  await page.getByRole('button', { name: 'Reply and reopen' }).click();
  await expect(page.getByText('Write your reply first.')).toBeVisible();
  await expect(page.getByLabel('Your reply')).toBeFocused();
  await page.getByLabel('Your reply').fill('It is gone again.');
  await page.getByRole('button', { name: 'Reply and reopen' }).dblclick();
  await expect(entries(page)).toHaveCount(3);
  await expect(entries(page).last()).toContainText('It is gone again.');
  await expect(page.getByText('Open', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Your reply')).toHaveValue('');
});

test('a reply that was refused or not sent stays, also over a reload; one whose answer was lost is stored once', async ({
  page,
  context,
  portal,
  customer: _customer,
  watch,
}) => {
  watch.expectLostRequests();
  const ticket = await openTicket(context, portal.origin);
  await page.goto(`/support/tickets/${ticket.id}`);
  await test.step('a refused field has the focus, and the reason beside it until it is changed', async () => {
    const errors = { text: 'Remove the characters that cannot be shown' };
    watch.expectRefusal({ status: 422, path: /replies$/ });
    await page.route(REPLIES, (route) =>
      route.fulfill({ status: 422, json: { success: false, message: 'Check the form.', errors } }),
    );
    const reply = page.getByLabel('Your reply');
    await reply.fill('It began at eight.');
    await page.getByRole('button', { name: 'Send reply' }).click();
    await expect(reply).toHaveAccessibleDescription(errors.text);
    await expect(reply).toBeFocused();
    await reply.fill('It began at seven.');
    await expect(reply).not.toHaveAccessibleDescription(errors.text);
    await page.unroute(REPLIES);
  });
  await page.route(REPLIES, (route) => route.abort());
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('Your reply was not sent. It is still here.')).toBeVisible();
  await expect(entries(page)).toHaveCount(1);
  await page.reload();
  await expect(page.getByLabel('Your reply')).toHaveValue('It began at seven.');
  await page.unroute(REPLIES);
  await page.route(REPLIES, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('Your reply was not sent.')).toBeVisible();
  await page.unroute(REPLIES);
  await page.reload();
  await expect(entries(page)).toHaveCount(2);
  await expect(page.getByLabel('Your reply')).toHaveValue('');
  expect((await thread(context, portal.origin, ticket.id)).replies).toHaveLength(1);
});

test('“This is settled” asks for confirmation, and a closed ticket leads to a new one', { tag: '@long' }, async ({
  page,
  context,
  portal,
  customer: _customer,
}) => {
  const ticket = await openTicket(context, portal.origin);
  await page.goto(`/support/tickets/${ticket.id}`);
  await page.getByRole('button', { name: 'This is settled' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await thread(context, portal.origin, ticket.id)).status).toBe('open');
  await page.getByRole('button', { name: 'This is settled' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close ticket' }).click();
  await expectToast(page, 'Ticket closed');
  await expect(page.getByText('This ticket is closed.', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Your reply')).toHaveCount(0);
  await page.getByRole('link', { name: 'Create a new ticket' }).click();
  await expect(page).toHaveURL('/support#ticket');
});

test('before a deadline has passed the page for the regulator shows when it does', { tag: '@long' }, async ({
  page,
  context,
  portal,
  customer: _customer,
  watch,
}) => {
  watch.expectRefusal({ status: 409, path: /\/escalation$/ });
  const ticket = await openTicket(context, portal.origin);
  await page.goto(`/support/tickets/${ticket.id}/escalation`);
  await expect(page.getByText('Our time for this ticket has not run out.')).toBeVisible();
  await expect(page.getByText(/^We contact you by .*\d\d:\d\d$/)).toBeVisible();
});

test('another customer’s ticket is not found; one that cannot be loaded can be loaded again', { tag: '@long' }, async ({
  page,
  context,
  portal,
  customer: _customer,
  newDevice,
  watch,
}) => {
  const other = await newDevice();
  await registerPerson(other, portal.origin, newPerson('Tunde'));
  const { id } = await openTicket(other, portal.origin);
  watch.expectRefusal({ status: 404, path: /\/api\/user\/tickets\// });
  await page.goto(`/support/tickets/${id}`);
  await expect(page.getByText('We could not find that ticket.')).toBeVisible();
  const own = await openTicket(context, portal.origin);
  watch.expectRefusal({ status: 503, path: /\/api\/user\/tickets\// });
  await page.route('**/api/user/tickets/*', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'The service is busy.' } }),
  );
  await page.goto(`/support/tickets/${own.id}`);
  await expect(page.getByText('We could not load this ticket')).toBeVisible();
  await page.unroute('**/api/user/tickets/*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(entries(page)).toHaveCount(1);
});

function entries(page: Page) {
  return page.getByRole('list', { name: 'Conversation' }).getByRole('listitem');
}

async function openTicket(context: BrowserContext, origin: string): Promise<Ticket> {
  const answer = await context.request.post(`${origin}/api/user/tickets`, {
    data: { subject: 'No light', description: 'The red lamp is on.', category: 'fault' },
  });
  return (await answer.json()).ticket;
}

async function thread(context: BrowserContext, origin: string, id: string): Promise<TicketThread> {
  return (await context.request.get(`${origin}/api/user/tickets/${id}`)).json();
}
