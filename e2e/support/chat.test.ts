import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { dismissToast } from '../fixtures/browser/dismiss-toast.ts';
import { expectFailure, expectToast } from '../fixtures/browser/toast.ts';
import { newPerson, registerPerson } from '../fixtures/customers/customer.ts';
import { chatOn, connectAgent, startChat } from '../fixtures/support/chat.ts';
import { expect, type Locator, type Page, test } from '../fixtures/test.ts';

/** The visible ticks beside a message; the text for screen readers is next to them. */
const ticksDrawn = (line: Locator) => line.locator('svg path');
const launcher = (page: Page) => page.getByRole('button', { name: /^Chat with support/ });

test('a conversation goes from the queue to an agent, with ticks on both sides, until the agent ends it', async ({
  page,
  customer,
  newDevice,
  portal,
}) => {
  const agent = await connectAgent(await newDevice(), portal);
  const chat = await startChat(page);
  await expectToast(page, 'Chat Started');
  expect((await chat.whole.boundingBox())?.height).toBe(600);
  await expect(chat.whole.getByText('Online', { exact: true })).toBeVisible();
  await expect(chat.whole.getByText(/^Estimated wait: \d+ minutes?$/)).toBeVisible();
  await chat.field.fill('My speed drops');
  await chat.field.press('Shift+Enter');
  await chat.field.pressSequentially('every night.');
  await chat.field.press('Enter');
  await expect(chat.field).toHaveValue('');
  await chat.field.press('Enter');
  await chat.say(' \u00A0 ');
  await chat.field.fill('');
  const mine = chat.line('My speed drops');
  await expect(mine.getByText('Sent')).toBeAttached();
  await expect(ticksDrawn(mine)).toHaveCount(1);
  const inbox = await agent.accept(customer.email);
  await expectToast(page, 'Agent Connected', agent.name);
  await expect(chat.whole.getByText(`${agent.name}, Support`)).toBeVisible();
  await expect(chat.log.getByText(/^Today, \d\d:\d\d. Bola joined the chat$/)).toBeVisible();
  await expect(chat.whole.getByText('You are in the queue')).toHaveCount(0);
  inbox.type();
  await expect(chat.log.getByText('Bola is typing')).toBeAttached();
  await inbox.say('Good evening. Its light is weak.');
  await expect(chat.line('Its light is weak.')).toBeVisible();
  await expect(chat.log.getByText('Bola is typing')).toHaveCount(0);
  await expect(mine.getByText('Delivered')).toBeAttached();
  await expect(ticksDrawn(mine)).toHaveCount(2);
  await expect(mine.locator('svg')).not.toHaveCSS('opacity', '1');
  await inbox.read();
  await expect(mine.getByText('Read')).toBeAttached();
  await expect(ticksDrawn(mine)).toHaveCount(2);
  await expect(mine.locator('svg')).toHaveCSS('opacity', '1');
  await expect.poll(async () => (await inbox.messages()).map(({ status }) => status)).toEqual(['read', 'read']);
  expect((await inbox.messages()).map(({ content }) => content)).toEqual([
    'My speed drops\nevery night.',
    'Good evening. Its light is weak.',
  ]);
  await inbox.close('resolved');
  await expect(chat.whole.getByText('The agent has ended this chat.')).toBeVisible();
  await expect(chat.field).toBeDisabled();
  await expect(chat.whole.getByText('Offline')).toBeVisible();
  await page.reload();
  await expect(chat.line('Its light is weak.')).toBeVisible();
  await chat.whole.getByRole('button', { name: 'Start a new chat' }).click();
  await expect(chat.whole.getByText('You are in the queue', { exact: true })).toBeVisible();
  expect(await chat.words()).toEqual([]);
  agent.leave();
});

test('the chat is beside every page: it counts unread messages, opens there, and stays open over pages and a reload', {
  tag: '@long',
}, async ({ page, customer, newDevice, portal }) => {
  const agent = await connectAgent(await newDevice(), portal);
  const chat = await startChat(page);
  await chat.say('Hello');
  const inbox = await agent.accept(customer.email);
  await expect(chat.whole.getByText('Bola, Support')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(launcher(page)).toBeVisible();
  await inbox.say('one');
  await inbox.say('two');
  await expect(launcher(page)).toHaveAccessibleName('Chat with support, 2 new messages from support');
  await expect(page).toHaveTitle(/^\(2\) Dashboard/);
  await page.getByRole('link', { name: 'Plans' }).first().click();
  await expect(page).toHaveTitle(/^\(2\) Plans/);
  expect((await inbox.messages()).map(({ status }) => status)).not.toContain('read');
  await dismissToast(page);
  await launcher(page).click();
  await expect(chat.line('two')).toBeVisible();
  await expect(page).toHaveTitle(/^Plans/);
  await expect.poll(async () => (await inbox.messages()).at(-1)?.status).toBe('read');
  await chat.field.fill('Not sent yet');
  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page).toHaveTitle(/^About/);
  await expect(chat.field).toHaveValue('Not sent yet');
  await page.reload();
  await expect(chat.field).toHaveValue('Not sent yet');
  await expect.poll(chat.words).toEqual(['Hello', 'one', 'two']);
  await chat.field.press('Escape');
  await expect(chat.whole).toHaveCount(0);
  await expect(launcher(page)).toBeFocused();
  agent.leave();
});

