import { once } from 'node:events';
import { connect } from 'node:net';
import { closeCodes } from '@portal/contract/platform/live-updates';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { openSocket, portOf, refusedWith, type SocketEvent } from '../../../testing/test-socket.ts';
import { type ChatTestbed, type Member, startChatTestbed } from '../../../testing/testbeds/chat-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: ChatTestbed;
beforeAll(async () => {
  bed = await startChatTestbed();
});
afterAll(() => bed.close());

let me: Member & { chatId: string };
let agent: Member;
beforeEach(async () => {
  me = await bed.customerInChat();
  agent = await bed.agent();
});

const isMessage = (seq: number) => (event: SocketEvent) => event.type === 'message' && event.message.seq === seq;
const isStatus = (status: string) => (event: SocketEvent) => event.type === 'status' && event.status === status;
const sayMany = async (from: number, to: number) => {
  for (let n = from; n <= to; n++) await bed.say(me, me.chatId, `No. ${n}`);
};
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

const repeat = (times: number, act: () => void) => {
  for (let n = 0; n < times; n++) act();
};

describe('the socket of a chat', () => {
  it('is opened from our pages with a session and its customer’s own chat, and refused before the upgrade otherwise', async () => {
    const path = `/ws/chat/${me.chatId}`;
    const otherCustomer = await bed.customerInChat();
    const foreign = [
      'https://evil.example',
      'http://portal.test.evil.example',
      'http://portal.test:80',
      'null',
      '',
      null,
    ];
    for (const origin of foreign)
      expect(await refusedWith(bed.app, path, me.browser, { origin }), `${origin}`).toBe(403);
    expect(await refusedWith(bed.app, path, null)).toBe(401);
    expect(await refusedWith(bed.app, path, bed.browser())).toBe(401);
    for (const cookie of ['session=', `session=${'A'.repeat(43)}`]) {
      expect(await refusedWith(bed.app, path, null, { headers: { cookie } }), cookie).toBe(401);
    }
    expect(await refusedWith(bed.app, path, otherCustomer.browser)).toBe(404);
    expect(await refusedWith(bed.app, path, agent.browser)).toBe(404);
    for (const other of ['/ws/chat/x', '/ws/chat/', '/ws/nothing', '/ws/chat/00000000-0000-0000-0000-000000000000']) {
      expect(await refusedWith(bed.app, other, me.browser), other).toBe(404);
    }
    expect(await refusedWith(bed.app, '/ws/staff', me.browser)).toBe(403);
    expect(await refusedWith(bed.app, '/api/user', me.browser)).toBe(200);
    expect((await me.browser.get(path)).statusCode).toBe(404);
    expect(await refusedWith(bed.app, path, me.browser)).toBe(101);
  });

  it('sends the state of the chat, then missed messages in order and once, then live ones', async () => {
    await sayMany(1, 120);
    const socket = await bed.chatSocket(me, me.chatId, 5);
    await socket.until(({ type }) => type === 'session');
    await sayMany(121, 125);
    await socket.until(isMessage(125));
    expect(socket.events[0].type).toBe('recent');
    expect(socket.events[1]).toMatchObject({
      type: 'session',
      session: { id: me.chatId, status: 'waiting', lastSeq: 120 },
    });
    expect(socket.seqs()).toEqual(numbers(6, 125));
  });

  it('has neither gap nor double when it opens while many messages arrive', async () => {
    const messages = Promise.all(Array.from({ length: 100 }, (_, n) => bed.say(me, me.chatId, `No. ${n}`)));
    const sockets = await Promise.all(Array.from({ length: 4 }, () => bed.chatSocket(me, me.chatId)));
    await messages;
    for (const socket of sockets) {
      await socket.until(isMessage(100));
      expect(socket.seqs()).toEqual(numbers(1, 100));
    }
  });

  it('starts from the beginning after an invalid position, and from the end after one in the future', async () => {
    await sayMany(1, 3);
    const path = `/ws/chat/${me.chatId}`;
    for (const [after, first] of [
      ['-1', 1],
      ['x', 1],
      ['1.5', 1],
      ['2', 3],
      ['999999', 4],
    ] as const) {
      const again = await openSocket(bed.app, `${path}?after=${after}`, me.browser);
      await again.until(({ type }) => type === 'session');
      await bed.say(me, me.chatId, 'Now');
      const last = Number(
        (await bed.rows('select last_seq from chat_sessions where id = $1', [me.chatId]))[0]?.last_seq,
      );
      await again.until(isMessage(last));
      expect(again.seqs(), after).toEqual(numbers(first === 4 ? last : first, last));
      again.raw.terminate();
    }
  });

  it('announces an agent, also to a page that opens its socket afterwards', async () => {
    const socket = await bed.chatSocket(me, me.chatId);
    await bed.accept(agent, me.chatId);
    const joined = { type: 'agent_joined', agent: { name: 'Ọlámidé' } };
    expect(await socket.until(({ type }) => type === 'agent_joined')).toEqual(joined);
    const later = await bed.chatSocket(me, me.chatId);
    expect(await later.until(({ type }) => type === 'agent_joined')).toEqual(joined);
    expect(later.events[1]).toMatchObject({ session: { status: 'active', supportAgent: { name: 'Ọlámidé' } } });
  });

  it('sends all messages before the end of the chat, and closes', async () => {
    await sayMany(1, 60);
    const socket = await bed.chatSocket(me, me.chatId);
    await me.browser.post(`/api/chat/${me.chatId}/close`, {});
    expect(await socket.closed).toBe(closeCodes.chatEnded);
    expect(socket.seqs()).toEqual(numbers(1, 60));
    expect(socket.events.at(-1)).toEqual({ type: 'closed', reason: 'ended-by-customer' });
    const late = await bed.chatSocket(me, me.chatId, 59);
    expect(await late.closed).toBe(closeCodes.chatEnded);
    expect(late.events.map(({ type }) => type)).toEqual(['recent', 'session', 'message', 'closed']);
  });
});

