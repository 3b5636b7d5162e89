import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveBus, type LiveBus } from '../../../platform/events/live-bus.ts';
import { createRedisRelay, type RedisRelay } from '../../../platform/events/redis-relay.ts';
import { startRedis, type TestRedis } from '../../../testing/servers/start-redis.ts';
import type { SocketEvent } from '../../../testing/test-socket.ts';
import { type ChatTestbed, type Member, startChatTestbed } from '../../../testing/testbeds/chat-testbed.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let redis: TestRedis;
let relays: RedisRelay[];
const buses: LiveBus[] = [];
let one: ChatTestbed;
let two: ChatTestbed;
/** What instance one does not publish. */
let mute = false;

/**
 * Both instances consider Redis unavailable: then they check every second instead of every fifth.
 */
async function untilDeaf(): Promise<void> {
  const deaf = buses.map((bus) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let last = Number.NEGATIVE_INFINITY;
    const stop = bus.onPossibleLoss(() => {
      if (performance.now() - last < 2500) resolve();
      last = performance.now();
    });
    return promise.then(stop);
  });
  await Promise.all(deaf);
}

function openBus(self: string): LiveBus {
  const relay = createRedisRelay({ redis: { url: redis.url }, self, onTrouble: () => {} });
  relays.push(relay);
  const send: RedisRelay['send'] = (topics, event) => {
    if (!(mute && self === 'one')) relay.send(topics, event);
  };
  const bus = createLiveBus({ relay: { ...relay, send }, onError: () => {} });
  buses.push(bus);
  return bus;
}

beforeAll(async () => {
  relays = [];
  redis = await startRedis();
  one = await startChatTestbed({ bus: openBus('one') });
  two = await startChatTestbed({ database: one.database, bus: openBus('two') });
  await Promise.all(relays.map((relay) => relay.ready()));
});
afterAll(async () => {
  await two.close();
  await one.close();
  await Promise.all(relays.map((relay) => relay.close()));
  await redis.stop();
});

let me: Member & { chatId: string };
let meOnTwo: Member;
let agent: Member;
let agentOnTwo: Member;
beforeEach(async () => {
  mute = false;
  me = await one.customerInChat();
  meOnTwo = one.onInstance(two, me);
  agent = await one.agent();
  agentOnTwo = one.onInstance(two, agent);
});

const isEverything = (event: SocketEvent) => event.type === 'changed' && event.what === 'everything';
const isMessage = (seq: number) => (event: SocketEvent) => event.type === 'message' && event.message.seq === seq;
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

