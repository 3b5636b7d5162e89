import { findBarriers, findKeyboardTraps, findOverflow } from '../fixtures/browser/accessibility.ts';
import { expectFailure, expectToast } from '../fixtures/browser/toast.ts';
import { becomeAgent, callSupport, openInbox, takeCall } from '../fixtures/support/console.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('a chat that waits', () => {
  test('appears at once with how long it has waited, is counted in the title, and can be read before it is accepted', async ({
    context,
    portal,
    newDevice,
  }) => {
    await becomeAgent(context, portal, 'Tosin');
    const { page, row, open, log } = await openInbox(context);
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    const caller = await callSupport(await newDevice(), portal.origin, 'All our desks lost connection');
    await expect(row(caller.name)).toContainText('Unread:');
    await expect(row(caller.name)).toContainText('Waiting');
    await expect(row(caller.name)).toContainText('All our desks lost connection');
    await expect(row(caller.name)).toContainText(/0:0[1-9]/);
    await expect(page).toHaveTitle(/^\(\d+\) Inbox \|/);
    await open(caller.name);
    await expect(log).toContainText('All our desks lost connection');
    await caller.say('At the same time');
    await expect(log).toContainText('At the same time');
    expect((await caller.messages()).map(({ status }) => status)).not.toContain('read');
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByRole('textbox', { name: `Reply to ${caller.name}` })).toBeFocused();
    await expect.poll(async () => (await caller.messages()).map(({ status }) => status)).toEqual(['read', 'read']);
    await expect(row(caller.name)).toContainText('Active');
    await expect(row(caller.name)).not.toContainText('Unread:');
  });

  test('goes to one of two agents who accept it at the same moment; the other sees who has it and can read along', {
    tag: '@long',
  }, async ({ context, portal, newDevice, watch }) => {
    const other = await newDevice();
    await becomeAgent(context, portal, 'Tosin');
    await becomeAgent(other, portal, 'Ifeoma');
    const caller = await callSupport(await newDevice(), portal.origin, 'I paid with USSD');
    const [loser, winner] = [await openInbox(context), await openInbox(other)];
    const [loserAsked, winnerAnswered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await loser.page.route('**/accept', async (route) => {
      loserAsked.resolve();
      await winnerAnswered.promise;
      await route.continue();
    });
    await winner.page.route('**/accept', async (route) => {
      await loserAsked.promise;
      await route.fulfill({ response: await route.fetch() });
      winnerAnswered.resolve();
    });
    for (const inbox of [loser, winner]) await inbox.open(caller.name);
    watch.expectRefusal({ status: 409, path: /\/accept$/ });
    await Promise.all([loser, winner].map(({ page }) => page.getByRole('button', { name: 'Accept' }).click()));
    await expectFailure(loser.page, 'Not accepted', 'Another agent has taken this chat.');
    await expect(winner.reply).toBeVisible();
    await expect(loser.reply).toHaveCount(0);
    await expect(loser.page.getByText('This chat is with Ifeoma. You can read along')).toBeVisible();
    await expect(loser.row(caller.name)).toContainText('Ifeoma');
  });
});

