import { closeCodes } from '@portal/contract/platform/live-updates';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GOOD_PASSWORD } from '../../testing/test-browser.ts';
import { openSocket, type SocketEvent, type TestSocket } from '../../testing/test-socket.ts';
import { type ChatTestbed, type Member, startChatTestbed } from '../../testing/testbeds/chat-testbed.ts';
import { createLiveBus } from './live-bus.ts';
import { createLiveUpdatePublisher } from './live-updates.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const bus = createLiveBus({ relay: null, onError: () => {} });
let bed: ChatTestbed;
beforeAll(async () => {
  bed = await startChatTestbed({ bus });
});
afterAll(() => bed.close());

let me: Member & { chatId: string };
let agent: Member;
beforeEach(async () => {
  me = await bed.customerInChat();
  agent = await bed.agent();
});

/**
 * Counts the time in which this process could run, until the result is read: time taken by other
 * processes is not counted as delay.
 */
function countOwnMs(): () => number {
  let ownMs = 0;
  const timer = setInterval(() => {
    ownMs += 50;
  }, 50);
  return () => {
    clearInterval(timer);
    return ownMs;
  };
}

const isMessage = (seq: number) => (event: SocketEvent) => event.type === 'message' && event.message.seq === seq;

describe('when a session ends, its sockets are closed within 5 s and receive nothing more:', () => {
  const ends: [string, (who: Member) => Promise<unknown>][] = [
    ['signing out', (who) => who.browser.post('/api/logout', {})],
    ['expiry', (who) => bed.rows('update sessions set expire = now() where user_id = $1', [who.id])],
    ['a disabled account', (who) => bed.rows('update users set disabled = true where id = $1', [who.id])],
  ];

  it.each(ends)('%s', async (_name, end) => {
    const other = await bed.customerInChat();
    const sockets = [
      await bed.chatSocket(me, me.chatId),
      await openSocket(bed.app, '/ws/live', me.browser),
      await bed.staffSocket(agent),
    ];
    const untouched = await bed.chatSocket(other, other.chatId);
    await Promise.all([end(me), end(agent)]);
    const ownMs = countOwnMs();
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual(sockets.map(() => closeCodes.signedOut));
    expect(ownMs()).toBeLessThan(5000);
    await bed.say(other, other.chatId, 'Still here');
    await untouched.until(isMessage(1));
  });

  it('a new password, for the sockets of every session before', async () => {
    const elsewhere = { ...me, browser: bed.browser() };
    await elsewhere.browser.post('/api/login', { email: me.email, password: GOOD_PASSWORD });
    const sockets = [await bed.chatSocket(me, me.chatId), await bed.chatSocket(elsewhere, me.chatId)];
    const change = { currentPassword: GOOD_PASSWORD, newPassword: 'Baobab-Lantern-77' };
    expect((await me.browser.post('/api/user/change-password', change)).statusCode).toBe(200);
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual(sockets.map(() => closeCodes.signedOut));
    const again = await bed.chatSocket(me, me.chatId);
    await bed.say(me, me.chatId, 'Back');
    await again.until(isMessage(1));
  });

  it('a removed role, for the staff socket only', async () => {
    const [agentSocket, page] = [await bed.staffSocket(agent), await openSocket(bed.app, '/ws/live', agent.browser)];
    await bed.rows(`update users set role = 'customer' where id = $1`, [agent.id]);
    expect(await agentSocket.closed).toBe(closeCodes.signedOut);
    expect(page.raw.readyState).toBe(page.raw.OPEN);
  });

  it('a role without chats: the page is asked to connect anew, and gets no more of the queue', async () => {
    const agentSocket = await bed.staffSocket(agent);
    await bed.rows(`update staff_member_roles set role = 'technician' where user_id = $1`, [agent.id]);
    expect(await agentSocket.closed).toBe(closeCodes.restart);
    const again = await openSocket(bed.app, '/ws/staff', agent.browser);
    await bed.customerInChat();
    createLiveUpdatePublisher(bus)(null, 'network-status');
    await again.until(({ what }) => what === 'network-status');
    expect(again.events.map(({ type }) => type)).toEqual(['recent', 'takes-tickets', 'changed']);
  });

  it('and the very next frame is refused', async () => {
    const agentSocket = await bed.staffSocket(agent);
    await bed.accept(agent, me.chatId);
    const page = await bed.chatSocket(me, me.chatId);
    await page.until(({ type }) => type === 'agent_joined');
    await bed.rows('delete from sessions where user_id = $1', [agent.id]);
    agentSocket.say({ type: 'typing', sessionId: me.chatId });
    expect(await agentSocket.closed).toBe(closeCodes.signedOut);
    expect(page.events.some(({ type }) => type === 'typing')).toBe(false);
  });
});

describe('a page without a chat', () => {
  it('gets the changes of its customer and of everybody, and none of other customers', async () => {
    const announce = createLiveUpdatePublisher(bus);
    const other = await bed.customer();
    const [mine, theirs] = [
      await openSocket(bed.app, '/ws/live', me.browser),
      await openSocket(bed.app, '/ws/live', other.browser),
    ];
    announce(me.id, 'payments');
    announce(null, 'network-status');
    await theirs.until(({ type }) => type === 'changed');
    await mine.until(({ what }) => what === 'network-status');
    expect(mine.events.slice(1)).toEqual([
      { type: 'changed', what: 'payments' },
      { type: 'changed', what: 'network-status' },
    ]);
    expect(theirs.events.slice(1)).toEqual([{ type: 'changed', what: 'network-status' }]);
  });

  it('can send nothing on its socket', async () => {
    const socket = await openSocket(bed.app, '/ws/live', me.browser);
    socket.say({ type: 'typing' });
    expect(await socket.closed).toBe(1008);
  });

  it('gets changes on the socket of its chat as well', async () => {
    const socket = await bed.chatSocket(me, me.chatId);
    createLiveUpdatePublisher(bus)(me.id, 'tickets');
    expect(await socket.until(({ type }) => type === 'changed')).toEqual({ type: 'changed', what: 'tickets' });
  });
});

describe('when the portal closes', () => {
  it('every socket is asked to reconnect, and the portal does not wait for any of them', async () => {
    const closing = await startChatTestbed();
    const who = await closing.customerInChat();
    const sockets: TestSocket[] = [
      await closing.chatSocket(who, who.chatId),
      await openSocket(closing.app, '/ws/live', who.browser),
    ];
    const deaf = await closing.chatSocket(who, who.chatId);
    deaf.raw.pause();
    const ownMs = countOwnMs();
    await closing.close();
    expect(ownMs()).toBeLessThan(15_000);
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([closeCodes.restart, closeCodes.restart]);
    deaf.raw.terminate();
  });
});
