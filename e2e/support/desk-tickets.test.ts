import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import type { Ticket, TicketThread } from '@portal/contract/support/tickets';
import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { becomeAgent } from '../fixtures/support/console.ts';
import { type BrowserContext, expect, type Page, test } from '../fixtures/test.ts';

test.beforeEach(async ({ context, portal }) => signIn(context, portal.origin, DEMO_STAFF));

async function openTicket(device: BrowserContext, origin: string, subject: string): Promise<Ticket> {
  const data = { subject, description: `About: ${subject}`, category: 'fault' };
  const response = await device.request.post(`${origin}/api/user/tickets`, { data });
  return ((await response.json()) as { ticket: Ticket }).ticket;
}

/** A customer who reads Hausa, on a device of their own. */
async function hausaSpeaker(device: BrowserContext, origin: string) {
  const person = newPerson();
  await registerPerson(device, origin, person);
  await device.request.put(`${origin}/api/user/language`, { data: { language: 'ha' } });
  return person;
}

const written = (page: Page) => page.getByRole('list', { name: 'What was written' });
const answer = (page: Page) => page.getByLabel('Answer', { exact: true });
const read = async (page: Page, id: string): Promise<StaffTicketThread> =>
  (await page.request.get(`/api/staff/tickets/${id}`)).json();

test('an agent answers by keyboard alone, with a saved reply in the customer’s language', async ({
  page,
  portal,
  newDevice,
}) => {
  const device = await newDevice();
  const person = await hausaSpeaker(device, portal.origin);
  const ticket = await openTicket(device, portal.origin, 'No light');
  await page.goto('/admin/tickets?view=unassigned');
  await expect(page.getByRole('link', { name: /No light/ }).first()).toBeVisible();
  const row = page.locator(`[data-row][href$="${ticket.id}"]`);
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(row).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'No light' })).toBeVisible();

  await page.keyboard.press('a');
  await expectToast(page, 'Assigned to you');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Merge it into another ticket');
  await page.keyboard.press('Escape');

  await page.keyboard.press('r');
  await expect(answer(page)).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type('paid until');
  await page.keyboard.press('Enter');
  await expect(answer(page)).toHaveValue(/^An biya tsarinka na \[\[planName\]\]/);
  await expect(page.getByText('In Hausa, the customer’s language.')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Replace what is marked first/)).toBeVisible();
  await expect(answer(page)).toBeFocused();
  expect(await page.evaluate(() => String(getSelection()))).toBe('[[planName]]');
  expect((await read(page, ticket.id)).replies).toEqual([]);

  await answer(page).fill('');
  await page.keyboard.press('/');
  await page.keyboard.type('solved');
  await page.keyboard.press('Enter');
  await expect(answer(page)).toHaveValue(new RegExp(`^Ya ${person.firstName}, .*${ticket.number}`));
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Answer sent');
  await expect(written(page)).toContainText(ticket.number);
});