test.describe('an agent’s chats', () => {
  test('are several at once: each keeps its draft, over a reload too, and shows where something is new', async ({
    context,
    portal,
    newDevice,
  }) => {
    await becomeAgent(context, portal, 'Tosin');
    const inbox = await openInbox(context);
    const { page, row, reply, log } = inbox;
    const one = await callSupport(await newDevice(), portal.origin, 'From one');
    const two = await callSupport(await newDevice(), portal.origin, 'From two');
    await inbox.accept(one.name);
    await reply.fill('Half a sentence for one');
    await inbox.accept(two.name);
    await expect(reply).toHaveValue('');
    await reply.fill('And for two');
    await one.say('Are you there?');
    await expect(row(one.name)).toContainText('Unread:');
    await expect(page).toHaveTitle(/^\(\d+\) Inbox/);
    await page.reload();
    await expect(reply).toHaveValue('And for two');
    await reply.press('Enter');
    await expect(log).toContainText('And for two');
    await inbox.open(one.name);
    await expect(reply).toHaveValue('Half a sentence for one');
    await expect(log).toContainText('Are you there?');
    await expect(row(one.name)).not.toContainText('Unread:');
    await page.getByRole('link', { name: /^Mine/ }).click();
    for (const { name } of [one, two]) await expect(row(name)).toBeVisible();
    expect((await one.messages()).map(({ content }) => content)).toEqual(['From one', 'Are you there?']);
    expect((await two.messages()).map(({ content }) => content)).toEqual(['From two', 'And for two']);
  });

  test('can have saved replies and notes; a note is never shown to the customer', { tag: '@long' }, async ({
    context,
    portal,
    newDevice,
  }) => {
    const { inbox, caller } = await takeCall({ context, portal, newDevice }, 'It is slow');
    const { page, reply, log } = inbox;
    await page.getByRole('button', { name: 'Book engineer' }).click();
    await expect(reply).toHaveValue(/^An engineer can come/);
    await expect(reply).toBeFocused();
    await page.getByRole('button', { name: /^All \d/ }).click();
    await page.getByLabel('Search', { exact: true }).fill('unplug');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Restart the router/ })
      .click();
    await expect(reply).toHaveValue(/^An engineer can come.*\nPlease unplug the router/s);
    await reply.press('Enter');
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await page.getByRole('textbox', { name: 'Note for staff' }).fill('Canary: light level low');
    await page.getByRole('textbox', { name: 'Note for staff' }).press('Enter');
    await expect(log).toContainText('Staff note: Canary: light level low');
    await expect(page.getByRole('textbox', { name: 'Note for staff' })).toHaveValue('');
    const told = await caller.messages();
    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain('Canary');
  });

  test('are transferred to an available colleague, who is notified and sees the whole conversation', {
    tag: '@long',
  }, async ({ context, portal, newDevice }) => {
    const other = await newDevice();
    await becomeAgent(context, portal, 'Tosin');
    const colleague = await becomeAgent(other, portal, 'Ifeoma');
    const name = `${colleague.firstName} ${colleague.lastName}`;
    const [inbox, next] = [await openInbox(context), await openInbox(other)];
    const caller = await callSupport(await newDevice(), portal.origin, 'My line is down');
    await inbox.accept(caller.name);
    await inbox.say('I ask a colleague who knows your area.');
    await expect(next.row(caller.name)).toContainText('Tosin');

    await next.page.getByRole('button', { name: 'Available for chats, now available' }).click();
    await expectToast(next.page, 'You are away');
    await inbox.more('Transfer');
    const dialog = inbox.page.getByRole('dialog');
    const choice = dialog.getByRole('radio', { name: new RegExp(`^${name}`) });
    await expect(choice).toBeDisabled();
    await expect(choice).toHaveAccessibleName(`${name} Away, 0 chats`);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await next.page.getByRole('button', { name: 'Available for chats, now away' }).click();
    await expectToast(next.page, 'You are available');

    await inbox.more('Transfer');
    await dialog
      .getByRole('radio', { name: new RegExp(`^${name} Available`) })
      .first()
      .check();
    await Promise.all([
      expectToast(inbox.page, 'Handed over'),
      expectToast(next.page, 'A chat was handed to you', new RegExp(`^${caller.name}, until now with Tosin`)),
      dialog.getByRole('button', { name: 'Transfer' }).click(),
    ]);
    await expect(inbox.page.getByText('This chat is with Ifeoma.')).toBeVisible();
    await next.open(caller.name);
    await expect(next.log).toContainText('I ask a colleague who knows your area.');
    await next.say('I am in Garki and look at it now.');
    await expect
      .poll(async () => (await caller.messages()).map(({ senderName }) => senderName))
      .toEqual([null, 'Tosin', 'Ifeoma']);
  });

  test('return to the queue, and end with a reason that the customer sees', { tag: '@long' }, async ({
    context,
    portal,
    newDevice,
  }) => {
    const { inbox, caller } = await takeCall({ context, portal, newDevice }, 'Hello');
    const { page } = inbox;
    await inbox.more('Transfer');
    await page.getByRole('radio', { name: /^Back to the queue/ }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Transfer' }).click();
    await expect(inbox.row(caller.name)).toContainText('Waiting');
    expect(await caller.chat()).toMatchObject({ status: 'waiting' });
    await inbox.accept(caller.name);
    await inbox.more('Close with a reason');
    await page.getByRole('radio', { name: /^No answer/ }).check();
    await page.getByRole('button', { name: 'Close chat' }).click();
    await expectToast(page, 'The chat has ended.');
    await expect(inbox.row(caller.name)).toContainText('No answer');
    await expect(page.getByText('This chat has ended; a note can still be left.')).toBeVisible();
    expect(await caller.chat()).toBeNull();
  });

  test('become a ticket with the number to quote', { tag: '@long' }, async ({ context, portal, newDevice, watch }) => {
    const { inbox, caller } = await takeCall({ context, portal, newDevice }, 'No light');
    const { page, row } = inbox;
    await page.getByRole('button', { name: 'Create ticket' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Subject').fill('No light at the wall box');
    await dialog.getByLabel('Priority').selectOption('high');
    watch.expectRefusal({ status: 503, path: /\/ticket$/ });
    await page.route('**/ticket', (route) =>
      route.fulfill({ status: 503, json: { success: false, message: 'The service is busy.' } }),
    );
    await dialog.getByRole('button', { name: 'Create ticket' }).click();
    await expect(dialog.getByText('The service is busy.')).toBeVisible();
    await expect(dialog.getByLabel('Subject')).toHaveValue('No light at the wall box');
    await page.unroute('**/ticket');
    await dialog.getByRole('button', { name: 'Create ticket' }).click();
    await expectToast(page, /^Ticket T-\d{6} is open$/, 'Quote the number to the customer.');
    await expect(row(caller.name)).toContainText(/T-\d{6}/);
    await inbox.openMore();
    await page.getByRole('link', { name: /^Ticket T-/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'No light at the wall box' })).toBeVisible();
  });
});

