import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SocketEvent } from '../../../testing/test-socket.ts';
import { type ChatTestbed, type Member, startChatTestbed } from '../../../testing/testbeds/chat-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: ChatTestbed;
beforeAll(async () => {
  bed = await startChatTestbed();
  bed.startJobs();
});
afterAll(() => bed.close());

let me: Member & { chatId: string };
let agent: Member;
beforeEach(async () => {
  await bed.rows(`update chat_sessions set status = 'closed', closed_at = now() where status <> 'closed'`);
  me = await bed.customerInChat();
  agent = await bed.agent();
});

const isMessage = (seq: number) => (event: SocketEvent) => event.type === 'message' && event.message.seq === seq;
const isQueue = (chatId: string) => (event: SocketEvent) => event.type === 'queue' && event.chat?.id === chatId;
const list = async (query: string, who = agent) => (await who.browser.get(`/api/staff/chats${query}`)).json();
const ids = (chats: { id: string }[]) => chats.map(({ id }) => id);
const call = async (who: Member, chatId: string, action: string, body: object = {}) =>
  who.browser.post(`/api/staff/chats/${chatId}/${action}`, body);
const isSubset = (part: object, whole: object) => isDeepStrictEqual({ ...whole, ...part }, whole);
const audit = async (subject: string) =>
  bed.rows('select actor_id, action, before, after from audit_records where subject = $1 order by id', [subject]);

describe('the queue', () => {
  it('shows waiting chats, the longest wait first, with their last message, to every agent as it changes', async () => {
    const agentSocket = await bed.staffSocket(agent);
    expect(await agentSocket.until(({ type }) => type === 'queue')).toEqual({ type: 'queue', waiting: 1, chat: null });
    const second = await bed.customerInChat();
    expect(await agentSocket.until(isQueue(second.chatId))).toMatchObject({ waiting: 2, chat: { status: 'waiting' } });
    await bed.say(me, me.chatId, `All our desks lost connection. ${'x'.repeat(300)}`);
    const { chat } = await agentSocket.until(isQueue(me.chatId));
    expect(chat).toMatchObject({
      customer: { id: me.id, name: 'Bisi Adu', email: me.email },
      agent: null,
      lastSeq: 1,
      unread: 1,
      lastMessage: { sender: 'user', content: expect.stringMatching(/^All our desks.{187}…$/) },
    });
    expect(await list('?status=waiting')).toEqual([chat, expect.objectContaining({ id: second.chatId })]);
    await bed.accept(await bed.agent('Tosin'), me.chatId);
    await agentSocket.until((event) => isQueue(me.chatId)(event) && event.chat.status === 'active');
    expect(ids(await list('?status=waiting'))).toEqual([second.chatId]);
    expect(agentSocket.seqs()).toEqual([]);
  });

  it('gives a chat to one agent, however many accept it at once', async () => {
    const agents = await Promise.all(Array.from({ length: 8 }, () => bed.agent()));
    const answers = await Promise.all(agents.map((one) => bed.accept(one, me.chatId)));
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect((await bed.accept(agents[winner] ?? agent, me.chatId)).statusCode).toBe(200);
    expect(await audit(`chat:${me.chatId}`)).toEqual([
      {
        actor_id: agents[winner]?.id,
        action: 'chat.accept',
        before: { status: 'waiting', agentId: null },
        after: { status: 'active', agentId: agents[winner]?.id },
      },
    ]);
  });

  it('is closed to customers, and so is the rest of the staff console', async () => {
    for (const path of [
      '/api/staff/chats',
      `/api/staff/chats/${me.chatId}`,
      '/api/staff/agents',
      '/api/staff/saved-replies',
    ]) {
      expect((await me.browser.get(path)).statusCode, path).toBe(403);
    }
    for (const action of ['accept', 'messages', 'close', 'transfer', 'notes', 'ticket']) {
      expect((await call(me, me.chatId, action, { content: 'x' })).statusCode, action).toBe(403);
    }
    expect((await me.browser.get('/api/chat/active')).json()).toMatchObject({ status: 'waiting', lastSeq: 0 });
  });
});

