import { newPerson, registerPerson } from '../fixtures/customers/customer.ts';
import { chatOn } from '../fixtures/support/chat.ts';
import { becomeAgent, openInbox } from '../fixtures/support/console.ts';
import { expect, test } from '../fixtures/test.ts';

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 820 };

test('a customer on a phone and an agent on a computer talk; the phone sleeps in between, and nothing is lost, doubled or out of order on either side', async ({
  context,
  newDevice,
  portal,
  watch,
}) => {
  const home = await newDevice();
  await becomeAgent(home, portal, 'Tosin');
  const inbox = await openInbox(home);
  await inbox.page.setViewportSize(DESK);
  const person = newPerson('Obioma');
  await registerPerson(context, portal.origin, person);
  const name = `${person.firstName} ${person.lastName}`;
  const page = await context.newPage();
  await page.setViewportSize(PHONE);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Chat with support/ }).click();
  const phone = chatOn(page);
  await phone.whole.getByRole('button', { name: 'Start Chat' }).click();
  await phone.say('My speed drops to 5 Mbps every night.');

  await inbox.row(name).first().click();
  await inbox.page.getByRole('button', { name: 'Accept' }).click();
  await expect(phone.whole.getByText('Tosin, Support')).toBeVisible();
  await inbox.reply.pressSequentially('Good evening');
  await expect(phone.log.getByText('Tosin is typing')).toBeAttached();
  await inbox.say('Good evening Obioma. Testing your line from our side now.');
  await phone.field.pressSequentially('Th');
  await expect(inbox.log.getByText('Obioma is typing')).toBeAttached();
  await phone.say('Thank you');
  const lineOf = (content: string) => inbox.log.locator('.chat-line').filter({ hasText: content });
  await expect(lineOf('Testing your line').getByText('Read')).toBeAttached();
  await expect(phone.line('Thank you').getByText('Read')).toBeAttached();

  watch.expectLostRequests();
  const lid = await context.newCDPSession(page);
  await lid.send('Page.setWebLifecycleState', { state: 'frozen' });
  await context.setOffline(true);
  await inbox.say('The light at your wall box is weak.');
  await inbox.say('Please leave it plugged in.');
  await expect(lineOf('Please leave it').getByText('Sent', { exact: true })).toBeAttached();
  await lid.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(phone.whole.getByText('Offline')).toBeVisible();
  await phone.say('Should I unplug anything?');
  await phone.say('The lamp blinks.');
  await expect(phone.line('The lamp blinks.').getByText('Kept, will be sent')).toBeVisible();
  await context.setOffline(false);

  const words = [
    'My speed drops to 5 Mbps every night.',
    'Good evening Obioma. Testing your line from our side now.',
    'Thank you',
    'The light at your wall box is weak.',
    'Please leave it plugged in.',
    'Should I unplug anything?',
    'The lamp blinks.',
  ];
  await expect(inbox.log.locator('.chat-words')).toHaveText(words);
  await expect(phone.log.locator('.chat-words')).toHaveText(words);
  await inbox.say('An engineer can come tomorrow at 9.');
  await expect(phone.line('tomorrow at 9')).toBeVisible();
  for (const content of ['Please leave it', 'tomorrow at 9']) {
    await expect(lineOf(content).getByText('Read')).toBeAttached();
  }
  for (const content of ['Should I unplug', 'The lamp blinks.']) {
    await expect(phone.line(content).getByText('Read')).toBeAttached();
  }

  await inbox.page.reload();
  await page.reload();
  // On a phone the loaded page is visible; the chat continues behind its button.
  await page.getByRole('button', { name: /^Chat with support/ }).click();
  const all = [...words, 'An engineer can come tomorrow at 9.'];
  await expect(inbox.log.locator('.chat-words')).toHaveText(all);
  await expect(phone.log.locator('.chat-words')).toHaveText(all);
  await inbox.page.getByRole('button', { name: 'Resolve' }).click();
  await expect(phone.whole.getByText('The agent has ended this chat.')).toBeVisible();
  await expect(inbox.row(name).first()).toContainText('Resolved');
});