test('one press answers, resolves and tags a ticket, after showing what it will do', async ({
  page,
  portal,
  newDevice,
}) => {
  const device = await newDevice();
  await hausaSpeaker(device, portal.origin);
  const ticket = await openTicket(device, portal.origin, 'Slow since Monday');
  await page.goto(`/admin/tickets/${ticket.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('x');
  await page.getByRole('button', { name: /^Repaired: tell them and resolve/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Repaired: tell them and resolve' });
  await expect(dialog.getByLabel('Answer to the customer')).toHaveValue(/^Ya /);
  await expect(dialog).toContainText('Sets it to Resolved');
  await expect(dialog).toContainText('Adds the tag repaired');
  expect((await read(page, ticket.id)).status).toBe('open');
  await dialog.getByRole('button', { name: 'Send and apply' }).click();
  await expectToast(page, 'Repaired: tell them and resolve');
  await expect(page.getByText('Resolved', { exact: true }).first()).toBeVisible();
  expect(await read(page, ticket.id)).toMatchObject({ status: 'resolved', tags: ['repaired'] });
  await page.getByRole('link', { name: 'repaired' }).click();
  await expect(page).toHaveURL(/\?tag=repaired$/);
});

test('two tickets become one, and the number of the merged one leads there for staff and customer', {
  tag: '@long',
}, async ({ page, portal, newDevice }) => {
  const device = await newDevice();
  await registerPerson(device, portal.origin, newPerson());
  const first = await openTicket(device, portal.origin, 'No light');
  const second = await openTicket(device, portal.origin, 'Still no light');
  await page.goto(`/admin/tickets/${first.id}`);
  await answer(page).fill('Half a sentence');
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByRole('button', { name: 'Merge' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: new RegExp(second.number) }).check();
  await dialog.getByRole('button', { name: `Merge into ${second.number}` }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/tickets/${second.id}$`));
  await expect(written(page).getByRole('listitem').filter({ hasText: 'About: No light' })).toContainText(
    `Written to ${first.number}`,
  );
  await expect(answer(page)).toHaveValue('Half a sentence');

  await page.goto(`/admin/tickets/${first.id}`);
  await expect(page).toHaveURL(new RegExp(`/admin/tickets/${second.id}$`));
  const theirs = await device.newPage();
  await theirs.goto(`${portal.origin}/support/tickets/${first.id}`);
  await expect(theirs).toHaveURL(new RegExp(`/support/tickets/${second.id}$`));
  await expect(theirs.getByText(`Written to ${first.number}`)).toBeVisible();
  const thread: TicketThread = await (await device.request.get(`/api/user/tickets/${first.id}`)).json();
  expect(thread).toMatchObject({ status: 'closed', mergedInto: { id: second.id } });
});

test('two agents on one ticket see each other, and the second answer warns of the first', async ({
  page,
  portal,
  newDevice,
  watch,
}) => {
  const device = await newDevice();
  await registerPerson(device, portal.origin, newPerson());
  const ticket = await openTicket(device, portal.origin, 'Red lamp');
  const colleague = await newDevice();
  const { firstName, lastName } = await becomeAgent(colleague, portal, 'Bola');
  const bola = `${firstName} ${lastName}`;
  const other = await colleague.newPage();
  await other.goto(`${portal.origin}/admin/tickets/${ticket.id}`);
  await page.goto(`/admin/tickets/${ticket.id}`);
  await expect(page.getByText(`${bola} is looking at this`)).toBeVisible();
  await answer(other).pressSequentially('We come at ten.');
  await expect(page.getByText(`${bola} is writing`)).toBeVisible();

  watch.expectRefusal({ status: 409, path: /replies$/ });
  await answer(page).fill('We come at nine.');
  await other.getByRole('button', { name: 'Send answer' }).click();
  await expect(written(page)).toContainText('We come at ten.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  const warning = page.getByRole('alert').filter({ hasText: 'This came in while you were writing' });
  await expect(warning).toContainText('We come at ten.');
  await expect(answer(page)).toHaveValue('We come at nine.');
  expect((await read(page, ticket.id)).replies).toHaveLength(1);
  await warning.getByRole('button', { name: 'Go on writing' }).click();
  await answer(page).fill('At nine already, Bola told me.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expectToast(page, 'Answer sent');
  await other.close();
  await expect(page.getByText(`${bola} is looking at this`)).toHaveCount(0);
});

test('macros are written on the page of saved replies, which fits a phone', { tag: '@long' }, async ({ page }) => {
  await page.goto('/admin/saved-replies');
  await page.getByRole('button', { name: 'New macro' }).click();
  const dialog = page.getByRole('dialog');
  const title = `Urgent ${Date.now()}`;
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose at least one thing that it does.')).toBeVisible();
  await dialog.getByLabel('Priority').selectOption('Urgent');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Macro saved');
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Sets the priority to Urgent');
  await expectUsable(page, ['/admin/saved-replies']);
});