describe('a message’s ticks', () => {
  it('go from sent to delivered when it has reached the agent’s page, and to read when it was shown', async () => {
    const [socket, agentSocket] = [await bed.chatSocket(me, me.chatId), await bed.staffSocket(agent)];
    const { id } = (await bed.say(me, me.chatId, 'Hello?')).json();
    await bed.accept(agent, me.chatId);
    await agentSocket.until(isMessage(1));
    expect(await socket.until(isStatus('delivered'))).toEqual({
      type: 'status',
      messageIds: [id],
      status: 'delivered',
    });
    agentSocket.say({ type: 'read', sessionId: me.chatId, seq: 1 });
    expect(await socket.until(isStatus('read'))).toEqual({ type: 'status', messageIds: [id], status: 'read' });
    const [stored] = (await me.browser.get(`/api/chat/${me.chatId}/messages`)).json();
    expect(stored).toEqual({ ...socket.events.find(isMessage(1)).message, status: 'read' });
  });

  it('stay at sent while the other side’s client does not answer, and follow when it returns', async () => {
    const agentSocket = await bed.staffSocket(agent);
    await bed.accept(agent, me.chatId);
    const socket = await bed.chatSocket(me, me.chatId);
    await socket.until(({ type }) => type === 'agent_joined');
    // The phone sleeps: its system takes what arrives, its page does not.
    socket.raw.pause();
    const { id } = (await bed.reply(agent, me.chatId, 'Testing your line now.')).json();
    await agentSocket.until(isMessage(1));
    const [asleep] = (await agent.browser.get(`/api/staff/chats/${me.chatId}/messages`)).json();
    expect(asleep).toMatchObject({ id, status: 'sent', senderName: 'Ọlámidé' });
    expect((await me.browser.get('/api/chat/active')).json()).toMatchObject({ lastSeq: 1, unread: 1 });
    socket.raw.resume();
    const event = { type: 'status', sessionId: me.chatId, messageIds: [id] };
    expect(await agentSocket.until(isStatus('delivered'))).toEqual({ ...event, status: 'delivered' });
    socket.say({ type: 'read', seq: 1 });
    expect(await agentSocket.until(isStatus('read'))).toEqual({ ...event, status: 'read' });
    expect((await me.browser.get('/api/chat/active')).json()).toMatchObject({ unread: 0 });
  });

  it('never go back, and never beyond the messages that exist', async () => {
    const agentSocket = await bed.staffSocket(agent);
    await bed.accept(agent, me.chatId);
    const socket = await bed.chatSocket(me, me.chatId);
    const ids: string[] = [];
    for (const text of ['One', 'Two', 'Three']) ids.push((await bed.reply(agent, me.chatId, text)).json().id);
    socket.say({ type: 'read', seq: 999_999 });
    await agentSocket.until(isStatus('read'));
    socket.say({ type: 'read', seq: 1 });
    ids.push((await bed.reply(agent, me.chatId, 'Four')).json().id);
    await agentSocket.until((event) => isStatus('delivered')(event) && event.messageIds.includes(ids[3]));
    const stored = (await agent.browser.get(`/api/staff/chats/${me.chatId}/messages`)).json();
    expect(stored.map(({ status }: SocketEvent) => status)).toEqual(['read', 'read', 'read', 'delivered']);
  });
});