test('in two windows of one agent a reply appears in both, once; without a connection it is stored and sent later', {
  tag: '@long',
}, async ({ context, portal, newDevice, watch }) => {
  await becomeAgent(context, portal, 'Tosin');
  const [inbox, second] = [await openInbox(context), await openInbox(context)];
  const caller = await callSupport(await newDevice(), portal.origin, 'Hello');
  await inbox.accept(caller.name);
  await second.open(caller.name);
  await inbox.say('From the first window');
  for (const { log } of [inbox, second]) await expect(log.getByText('From the first window')).toHaveCount(1);
  watch.expectLostRequests();
  watch.expectWarning(/WebSocket|ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await inbox.say('Written without a connection');
  await expect(inbox.log).toContainText('Kept, will be sent');
  await expect(inbox.page.getByText('No connection. What you send is kept')).toBeVisible();
  await caller.say('And I write meanwhile');
  await context.setOffline(false);
  await expect(inbox.log).not.toContainText('Kept, will be sent');
  for (const { log } of [inbox, second]) {
    await expect(log.getByText('Written without a connection')).toHaveCount(1);
    await expect(log.getByText('And I write meanwhile')).toHaveCount(1);
  }
  expect((await caller.messages()).map(({ content }) => content)).toEqual([
    'Hello',
    'From the first window',
    'And I write meanwhile',
    'Written without a connection',
  ]);
});

test('the customer’s details are shown beside the conversation: in a column where there is room, otherwise in a drawer', {
  tag: '@long',
}, async ({ context, portal }) => {
  await becomeAgent(context, portal, 'Tosin');
  const inbox = await openInbox(context);
  const { page, row } = inbox;
  await row('Amina Bello').last().click();
  const aside = page.getByRole('complementary', { name: 'Customer' });
  await expect(aside).toContainText('Premium Fiber 100Mbps');
  await expect(aside.getByRole('meter', { name: 'Data used' })).toHaveAttribute('aria-valuetext', /^67\.5 of 100 GB/);
  await expect(aside.getByRole('img', { name: /^Downloads in Mbps/ })).toBeVisible();
  await expect(aside.getByRole('link', { name: /Everything about Amina Bello/ })).toBeVisible();
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect(aside).toBeHidden();
  await inbox.openMore();
  await page.getByRole('button', { name: 'Customer', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Customer' });
  await expect(drawer).toContainText('Premium Fiber 100Mbps');
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
});

test('the search finds what is listed, with or without accents, and links to all customers', { tag: '@long' }, async ({
  context,
  portal,
}) => {
  await becomeAgent(context, portal, 'Tosin');
  const { page, row } = await openInbox(context);
  await page.getByRole('searchbox').fill('bello am');
  await expect(row('Amina Bello').first()).toBeVisible();
  await page.getByRole('searchbox').fill('nobody of this name');
  await page.getByRole('link', { name: 'Search all customers' }).click();
  await expect(page).toHaveURL(/\/admin\/customers\?search=nobody/);
});

test.describe('the inbox', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('is accessible, at any width, in both themes and by keyboard alone', { tag: '@long' }, async ({
    context,
    portal,
    newDevice,
  }) => {
    const { inbox, caller } = await takeCall({ context, portal, newDevice }, 'Hello');
    const { page } = inbox;
    await inbox.say('Good day');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1280, 1024, 360, 320]) {
        await page.setViewportSize({ width, height: 780 });
        const where = `${width} px, ${colorScheme}`;
        expect(await findOverflow(page), where).toEqual([]);
        if (width === 1280 || width === 360) expect(await findBarriers(page), where).toEqual([]);
      }
    }
    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('link', { name: 'Back to the inbox' }).click();
    await expect(inbox.row(caller.name)).toBeFocused();
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await inbox.open(caller.name);
    expect(await findKeyboardTraps(page)).toEqual([]);
  });

  test('shows when the chats could not be loaded, and loads them again', { tag: '@long' }, async ({
    context,
    portal,
    watch,
  }) => {
    await becomeAgent(context, portal, 'Tosin');
    watch.expectRefusal({ status: 503, path: /^\/api\/staff\/chats$/ });
    await context.route('**/api/staff/chats?*', (route) =>
      route.fulfill({ status: 503, json: { success: false, message: 'The service is busy.' } }),
    );
    const { page } = await openInbox(context);
    await expect(page.getByText('We could not load the chats')).toBeVisible();
    await context.unroute('**/api/staff/chats?*');
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect(page.getByRole('list', { name: 'Chats' }).getByRole('listitem').first()).toBeVisible();
  });
});

