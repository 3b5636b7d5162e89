import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChatClient } from './chat-client.ts';
import { unreadOf } from './chat-state.ts';
import { FakeChat, fakeStorage, type Outcome, sessionOf } from './testing/fake-chat.ts';

const NOW = Date.UTC(2026, 10, 21, 20);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(server = new FakeChat(), storage = fakeStorage()) {
  const chat = new ChatClient(server.dependencies(storage));
  await settle();
  return { server, storage, chat };
}

/** Long enough for every answer, and for nothing to be left that is to be shown. */
async function settle(ms = 200): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

const words = (chat: ChatClient): string[] => chat.state().history.messages.map(({ content }) => content);

type Deed =
  | 'customer writes'
  | 'agent writes'
  | 'connection drops'
  | 'connection returns'
  | 'page reloads'
  | 'time passes';

describe('whatever happens to the connection', () => {
  test('each message of either side is there once and in order, on the page and at the server', async () => {
    const outcome = fc.constantFrom<Outcome>('good', 'request lost', 'answer lost', 'busy', 'doubled', 'late');
    const deed = fc.constantFrom<Deed>(
      'customer writes',
      'customer writes',
      'agent writes',
      'connection drops',
      'connection returns',
      'page reloads',
      'time passes',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { maxLength: 30 }),
        fc.array(outcome, { maxLength: 60 }),
        async (deeds, outcomes) => {
          const { written, server, chat } = await play(deeds, outcomes);
          const bySender = server.stored.filter(({ sender }) => sender === 'user').map(({ content }) => content);
          expect(bySender).toEqual(written);
          expect(words(chat)).toEqual(server.stored.map(({ content }) => content));
          expect(chat.state().outgoing).toEqual([]);
          chat.dispose();
        },
      ),
      { numRuns: 300 },
    );
  });

  async function play(deeds: readonly Deed[], outcomes: readonly Outcome[]) {
    const storage = fakeStorage();
    const server = new FakeChat();
    let { chat } = await open(server, storage);
    const written: string[] = [];
    server.setOutcomes(outcomes);
    for (const [index, deed] of deeds.entries()) {
      if (deed === 'customer writes' && chat.state().stage === 'open') {
        written.push(`mine ${index}`);
        chat.send(`mine ${index}`);
      } else if (deed === 'agent writes') server.agentSays(`theirs ${index}`);
      else if (deed === 'connection drops') server.disconnect();
      else if (deed === 'connection returns') server.connect();
      else if (deed === 'time passes') await settle(3000);
      else if (deed === 'page reloads') {
        chat.dispose();
        chat = new ChatClient(server.dependencies(storage));
        await settle();
      }
    }
    server.setOutcomes([]);
    server.disconnect();
    server.line = true;
    await chat.load();
    server.connect();
    await settle(120_000);
    return { written, server, chat };
  }
});