describe('typing', () => {
  it('is sent to the other side alone, every two seconds at most', async () => {
    const agentSocket = await bed.staffSocket(agent);
    await bed.accept(agent, me.chatId);
    const socket = await bed.chatSocket(me, me.chatId);
    await socket.until(({ type }) => type === 'agent_joined');
    for (let n = 0; n < 5; n++) socket.say({ type: 'typing' });
    expect(await agentSocket.until(({ type }) => type === 'typing')).toEqual({
      type: 'typing',
      sessionId: me.chatId,
      sender: 'user',
    });
    for (let n = 0; n < 5; n++) agentSocket.say({ type: 'typing', sessionId: me.chatId });
    expect(await socket.until(({ type }) => type === 'typing')).toEqual({ type: 'typing', sender: 'agent' });
    await bed.reply(agent, me.chatId, 'Done');
    await Promise.all([socket.until(isMessage(1)), agentSocket.until(isMessage(1))]);
    for (const { events } of [socket, agentSocket])
      expect(events.filter(({ type }) => type === 'typing')).toHaveLength(1);
  });

  it('in somebody else’s chat is sent to no one', async () => {
    const other = await bed.customerInChat();
    await bed.accept(await bed.agent('Tosin'), other.chatId);
    const theirs = await bed.chatSocket(other, other.chatId);
    const agentSocket = await bed.staffSocket(agent);
    agentSocket.say({ type: 'typing', sessionId: other.chatId });
    agentSocket.say({ type: 'read', sessionId: other.chatId, seq: 1 });
    await bed.say(other, other.chatId, 'Hello');
    await theirs.until(isMessage(1));
    expect(theirs.events.filter(({ type }) => type === 'typing')).toEqual([]);
    expect(agentSocket.raw.readyState).toBe(agentSocket.raw.OPEN);
    expect(agentSocket.seqs()).toEqual([]);
  });
});

describe('a socket that misbehaves', () => {
  it.each<[string, number, (raw: WebSocket) => void]>([
    ['binary', 1003, (raw) => raw.send(Buffer.from('{"type":"typing"}'))],
    ['text that is no JSON', 1008, (raw) => raw.send('hello')],
    ['an unknown word', 1008, (raw) => raw.send('{"type":"message","content":"hi"}')],
    ['a wrong figure', 1008, (raw) => raw.send('{"type":"read","seq":"1"}')],
    ['more than 64 KB', 1009, (raw) => raw.send('x'.repeat(65_537))],
    ['10 MB', 1009, (raw) => raw.send('x'.repeat(10_000_000))],
    ['a flood of frames', 1008, (raw) => repeat(200, () => raw.send('{"type":"typing"}'))],
    ['a flood of pings', 1008, (raw) => repeat(200, () => raw.ping())],
  ])('by %s is closed with %i, and the others live on', async (_what, code, misbehave) => {
    const [bad, good] = [await bed.chatSocket(me, me.chatId), await bed.chatSocket(me, me.chatId)];
    misbehave(bad.raw);
    expect(await bad.closed).toBe(code);
    await bed.say(me, me.chatId, 'Still there?');
    await good.until(isMessage(1));
  });

  it('by too many fragments is closed', async () => {
    const bad = await bed.chatSocket(me, me.chatId);
    for (let n = 0; n < 100; n++) bad.raw.send('x', { fin: false });
    expect([1006, 1008]).toContain(await bad.closed);
  });

  it('is never compressed, whatever the page offers', async () => {
    const { raw } = await bed.chatSocket(me, me.chatId);
    expect(raw.extensions).toBe('');
  });

  it('is refused with endless headers', async () => {
    const socket = connect(portOf(bed.app), '127.0.0.1');
    const lines = numbers(1, 2000).map((n) => `x-${n}: ${'y'.repeat(50)}`);
    socket.write(
      `GET /ws/chat/${me.chatId} HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\n${lines.join('\r\n')}\r\n\r\n`,
    );
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 431 /);
    socket.destroy();
  });

  it('is one of five at most: the oldest is closed', async () => {
    const sockets = [];
    for (let n = 0; n < 7; n++) sockets.push(await bed.chatSocket(me, me.chatId));
    expect(await Promise.all(sockets.slice(0, 2).map(({ closed }) => closed))).toEqual([
      closeCodes.tooManySockets,
      closeCodes.tooManySockets,
    ]);
    await bed.say(me, me.chatId, 'Here');
    for (const socket of sockets.slice(2)) await socket.until(isMessage(1));
  });
});