test('saved replies that could not be loaded are reported, and loaded on Retry', {
  tag: '@long',
}, async ({ context, portal, newDevice, watch }) => {
  watch.expectRefusal({ status: 500, path: /^\/api\/staff\/saved-replies$/ });
  await context.route('**/api/staff/saved-replies', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'Something broke.' } }),
  );
  const { inbox } = await takeCall({ context, portal, newDevice }, 'My bill is wrong');
  const missing = inbox.page.getByRole('alert').filter({ hasText: 'We could not load the saved replies.' });
  await expect(missing).toBeVisible();
  await context.unroute('**/api/staff/saved-replies');
  await missing.getByRole('button', { name: 'Retry' }).click();
  await expect(missing).toHaveCount(0);
  await expect(inbox.page.getByRole('button', { name: /^All \d+$/ })).toBeVisible();
});

test('saved replies are created, changed and deleted for every agent', { tag: '@long' }, async ({
  page,
  context,
  portal,
}) => {
  await becomeAgent(context, portal, 'Tosin');
  await page.goto('/admin/saved-replies');
  await page.getByRole('button', { name: 'New reply' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Give the reply a title.')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await dialog.getByLabel('Title').fill('Ask for the colour');
  await dialog.getByLabel('Text', { exact: true }).fill('Which colour is the lamp?');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Reply saved');
  await page.getByRole('button', { name: 'Change Ask for the colour' }).click();
  await dialog.getByLabel('Text', { exact: true }).fill('Which colour does the lamp have?');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Which colour does the lamp have?')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete Ask for the colour' }).click();
  await dialog.getByRole('button', { name: 'Delete for everybody' }).click();
  await expectToast(page, 'Reply deleted');
  await expect(page.getByRole('main').getByText('Ask for the colour')).toHaveCount(0);
});

test('an agent whose presence could not be loaded is notified, and Retry loads it', { tag: '@long' }, async ({
  context,
  portal,
  watch,
}) => {
  await becomeAgent(context, portal, 'Tosin');
  watch.expectRefusal({ status: 503, path: /^\/api\/staff\/agents$/ });
  const busy = { status: 503, json: { success: false, message: 'The service is busy.' } };
  await context.route('**/api/staff/agents', (route) => route.fulfill(busy));
  const page = await context.newPage();
  await page.goto('/admin/tickets');
  const retry = page.getByRole('button', { name: 'Retry: whether you are available could not be loaded' });
  await expect(retry).toBeVisible();
  await context.unroute('**/api/staff/agents');
  await retry.click();
  await expect(page.getByRole('button', { name: /^Available for chats, now/ })).toBeVisible();
});