describe('a conversation between two instances', () => {
  it('reaches the other side as if there were one', async () => {
    const [socket, agentSocket] = [await one.chatSocket(me, me.chatId), await two.staffSocket(agentOnTwo)];
    await agentSocket.until(({ type }) => type === 'queue');
    await two.accept(agentOnTwo, me.chatId);
    await socket.until(({ type }) => type === 'agent_joined');
    const { id } = (await one.say(me, me.chatId, 'Hello')).json();
    await agentSocket.until(isMessage(1));
    const status = { type: 'status', messageIds: [id], status: 'delivered' };
    expect(await socket.until(({ type }) => type === 'status')).toEqual(status);
    await two.reply(agentOnTwo, me.chatId, 'Good evening');
    await socket.until(isMessage(2));
    agentSocket.say({ type: 'typing', sessionId: me.chatId });
    await socket.until(({ type }) => type === 'typing');
    const closing = agentOnTwo.browser.post(`/api/staff/chats/${me.chatId}/close`, {});
    expect(await socket.until(({ type }) => type === 'closed')).toEqual({ type: 'closed', reason: 'resolved' });
    expect((await closing).statusCode).toBe(200);
    expect(socket.seqs()).toEqual([1, 2]);
  });

  it('has one order for all, without gap or double, when both sides and both instances write at once', async () => {
    await one.accept(agent, me.chatId);
    const sockets = [
      await one.chatSocket(me, me.chatId),
      await two.chatSocket(meOnTwo, me.chatId),
      await one.staffSocket(agent),
      await two.staffSocket(agentOnTwo),
    ];
    const writes = numbers(40).flatMap((n) => [
      one.say(me, me.chatId, `Customer, one, ${n}`, `a${n}`),
      two.say(meOnTwo, me.chatId, `Customer, two, ${n}`, `b${n}`),
      one.reply(agent, me.chatId, `Agent, one, ${n}`, `a${n}`),
      two.reply(agentOnTwo, me.chatId, `Agent, two, ${n}`, `b${n}`),
    ]);
    const answers = await Promise.all(writes);
    expect(answers.map((answer) => answer.json().seq).sort((a, b) => a - b)).toEqual(numbers(160));
    await Promise.all(sockets.map((socket) => socket.until(isMessage(160))));
    for (const socket of sockets) expect(socket.seqs()).toEqual(numbers(160));
    const contents = sockets.map(({ events }) =>
      events.filter(({ type }) => type === 'message').map(({ message }) => message.content),
    );
    expect(new Set(contents.map((list) => list.join('\n'))).size).toBe(1);
  });

  it('stores a message once when its repeat arrives at the other instance', async () => {
    const same = [
      ...numbers(5).map(() => one.say(me, me.chatId, 'Hello', 'same')),
      ...numbers(5).map(() => two.say(meOnTwo, me.chatId, 'Hello', 'same')),
    ];
    expect(new Set((await Promise.all(same)).map(({ body }) => JSON.parse(body).id)).size).toBe(1);
    expect((await one.browser().get('/healthz')).statusCode).toBe(200);
    expect(await one.rows('select seq from chat_messages where session_id = $1', [me.chatId])).toEqual([{ seq: 1 }]);
  });

  it('gives a chat to one agent when two take it at two instances', async () => {
    const rival = one.onInstance(two, await one.agent('Tosin'));
    const answers = await Promise.all([one.accept(agent, me.chatId), two.accept(rival, me.chatId)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe('two agents on one ticket, each at another instance', () => {
  it('see each other look, write and leave', async () => {
    const rival = one.onInstance(two, await one.agent('Tosin'));
    const [here, there] = [await one.staffSocket(agent), await two.staffSocket(rival)];
    await Promise.all([here, there].map((socket) => socket.until(({ type }) => type === 'queue')));
    const ticketId = '11111111-1111-4111-8111-111111111111';
    const says = (staffId: number, doing: string) => (event: SocketEvent) =>
      event.type === 'ticket-presence' && event.staffId === staffId && event.doing === doing;
    // As pages do: the first sign may come before the other instance listens.
    const signs = setInterval(() => {
      there.say({ type: 'ticket', ticketId, doing: 'looking' });
      here.say({ type: 'ticket', ticketId, doing: 'writing' });
    }, 200);
    await here.until(says(rival.id, 'looking'));
    await there.until(says(agent.id, 'writing'));
    clearInterval(signs);
    there.raw.terminate();
    await here.until(says(rival.id, 'left'));
  });
});

describe('an instance that dies after its commit and before its live update', () => {
  it('leaves a message that the other instance finds by itself', async () => {
    await two.accept(agentOnTwo, me.chatId);
    const [socket, agentSocket] = [await two.chatSocket(meOnTwo, me.chatId), await two.staffSocket(agentOnTwo)];
    await socket.until(({ type }) => type === 'session');
    mute = true;
    await one.say(me, me.chatId, 'Unannounced');
    await Promise.all([socket.until(isMessage(1)), agentSocket.until(isMessage(1))]);
  });

  it('leaves an accepted chat, and the customer at the other instance learns of the agent', async () => {
    const socket = await two.chatSocket(meOnTwo, me.chatId);
    await socket.until(({ type }) => type === 'session');
    mute = true;
    await one.accept(agent, me.chatId);
    await socket.until(({ type }) => type === 'agent_joined');
    await one.say(me, me.chatId, 'Last words');
    await agent.browser.post(`/api/staff/chats/${me.chatId}/close`, {});
    await socket.until(({ type }) => type === 'closed');
    expect(socket.seqs()).toEqual([1]);
  });

  it('leaves a message that is delivered at once when it is sent again', async () => {
    const socket = await two.chatSocket(meOnTwo, me.chatId);
    await socket.until(({ type }) => type === 'session');
    mute = true;
    const first = (await one.say(me, me.chatId, 'Hello', 'again')).json();
    mute = false;
    expect((await two.say(meOnTwo, me.chatId, 'Hello', 'again')).json()).toEqual(first);
    await socket.until(isMessage(1));
  });
});

describe('while Redis is away', () => {
  it('messages arrive, each once when it is back, and pages reload whatever else has changed', async () => {
    await one.accept(agent, me.chatId);
    const [socket, agentSocket] = [await one.chatSocket(me, me.chatId), await two.staffSocket(agentOnTwo)];
    await agentSocket.until(({ type }) => type === 'queue');
    redis.freeze();
    for (const n of numbers(5)) await one.say(me, me.chatId, `No. ${n}`);
    await two.reply(agentOnTwo, me.chatId, 'I hear you');
    await Promise.all([socket.until(isMessage(6)), agentSocket.until(isMessage(6))]);
    await untilDeaf();
    expect([...socket.events, ...agentSocket.events].filter(isEverything)).toEqual([]);
    redis.thaw();
    // The pages of the other instance were not notified of anything that was changed meanwhile.
    await Promise.all([socket.until(isEverything), agentSocket.until(isEverything)]);
    for (const n of numbers(5)) await one.say(me, me.chatId, `Again ${n}`);
    await Promise.all([socket.until(isMessage(11)), agentSocket.until(isMessage(11))]);
    expect([socket.seqs(), agentSocket.seqs()]).toEqual([numbers(11), numbers(11)]);
  });
});