describe('a message', () => {
  test('is on screen at once, and stored in the background', async () => {
    const { server, chat } = await open();
    chat.send('Good evening');
    expect(chat.state().outgoing).toMatchObject([{ content: 'Good evening', tick: 'sending' }]);
    await settle();
    expect(chat.state().outgoing).toEqual([]);
    expect(words(chat)).toEqual(['Good evening']);
    expect(server.stored).toHaveLength(1);
  });

  test('of blanks alone is not sent', async () => {
    const { server, chat } = await open();
    chat.send(' \n\t ');
    await settle();
    expect(server.stored).toEqual([]);
  });

  test('written without a connection is stored on the device, also over a reload, and sent when it is back', async () => {
    const { server, storage, chat } = await open();
    server.disconnect();
    chat.send('one');
    chat.send('two');
    await settle();
    expect(chat.state().outgoing.map(({ tick }) => tick)).toEqual(['kept', 'kept']);
    chat.dispose();
    const again = new ChatClient(server.dependencies(storage));
    await settle();
    expect(again.state().stage).toBe('unreachable');
    server.line = true;
    await again.load();
    await settle();
    expect(words(again)).toEqual(['one', 'two']);
    expect(server.notifications).toEqual([]);
  });

  test('that the server refuses temporarily says so, and is sent later by itself', async () => {
    const { server, chat } = await open();
    server.setOutcomes(['busy']);
    chat.send('Hello');
    await settle();
    expect(chat.state().outgoing).toMatchObject([{ tick: 'failed' }]);
    expect(server.notifications).toMatchObject([{ type: 'not-sent' }]);
    await settle(5000);
    expect(words(chat)).toEqual(['Hello']);
  });

  test('that was too late for its chat is put into the input field of the next one', async () => {
    const { server, storage, chat } = await open();
    server.disconnect();
    chat.send('Are you there?');
    await settle();
    server.line = true;
    server.close('resolved');
    await settle();
    expect(chat.state().stage).toBe('closed');
    expect(chat.state().outgoing).toMatchObject([{ content: 'Are you there?', tick: 'failed' }]);
    server.session = null;
    storage.saveLastChat(null);
    chat.dispose();
    const again = new ChatClient(server.dependencies(storage));
    await settle();
    expect(again.state()).toMatchObject({ stage: 'none', draft: 'Are you there?' });
  });
});

test('that was missed although the connection lasted is fetched as soon as a later event arrives', async () => {
  const { server, chat } = await open();
  server.setOutcomes(['request lost']);
  server.agentSays('one');
  await settle();
  expect(words(chat)).toEqual([]);
  server.agentSays('two');
  await settle(1000);
  expect(words(chat)).toEqual(['one', 'two']);
});

describe('the chat', () => {
  test('goes from the queue to an agent, who is announced once however often the connection is lost', async () => {
    const server = new FakeChat();
    server.session = null;
    const { chat } = await open(server);
    expect(chat.state().stage).toBe('none');
    await chat.start();
    await settle();
    expect(chat.state().session).toMatchObject({ status: 'waiting', estimatedWaitTime: 2 });
    server.session = sessionOf();
    server.emit({ type: 'agent_joined', agent: { name: 'Tosin' } });
    server.disconnect();
    server.connect();
    server.emit({ type: 'agent_joined', agent: { name: 'Tosin' } });
    await settle();
    expect(server.notifications).toEqual([{ type: 'started' }, { type: 'agent-connected', name: 'Tosin' }]);
    expect(chat.state().turns).toMatchObject([{ afterSeq: 0, what: { type: 'joined', name: 'Tosin' } }]);
  });

  test('says so when the agent joined while the page was away, and when the agent had to leave', async () => {
    const server = new FakeChat();
    server.session = sessionOf({ status: 'waiting', supportAgent: null });
    const { chat } = await open(server);
    server.disconnect();
    server.session = sessionOf();
    server.connect();
    server.emit({ type: 'waiting', estimatedWaitTime: 3 });
    await settle();
    expect(chat.state().turns.map(({ what }) => what.type)).toEqual(['joined', 'back-in-queue']);
    expect(chat.state().session).toMatchObject({ status: 'waiting', estimatedWaitTime: 3, supportAgent: null });
  });

  test('updates the estimate while the customer waits', async () => {
    const server = new FakeChat();
    server.session = sessionOf({ status: 'waiting', supportAgent: null, estimatedWaitTime: 2 });
    const { chat } = await open(server);
    server.session = sessionOf({ status: 'waiting', supportAgent: null, estimatedWaitTime: 5 });
    await settle(31_000);
    expect(chat.state().session?.estimatedWaitTime).toBe(5);
  });

  test('becomes a ticket whose number is shown, and can be followed by another chat', async () => {
    const server = new FakeChat();
    server.session = sessionOf({ status: 'waiting', supportAgent: null });
    const { chat } = await open(server);
    await chat.moveToTicket('fault');
    await settle();
    expect(chat.state()).toMatchObject({ stage: 'closed', closeReason: 'moved-to-ticket', ticketNumber: 'T-000042' });
    await chat.start();
    await settle();
    expect(chat.state()).toMatchObject({ stage: 'open', ticketNumber: null });
  });

  test('that ended while the page was closed can still be read, for a day', async () => {
    const { server, storage, chat } = await open();
    server.agentSays('It is repaired.');
    await settle();
    chat.dispose();
    server.close('resolved');
    const closed = server.session;
    server.calls.active = () => Promise.resolve(null);
    const again = new ChatClient(server.dependencies(storage));
    await settle();
    server.emit({ type: 'closed', reason: 'resolved' });
    await settle();
    expect(again.state().stage).toBe('closed');
    expect(words(again)).toEqual(['It is repaired.']);
    again.dispose();
    server.session = closed && { ...closed, closedAt: new Date(NOW - 25 * 3_600_000).toISOString() };
    const nextDay = new ChatClient(server.dependencies(storage));
    await settle();
    expect(nextDay.state().stage).toBe('none');
    expect(storage.lastChat()).toBeNull();
  });
});

