import { brand } from '@portal/brand';
import type { Mail } from '@portal/kernel/messaging/mail';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMail } from '../../../testing/read-mail.ts';
import { openSocket } from '../../../testing/test-socket.ts';
import { type ChatTestbed, type Member, startChatTestbed } from '../../../testing/testbeds/chat-testbed.ts';
import { unpublishedSettings } from '../../../testing/unpublished-settings.ts';
import { createUnattendedChatAlert } from './unattended-chat-alert.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: ChatTestbed;
beforeAll(async () => {
  bed = await startChatTestbed();
});
afterAll(() => bed.close());

let me: Member & { chatId: string };
beforeEach(async () => {
  await bed.rows(`update chat_sessions set status = 'closed', closed_at = now() where status <> 'closed'`);
  await bed.rows('delete from chat_agents');
  mails.clear();
  me = await bed.customerInChat();
});

const available = async (who: Member, presence = 'available') => who.browser.put('/api/staff/presence', { presence });
const estimate = async () => (await me.browser.get('/api/chat/active')).json().estimatedWaitTime;
const waitFor = (minutes: number, chatId = me.chatId) =>
  bed.rows('update chat_sessions set waiting_since = now() - make_interval(mins => $2) where id = $1', [
    chatId,
    minutes,
  ]);
/** By their keys in the outbox. */
const mails = new Map<string, Mail>();
const instance = () =>
  createUnattendedChatAlert({
    ...bed,
    origin: 'http://portal.test',
    settings: unpublishedSettings,
    queueEmail: async (_database, mail) => void mails.set(mail.messageKey, mail),
  });
const round = () => instance()();
const supportMail = () => [...mails.values()];

describe('while no agent is available', () => {
  it('a customer sees no estimated wait: that needs an agent who is online and Available', async () => {
    const agent = await bed.agent();
    expect(await estimate()).toBeNull();
    await available(agent, 'away');
    expect(await estimate()).toBeNull();
    await available(agent);
    expect(await estimate()).toBe(2);
    await bed.rows(`update chat_agents set seen_at = now() - interval '61 seconds'`);
    expect(await estimate()).toBeNull();
  });

  it('the support address gets one mail about a chat that waits more than 3 minutes, whichever instances look', async () => {
    await bed.say(me, me.chatId, 'My line is dead.');
    await waitFor(2);
    await round();
    expect(supportMail()).toEqual([]);
    await waitFor(4);
    const again = instance();
    await Promise.all([again(), round()]);
    await again();
    const [mail, ...others] = supportMail();
    expect(others).toEqual([]);
    expect(mail?.subject).toContain('Bisi Adu');
    expect(mail?.parts).toContain('My line is dead.');
    expect(JSON.stringify(mail?.parts)).toContain(`http://portal.test/admin/inbox?chat=${me.chatId}`);
  });

  it('it gets another mail when a chat returns to the queue and is unattended again', async () => {
    await waitFor(10);
    await round();
    await waitFor(5);
    await round();
    expect(supportMail()).toHaveLength(2);
  });

  it('and only then: with an agent Available no mail is sent', async () => {
    await waitFor(10);
    await available(await bed.agent());
    await round();
    expect(supportMail()).toEqual([]);
  });
});

describe('a chat that was left in the queue', () => {
  it('does not lengthen the estimate of other customers', async () => {
    const other = await bed.customerInChat();
    await available(await bed.agent());
    await waitFor(60, other.chatId);
    expect(await estimate()).toBeGreaterThanOrEqual(60);
    await waitFor(60 * 24, other.chatId);
    expect(await estimate()).toBe(2);
  });
});

describe('the close reason “moved to a ticket”', () => {
  it('is refused for a chat without a ticket', async () => {
    const agent = await bed.agent();
    await bed.accept(agent, me.chatId);
    await bed.say(me, me.chatId, 'My line is slow.');
    const close = async () =>
      (await agent.browser.post(`/api/staff/chats/${me.chatId}/close`, { reason: 'moved-to-ticket' })).json();
    expect(await close()).toMatchObject({ code: 'chat.no-ticket' });
    expect((await me.browser.get('/api/chat/active')).json()).toMatchObject({ status: 'active' });
    await agent.browser.post(`/api/staff/chats/${me.chatId}/ticket`, {});
    expect(await close()).toMatchObject({ chat: { status: 'closed', closeReason: 'moved-to-ticket' } });
  });
});

describe('a chat that was started in one window', () => {
  it('appears on the customer’s other open pages', async () => {
    const who = await bed.customer();
    const page = await openSocket(bed.app, '/ws/live', who.browser);
    await who.browser.post('/api/chat/initialize', {});
    expect(await page.until(({ type }) => type === 'changed')).toEqual({ type: 'changed', what: 'chat' });
  });
});

it('the portal’s periodic job sends the mail about unattended chats', async () => {
  await waitFor(4);
  bed.startJobs();
  const arrived = async () => expect(await readMail(bed, brand.supportEmail)).toHaveLength(1);
  await vi.waitFor(arrived, { timeout: 30_000, interval: 500 });
});