test('messages written without a connection are stored and sent on return, in order and once', async ({
  page,
  context,
  customer,
  newDevice,
  portal,
  watch,
}) => {
  watch.expectLostRequests();
  const agent = await connectAgent(await newDevice(), portal);
  const chat = await startChat(page);
  await chat.say('Before the tunnel');
  const inbox = await agent.accept(customer.email);
  await expect(chat.whole.getByText('Bola, Support')).toBeVisible();
  await context.setOffline(true);
  await expect(chat.whole.getByText('Offline')).toBeVisible();
  await expectFailure(page, 'Connection Error', 'Failed to connect to chat service');
  await expect(chat.whole.getByText('What you send now is kept')).toBeVisible();
  await chat.say('In the tunnel, one');
  await chat.say('In the tunnel, two');
  await expect(chat.line('In the tunnel, two').getByText('Kept, will be sent')).toBeVisible();
  await inbox.say('Are you there?');
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto('/support');
  const chatAgain = chatOn(again);
  await expect(chatAgain.line('In the tunnel, two').getByText(/Sent|Delivered/)).toBeAttached();
  const order = ['Before the tunnel', 'Are you there?', 'In the tunnel, one', 'In the tunnel, two'];
  expect(await chatAgain.words()).toEqual(order);
  expect((await inbox.messages()).map(({ content }) => content)).toEqual(order);
  agent.leave();
});

test('a phone that sleeps during a conversation has missed nothing when it wakes', {
  tag: '@long',
}, async ({ page, context, customer, newDevice, portal, watch }) => {
  watch.expectLostRequests();
  const agent = await connectAgent(await newDevice(), portal);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dashboard');
  await launcher(page).click();
  const chat = chatOn(page);
  await chat.whole.getByRole('button', { name: 'Start Chat' }).click();
  await chat.say('Should I unplug anything?');
  await expect(chat.line('Should I unplug').getByText('Sent')).toBeAttached();
  const inbox = await agent.accept(customer.email);
  await expect(chat.whole.getByText('Bola, Support')).toBeVisible();
  const browser = await context.newCDPSession(page);
  await browser.send('Page.setWebLifecycleState', { state: 'frozen' });
  await context.setOffline(true);
  await inbox.say('Leave it in, please.');
  await inbox.say('An engineer can come tomorrow at 9.');
  await context.setOffline(false);
  await browser.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(chat.line('tomorrow at 9')).toBeVisible();
  await chat.say('Tomorrow works, thank you.');
  await expect(chat.line('Tomorrow works').getByText(/Sent|Delivered/)).toBeAttached();
  const order = ['Should I unplug anything?', 'Leave it in, please.', 'An engineer can come tomorrow at 9.'];
  expect(await chat.words()).toEqual([...order, 'Tomorrow works, thank you.']);
  expect((await inbox.messages()).map(({ content }) => content)).toEqual([...order, 'Tomorrow works, thank you.']);
  agent.leave();
});

test('a customer who does not want to wait turns the chat into a ticket, sees its number, and finds it among the tickets', {
  tag: '@long',
}, async ({ page, customer: _customer, watch }) => {
  const chat = await startChat(page);
  const instead = chat.whole.getByRole('button', { name: 'Create a ticket instead' });
  watch.expectRefusal({ status: 409, path: /^\/api\/chat\/[^/]+\/ticket$/ });
  const about = page.getByRole('dialog', { name: 'What is it about?' });
  await instead.click();
  await about.getByRole('button', { name: 'Something else' }).click();
  await expectFailure(page, 'No ticket was made', 'Nothing has been written yet. Say first what it is about.');
  await chat.say('The lamp on my router is red.');
  await expect(chat.line('The lamp').getByText('Sent')).toBeAttached();
  await instead.click();
  await about.getByRole('button', { name: 'Slow or no internet' }).click();
  await expect(chat.whole.getByText('This chat goes on as a ticket.')).toBeVisible();
  const number = await chat.whole.getByText(/^Your ticket number is /).innerText();
  const tickets = page.getByRole('region', { name: 'My tickets' });
  await expect(tickets.getByText(/T-\d+/.exec(number)?.[0] ?? 'no number')).toBeVisible();
  await expect(chat.whole.getByRole('button', { name: 'Start a new chat' })).toBeVisible();
});