test('a page joins a chat once, however often it asks whether there is one', async () => {
  const server = new FakeChat();
  const join = vi.fn(server.join);
  const chat = new ChatClient({ ...server.dependencies(fakeStorage()), join });
  void chat.load();
  void chat.load();
  await settle();
  server.close('resolved');
  void chat.load();
  await settle();
  expect(join).toHaveBeenCalledOnce();
  expect(chat.state().stage).toBe('closed');
});

describe('unread messages', () => {
  test('are counted until the conversation is on screen, and the agent gets the read tick', async () => {
    const { server, chat } = await open();
    chat.send('Hello');
    await settle();
    server.agentSays('one');
    server.agentSays('two');
    await settle();
    expect(unreadOf(chat.state())).toBe(2);
    chat.read();
    await settle();
    expect(unreadOf(chat.state())).toBe(0);
    expect(server.frames).toEqual([{ type: 'read', seq: 3 }]);
    chat.read();
    expect(server.frames).toHaveLength(1);
  });

  test('are acknowledged again after a reconnection, because the acknowledgement may have been lost', async () => {
    const { server, chat } = await open();
    server.agentSays('one');
    await settle();
    server.disconnect();
    chat.read();
    server.connect();
    expect(server.frames).toEqual([{ type: 'read', seq: 1 }]);
  });
});

test('the agent gets typing every two seconds at most, and the agent’s typing indicator ends by itself', async () => {
  const { server, chat } = await open();
  for (let key = 0; key < 20; key++) {
    chat.typing();
    await settle(100);
  }
  chat.typing();
  expect(server.frames).toEqual([{ type: 'typing' }, { type: 'typing' }]);
  server.emit({ type: 'typing', sender: 'agent' });
  await settle(100);
  expect(chat.state().typing).toBe(true);
  await settle(4000);
  expect(chat.state().typing).toBe(false);
});

test('the draft in the input field survives the page', async () => {
  const { server, storage, chat } = await open();
  chat.setDraft('My router');
  expect(chat.state().draft).toBe('My router');
  chat.dispose();
  const again = new ChatClient(server.dependencies(storage));
  expect(again.state().draft).toBe('My router');
  await settle();
  expect(again.state().draft).toBe('My router');
});

test('a chat that was started in another window or by phone appears on an open page, also after one that has ended here', async () => {
  const server = new FakeChat();
  server.session = null;
  const { chat } = await open(server);
  expect(chat.state().stage).toBe('none');
  server.session = sessionOf({ status: 'waiting', supportAgent: null });
  await chat.load();
  await settle();
  expect(chat.state()).toMatchObject({ stage: 'open', session: { status: 'waiting' } });
  server.close('ended-by-customer');
  await chat.load();
  expect(chat.state().stage).toBe('closed');
  server.session = sessionOf({ id: 'another' });
  await chat.load();
  await settle();
  expect(chat.state()).toMatchObject({ stage: 'open', session: { id: 'another', status: 'active' } });
});