describe('an agent’s chat', () => {
  it('is answered by that agent alone, and in their name', async () => {
    const [other, socket] = [await bed.agent('Tosin'), await bed.chatSocket(me, me.chatId)];
    expect((await bed.reply(agent, me.chatId, 'Hello')).json().code).toBe('chat.not-yours');
    await bed.accept(agent, me.chatId);
    expect((await bed.reply(other, me.chatId, 'Hello')).json().code).toBe('chat.not-yours');
    const reply = (await bed.reply(agent, me.chatId, 'Good evening Bisi.', 'r1')).json();
    expect(reply).toMatchObject({ seq: 1, sender: 'agent', senderName: 'Ọlámidé' });
    expect((await bed.reply(agent, me.chatId, 'Good evening Bisi.', 'r1')).json()).toMatchObject({
      id: reply.id,
      seq: 1,
    });
    expect((await socket.until(isMessage(1))).message).toEqual(reply);
    const [chat] = await list('?status=active&mine=true');
    expect(chat).toMatchObject({
      id: me.chatId,
      agent: { id: agent.id, name: 'Ọlámidé Adu' },
      firstReplyAt: reply.timestamp,
    });
    const written = (await audit(`chat:${me.chatId}`)).filter(({ action }) => action === 'chat.message');
    expect(written).toEqual([{ actor_id: agent.id, action: 'chat.message', before: null, after: { seq: 1 } }]);
    expect(await list('?status=active&mine=true', other)).toEqual([]);
  });

  it('is one of several, and a message in one never appears in another', async () => {
    const second = await bed.customerInChat();
    const agentSocket = await bed.staffSocket(agent);
    const [one, two] = [await bed.chatSocket(me, me.chatId), await bed.chatSocket(second, second.chatId)];
    await bed.say(me, me.chatId, 'Before you came');
    await bed.accept(agent, me.chatId);
    await bed.accept(agent, second.chatId);
    await Promise.all([bed.say(second, second.chatId, 'From two'), bed.reply(agent, me.chatId, 'To one')]);
    const of = (chatId: string, seq: number) => (event: SocketEvent) =>
      event.sessionId === chatId && isMessage(seq)(event);
    await Promise.all([agentSocket.until(of(me.chatId, 2)), agentSocket.until(of(second.chatId, 1))]);
    const received = agentSocket.events
      .filter(({ type }) => type === 'message')
      .map(({ sessionId, message }) => [sessionId, message.content]);
    expect(received.filter(([id]) => id === me.chatId)).toEqual([
      [me.chatId, 'Before you came'],
      [me.chatId, 'To one'],
    ]);
    expect(received.filter(([id]) => id === second.chatId)).toEqual([[second.chatId, 'From two']]);
    await Promise.all([one.until(isMessage(2)), two.until(isMessage(1))]);
    expect(two.seqs()).toEqual([1]);
  });

  it('can be transferred to another agent who is online, with all its messages', async () => {
    const next = await bed.agent('Tosin');
    const [agentSocket, nextSocket, socket] = [
      await bed.staffSocket(agent),
      await bed.staffSocket(next),
      await bed.chatSocket(me, me.chatId),
    ];
    await bed.accept(agent, me.chatId);
    await next.browser.put('/api/staff/presence', { presence: 'available' });
    await bed.say(me, me.chatId, 'First');
    await agentSocket.until(isMessage(1));
    expect((await call(next, me.chatId, 'transfer', { agentId: next.id })).json().code).toBe('chat.not-yours');
    const moved = (await call(agent, me.chatId, 'transfer', { agentId: next.id })).json();
    expect(moved.chat).toMatchObject({ status: 'active', agent: { id: next.id } });
    await socket.until((event) => event.type === 'agent_joined' && event.agent.name === 'Tosin');
    await agentSocket.until((event) => event.type === 'agent_joined' && event.agent.id === next.id);
    await bed.say(me, me.chatId, 'Second');
    await nextSocket.until(isMessage(2));
    expect((await bed.reply(agent, me.chatId, 'Still me?')).json().code).toBe('chat.not-yours');
    expect(agentSocket.seqs()).toEqual([1]);
  });

  it('cannot be transferred to an agent who is away or offline, nor to a customer', async () => {
    await bed.accept(agent, me.chatId);
    const [away, gone, customer] = [await bed.agent(), await bed.agent(), await bed.customer()];
    await away.browser.put('/api/staff/presence', { presence: 'away' });
    for (const { id } of [away, gone, customer, { id: 999_999 }]) {
      expect((await call(agent, me.chatId, 'transfer', { agentId: id })).json().code).toBe('chat.no-such-agent');
    }
    expect(await list('?status=active&mine=true')).toHaveLength(1);
  });

  it('cannot be transferred to a number that no person can have (fuzz test, seed 250581, case 13)', async () => {
    await bed.accept(agent, me.chatId);
    for (const agentId of [Number.MIN_SAFE_INTEGER, 0, 2_147_483_648]) {
      const { statusCode, json } = await call(agent, me.chatId, 'transfer', { agentId });
      expect([statusCode, json().code]).toEqual([422, 'request.invalid']);
    }
  });

  it('returns to its old place in the queue when its agent gives it back', async () => {
    const later = await bed.customerInChat();
    await bed.accept(agent, me.chatId);
    const [agentSocket, socket] = [await bed.staffSocket(agent), await bed.chatSocket(me, me.chatId)];
    await call(agent, me.chatId, 'transfer', { agentId: null });
    expect(await socket.until(({ type }) => type === 'waiting')).toEqual({
      type: 'waiting',
      estimatedWaitTime: expect.any(Number),
    });
    await agentSocket.until(({ type }) => type === 'waiting');
    expect(ids(await list('?status=waiting'))).toEqual([me.chatId, later.chatId]);
    expect((await me.browser.get('/api/chat/active')).json()).toMatchObject({ status: 'waiting', supportAgent: null });
  });

  it('ends with a reason that both sides see', async () => {
    await bed.accept(agent, me.chatId);
    const [agentSocket, socket] = [await bed.staffSocket(agent), await bed.chatSocket(me, me.chatId)];
    await agentSocket.until(({ type }) => type === 'queue');
    expect((await call(await bed.agent(), me.chatId, 'close')).json().code).toBe('chat.not-yours');
    expect((await call(agent, me.chatId, 'close', { reason: 'bored' })).statusCode).toBe(422);
    const closed = await agent.browser.send('POST', `/api/staff/chats/${me.chatId}/close`, undefined, {});
    expect(closed.json().chat).toMatchObject({ status: 'closed', closeReason: 'resolved', agent: { id: agent.id } });
    expect(await socket.until(({ type }) => type === 'closed')).toEqual({ type: 'closed', reason: 'resolved' });
    expect(await agentSocket.until(({ type }) => type === 'closed')).toMatchObject({
      sessionId: me.chatId,
      reason: 'resolved',
    });
    expect((await bed.reply(agent, me.chatId, 'One more')).json().code).toBe('chat.closed');
    expect((await bed.accept(agent, me.chatId)).json().code).toBe('chat.closed');
    expect(ids(await list('?status=closed&limit=1'))).toEqual([me.chatId]);
    expect(ids(await list(`?customer=${me.id}`))).toEqual([me.chatId]);
  });

  it('is kept up to date in other agents’ lists: accepted, transferred, ended', async () => {
    const [next, onlooker] = [await bed.agent('Tosin'), await bed.staffSocket(await bed.agent('Ngozi'))];
    await next.browser.put('/api/staff/presence', { presence: 'available' });
    const told = (wanted: object) =>
      onlooker.until((event) => isQueue(me.chatId)(event) && isSubset(wanted, { ...event.chat }));
    await bed.accept(agent, me.chatId);
    await told({ status: 'active', agent: { id: agent.id, name: 'Ọlámidé Adu' } });
    await call(agent, me.chatId, 'transfer', { agentId: next.id });
    await told({ status: 'active', agent: { id: next.id, name: 'Tosin Adu' } });
    await call(next, me.chatId, 'close', { reason: 'no-answer' });
    expect(await told({ status: 'closed', closeReason: 'no-answer' })).toMatchObject({ waiting: 0 });
  });

  it('becomes one ticket with the transcript, and goes on', async () => {
    await bed.accept(agent, me.chatId);
    expect((await call(agent, me.chatId, 'ticket')).json().code).toBe('chat.nothing-said');
    await bed.say(me, me.chatId, 'My line is slow.');
    await bed.reply(agent, me.chatId, 'An engineer comes tomorrow.');
    const asks = await Promise.all(
      [1, 2, 3].map(() => call(agent, me.chatId, 'ticket', { subject: 'Slow', priority: 'high' })),
    );
    expect(new Set(asks.map((answer) => answer.json().ticketNumber)).size).toBe(1);
    const [ticket, ...others] = (await me.browser.get('/api/user/tickets')).json();
    expect(others).toEqual([]);
    expect(ticket).toMatchObject({ title: 'Slow', priority: 'high', number: asks[0]?.json().ticketNumber });
    expect(ticket.description).toMatch(/, Bisi:\nMy line is slow\.\n\n.*, Ọlámidé:\nAn engineer comes tomorrow\.$/);
    expect(asks[0]?.json().chat).toMatchObject({ status: 'active', ticket: { id: ticket.id, number: ticket.number } });
  });
});

