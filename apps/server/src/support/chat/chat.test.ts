import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendAtOnce } from '../../testing/send-at-once.ts';
import { type ChatTestbed, type Member, startChatTestbed } from '../../testing/testbeds/chat-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: ChatTestbed;
beforeAll(async () => {
  bed = await startChatTestbed();
  // All connections are open, so that concurrent requests also run concurrently.
  await Promise.all(Array.from({ length: 16 }, () => bed.pool.query('select pg_sleep(0.1)')));
});
afterAll(() => bed.close());

let me: Member & { chatId: string };
beforeEach(async () => {
  me = await bed.customerInChat();
});

const initialize = (who: Member) => who.browser.post('/api/chat/initialize', {});
const history = async (who: Member, chatId: string, query = '') =>
  (await who.browser.get(`/api/chat/${chatId}/messages${query}`)).json();

describe('starting a chat', () => {
  it('puts the customer in the queue and says how long others waited', async () => {
    await (await bed.agent()).browser.put('/api/staff/presence', { presence: 'available' });
    const session = (await initialize(await bed.customer())).json();
    expect(session).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      status: 'waiting',
      estimatedWaitTime: expect.any(Number),
      supportAgent: null,
      createdAt: expect.any(String),
      closedAt: null,
      lastSeq: 0,
      unread: 0,
    });
  });

  it('creates one chat, however often it is requested at once', async () => {
    const who = await bed.customer();
    const answers = await sendAtOnce(50, () => initialize(who));
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await bed.rows('select id from chat_sessions where user_id = $1', [who.id])).toHaveLength(1);
    expect((await who.browser.get('/api/chat/active')).json().id).toBe(answers[0]?.json().id);
  });

  it('creates another chat once the first has ended, and none is open in between', async () => {
    const closed = (await me.browser.post(`/api/chat/${me.chatId}/close`, {})).json();
    expect(closed).toMatchObject({ success: true, session: { id: me.chatId, status: 'closed' } });
    expect((await me.browser.post(`/api/chat/${me.chatId}/close`, {})).statusCode).toBe(200);
    expect((await me.browser.get('/api/chat/active')).json()).toBeNull();
    expect((await initialize(me)).json().id).not.toBe(me.chatId);
  });
});

describe('a message', () => {
  it('gets the next number of its chat and is there when the history is read', async () => {
    const first = (await bed.say(me, me.chatId, '  Good evening.\nMy speed drops.  ', 'a')).json();
    expect(first).toEqual({
      id: expect.any(String),
      seq: 1,
      sender: 'user',
      senderName: null,
      content: 'Good evening.\nMy speed drops.',
      timestamp: expect.any(String),
      status: 'sent',
      clientMessageId: 'a',
    });
    const second = (await bed.say(me, me.chatId, 'Every night.')).json();
    expect(second).toMatchObject({ seq: 2, clientMessageId: null });
    expect(await history(me, me.chatId)).toEqual([first, second]);
    expect(await history(me, me.chatId, '?after=1')).toEqual([second]);
    expect(await history(me, me.chatId, '?limit=1')).toEqual([first]);
  });

  it('is stored once when its answer was lost and it is sent again, also many times at once', async () => {
    const answers = await sendAtOnce(20, () => bed.say(me, me.chatId, 'Hello?', 'same'));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(200);
    expect(await history(me, me.chatId)).toHaveLength(1);
    expect((await bed.say(me, me.chatId, 'Next', 'other')).json().seq).toBe(2);
    await me.browser.post(`/api/chat/${me.chatId}/close`, {});
    expect((await bed.say(me, me.chatId, 'Hello?', 'same')).json()).toMatchObject({ seq: 1 });
  });

  it('is numbered without gap or double when many arrive at once', async () => {
    const answers = await sendAtOnce(100, (n) => bed.say(me, me.chatId, `No. ${n}`, `${n}`));
    const numbers = answers.map((answer) => answer.json().seq).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    const stored = await history(me, me.chatId);
    expect(stored.map(({ seq }: { seq: number }) => seq)).toEqual(numbers);
    const times = stored.map(({ timestamp }: { timestamp: string }) => timestamp);
    expect(times).toEqual([...times].sort());
  });

  it.each(['', '   \n', '\u200b\u200d', null, 7, ['x']])('that is empty is refused: %j', async (content) => {
    const response = await me.browser.post('/api/chat/send', { sessionId: me.chatId, content });
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual({ content: 'Write a message first.' });
    expect(await history(me, me.chatId)).toEqual([]);
  });

  it('may have 4 KB and not more', async () => {
    expect((await bed.say(me, me.chatId, 'x'.repeat(4096))).statusCode).toBe(200);
    const refused = await bed.say(me, me.chatId, 'x'.repeat(4097));
    expect(refused.statusCode).toBe(413);
    expect(refused.json().code).toBe('chat.too-long');
    expect((await bed.say(me, me.chatId, 'ọ'.repeat(2000))).statusCode).toBe(413);
    expect((await bed.say(me, me.chatId, 'x'.repeat(1_000_000))).statusCode).toBe(413);
  });

  it('cannot be sent to a chat that has ended', async () => {
    await me.browser.post(`/api/chat/${me.chatId}/close`, {});
    const refused = await bed.say(me, me.chatId, 'One more thing');
    expect(refused.statusCode).toBe(409);
    expect(refused.json().code).toBe('chat.closed');
  });
});