test('a chat is ended after a confirmation, and a refusal of the server is shown', { tag: '@long' }, async ({
  page,
  customer: _customer,
  watch,
}) => {
  watch.expectRefusal({ status: 503, path: /^\/api\/chat\/(initialize|send)$/ });
  const busy = { status: 503, json: { success: false, message: 'The service is busy.' } };
  await page.goto('/support');
  const chat = chatOn(page);
  await page.route('**/api/chat/initialize', (route) => route.fulfill(busy));
  await chat.whole.getByRole('button', { name: 'Start Chat' }).click();
  await expectFailure(page, 'Failed to Start Chat', 'The service is busy.');
  await page.unroute('**/api/chat/initialize');
  await chat.whole.getByRole('button', { name: 'Start Chat' }).click();
  await expect(chat.field).toBeFocused();
  await page.route('**/api/chat/send', (route) => route.fulfill(busy));
  await chat.say('Hello');
  await expectFailure(page, 'Failed to Send Message', 'The service is busy.');
  await expect(chat.line('Hello').getByText('Not sent')).toBeVisible();
  await page.unroute('**/api/chat/send');
  await expect(chat.line('Hello').getByText('Sent', { exact: true })).toBeAttached();
  await chat.field.fill('ọ'.repeat(2000));
  await expect(chat.whole.getByRole('alert')).toHaveText('That message is too long. Please send it in parts.');
  await chat.field.press('Enter');
  await expect(chat.field).not.toHaveValue('');
  await chat.whole.getByRole('button', { name: 'End chat' }).click();
  const question = page.getByRole('dialog', { name: 'End this chat?' });
  await expect(question).toContainText('You lose your place in the queue.');
  await question.getByRole('button', { name: 'Keep chatting' }).click();
  await chat.whole.getByRole('button', { name: 'End chat' }).click();
  await question.getByRole('button', { name: 'End chat' }).click();
  await expect(chat.whole.getByText('You have ended this chat.')).toBeVisible();
  await expect(chat.whole.getByRole('button', { name: 'Start a new chat' })).toBeFocused();
});

test('every way to the live chat opens it; a visitor signs in first and returns to it', { tag: '@long' }, async ({
  page,
  context,
  portal,
}) => {
  const person = newPerson();
  await registerPerson(context, portal.origin, person);
  await context.clearCookies();
  await page.goto('/');
  await page.getByRole('link', { name: 'Start Chat' }).click();
  await expect(page).toHaveURL('/support#chat');
  await page.locator('#chat').getByRole('link', { name: 'Start Chat' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/support#chat');
  await expect(chatOn(page).whole.getByRole('button', { name: 'Start Chat' })).toBeInViewport();
  await page.goto('/plans');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Live Chat' }).click();
  await expect(chatOn(page).whole.getByRole('button', { name: 'Start Chat' })).toBeInViewport();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: 'reduce' } });

  test('the chat fills the screen and frees it again, and is accessible', { tag: '@long' }, async ({
    page,
    customer: _customer,
  }) => {
    await page.goto('/support');
    const way = page.getByRole('region', { name: 'Contact Us' }).getByRole('link', { name: /^Live Chat/ });
    await way.click();
    const panel = page.getByRole('dialog', { name: 'Live Chat' });
    const chat = chatOn(page);
    await panel.getByRole('button', { name: 'Start Chat' }).click();
    await chat.say('Good evening');
    await expect(chat.line('Good evening').getByText('Sent')).toBeAttached();
    await expect(page.locator('.app-frame')).toHaveAttribute('inert', '');
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() => document.activeElement?.closest('.app-frame') === null);
      expect(place, 'the page behind is out of reach').toBe(true);
    }
    await dismissToast(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findBarriers(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await findOverflow(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(launcher(page)).toBeFocused();
    await expect(page.locator('.app-frame')).not.toHaveAttribute('inert');
    expect(await findOverflow(page)).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);
  });

  test('an open chat does not cover the page that is loaded next: it continues behind its button, which counts', {
    tag: '@long',
  }, async ({ page, customer, newDevice, portal }) => {
    const agent = await connectAgent(await newDevice(), portal);
    await page.goto('/dashboard');
    await launcher(page).click();
    const chat = chatOn(page);
    await chat.whole.getByRole('button', { name: 'Start Chat' }).click();
    await chat.say('I am paying just now');
    await expect(chat.line('I am paying').getByText('Sent')).toBeAttached();
    await page.goto('/payment');
    await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible();
    await expect(launcher(page)).toBeVisible();
    await expect(page.locator('.app-frame')).not.toHaveAttribute('inert');
    const inbox = await agent.accept(customer.email);
    await inbox.say('I see your payment.');
    await expect(launcher(page)).toHaveAccessibleName('Chat with support, 1 new message from support');
    await dismissToast(page);
    await launcher(page).click();
    await expect(chat.line('I see your payment.')).toBeVisible();
    agent.leave();
  });
});