describe('a staff note', () => {
  it('is visible to staff alone and takes no sequence number', async () => {
    await bed.accept(agent, me.chatId);
    const [agentSocket, socket] = [await bed.staffSocket(agent), await bed.chatSocket(me, me.chatId)];
    await bed.say(me, me.chatId, 'Hello');
    const { note } = (
      await call(await bed.agent('Tosin'), me.chatId, 'notes', { content: 'Canary: weak light' })
    ).json();
    expect(note).toMatchObject({ author: { name: 'Tosin Adu' }, afterSeq: 1, content: 'Canary: weak light' });
    expect((await agentSocket.until(({ type }) => type === 'note')).note).toEqual(note);
    await bed.say(me, me.chatId, 'Hello again');
    await socket.until(isMessage(2));
    expect((await agent.browser.get(`/api/staff/chats/${me.chatId}`)).json().notes).toEqual([note]);
    const seen = [JSON.stringify(socket.events), (await me.browser.get(`/api/chat/${me.chatId}/messages`)).body];
    seen.push((await me.browser.get('/api/chat/active')).body);
    expect(seen.join()).not.toContain('Canary');
    expect(JSON.stringify(await audit(`chat:${me.chatId}`))).not.toContain('Canary');
  });
});

describe('an agent who is offline', () => {
  it('for a minute loses their chats to the queue, once, and the customers are notified', async () => {
    const agentSocket = await bed.staffSocket(agent);
    await bed.accept(agent, me.chatId);
    const socket = await bed.chatSocket(me, me.chatId);
    agentSocket.raw.terminate();
    await agentSocket.closed;
    // Their last activity may still be stored once; then a minute passes.
    await vi.waitFor(
      async () => {
        await bed.rows(`update chat_agents set seen_at = now() - interval '61 seconds' where user_id = $1`, [agent.id]);
        expect(socket.events).toContainEqual(expect.objectContaining({ type: 'waiting' }));
      },
      { timeout: 30_000, interval: 500 },
    );
    expect(ids(await list('?status=waiting', await bed.agent()))).toEqual([me.chatId]);
    expect((await me.browser.get('/api/chat/active')).json()).toMatchObject({ status: 'waiting' });
  });

  it('is told apart from an idle agent with an open page', async () => {
    const agentSocket = await bed.staffSocket(agent);
    await bed.accept(agent, me.chatId);
    await bed.rows(`update chat_agents set seen_at = now() - interval '50 seconds' where user_id = $1`, [agent.id]);
    await vi.waitFor(async () => {
      const [row] = await bed.rows(
        "select seen_at > now() - interval '10 seconds' as fresh from chat_agents where user_id = $1",
        [agent.id],
      );
      expect(row?.fresh).toBe(true);
    }, 15_000);
    expect(await list('?status=active&mine=true')).toHaveLength(1);
    const others = (await agent.browser.get('/api/staff/agents')).json();
    const takes = { takesChats: true, takesTickets: true };
    expect(others).toContainEqual({
      id: agent.id,
      name: 'Ọlámidé Adu',
      ...takes,
      presence: 'available',
      activeChats: 1,
    });
    expect(agentSocket.raw.readyState).toBe(agentSocket.raw.OPEN);
  });

  it('is not an agent who has just opened the page, whose chosen presence is shown', async () => {
    await agent.browser.put('/api/staff/presence', { presence: 'away' });
    await bed.rows(`update chat_agents set seen_at = now() - interval '1 hour' where user_id = $1`, [agent.id]);
    const presenceSeenBy = async (who: Member) =>
      (await who.browser.get('/api/staff/agents')).json().find(({ id }: { id: number }) => id === agent.id).presence;
    expect(await presenceSeenBy(agent)).toBe('away');
    expect(await presenceSeenBy(await bed.agent())).toBe('offline');
  });

  it('or loses the role loses their chats as well', async () => {
    await bed.accept(agent, me.chatId);
    await bed.rows(`update users set role = 'customer' where id = $1`, [agent.id]);
    const socket = await bed.chatSocket(me, me.chatId);
    await socket.until(({ type }) => type === 'waiting');
  });
});