describe('another customer’s chat', () => {
  it('is answered like one that does not exist, and is not changed', async () => {
    const other = await bed.customerInChat();
    await bed.say(me, me.chatId, 'Mine');
    for (const id of [me.chatId, '00000000-0000-0000-0000-000000000000', 'x', '1; drop table chat_sessions']) {
      const named = encodeURIComponent(id);
      const answers = [
        await bed.say(other, id, 'Theirs'),
        await other.browser.get(`/api/chat/${named}/messages`),
        await other.browser.post(`/api/chat/${named}/close`, {}),
        await other.browser.post(`/api/chat/${named}/ticket`, {}),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
      expect(new Set(answers.map((answer) => answer.json().code))).toEqual(new Set(['chat.not-found']));
    }
    expect((await me.browser.get('/api/chat/active')).json()).toMatchObject({ id: me.chatId, lastSeq: 1 });
  });

  it('is recognised by the session alone', async () => {
    const other = await bed.customerInChat();
    const body = { sessionId: other.chatId, content: 'Hi', userId: me.id, sender: 'agent', seq: 99, status: 'read' };
    const stored = (await other.browser.post('/api/chat/send', body)).json();
    expect(stored).toMatchObject({ seq: 1, sender: 'user', status: 'sent' });
  });
});

describe('a chat that waits too long', () => {
  it('becomes a ticket with all its messages, and ends', async () => {
    await bed.say(me, me.chatId, 'All our desks lost connection.');
    await bed.say(me, me.chatId, 'At the same time.');
    const moved = (
      await me.browser.post(`/api/chat/${me.chatId}/ticket`, { subject: 'No connection', category: 'fault' })
    ).json();
    expect(moved).toMatchObject({ success: true, ticketNumber: expect.stringMatching(/^T-\d{6}$/) });
    expect(moved.session).toMatchObject({ id: me.chatId, status: 'closed' });
    const [ticket] = (await me.browser.get('/api/user/tickets')).json();
    expect(ticket).toMatchObject({ number: moved.ticketNumber, title: 'No connection', category: 'fault' });
    expect(ticket.description).toMatch(
      /^\d+ \w+, \d\d:\d\d, Bisi:\nAll our desks lost connection\.\n\n.*\nAt the same time\.$/,
    );
    expect((await me.browser.post(`/api/chat/${me.chatId}/ticket`, {})).json().code).toBe('chat.closed');
  });

  it('becomes one ticket when that is requested many times at once', async () => {
    await bed.say(me, me.chatId, 'Hello?');
    const ask = () => me.browser.post(`/api/chat/${me.chatId}/ticket`, {});
    const answers = await sendAtOnce(10, ask);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await me.browser.get('/api/user/tickets')).json()).toHaveLength(1);
  });

  it('needs a message first, and must not have an agent yet', async () => {
    const ask = async () => (await me.browser.post(`/api/chat/${me.chatId}/ticket`, {})).json().code;
    expect(await ask()).toBe('chat.nothing-said');
    await bed.say(me, me.chatId, 'Hello?');
    await bed.accept(await bed.agent(), me.chatId);
    expect(await ask()).toBe('chat.not-waiting');
    expect((await me.browser.get('/api/user/tickets')).json()).toEqual([]);
  });
});

describe('the expected wait', () => {
  it('is the median of what customers waited in the last hours', async () => {
    await bed.rows(`update chat_sessions set status = 'closed', closed_at = now(), accepted_at = null`);
    const agent = await bed.agent();
    for (const minutes of [3, 4, 20]) {
      const who = await bed.customerInChat();
      await bed.rows(
        `update chat_sessions set created_at = now() - make_interval(mins => $2), waiting_since = now() where id = $1`,
        [who.chatId, minutes],
      );
      await bed.accept(agent, who.chatId);
    }
    expect((await initialize(await bed.customer())).json().estimatedWaitTime).toBe(5);
    const active = await bed.customerInChat();
    await bed.accept(agent, active.chatId);
    expect((await active.browser.get('/api/chat/active')).json()).toMatchObject({
      status: 'active',
      estimatedWaitTime: 0,
      supportAgent: { name: 'Ọlámidé' },
    });
  });
});
