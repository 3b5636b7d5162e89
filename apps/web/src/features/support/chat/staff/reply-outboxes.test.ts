import type { ChatMessage } from '@portal/contract/support/chat';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../shared/api/api-error.ts';
import type { Outgoing } from '../outbox.ts';
import { agentStorageOf } from './agent-storage.ts';
import { ReplyOutboxes } from './reply-outboxes.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const reply = (content: string): Outgoing => ({ clientMessageId: `id-${content}`, content, writtenAt: '2026-07-04' });
const stored = ({ content, clientMessageId }: Outgoing) => ({ content, clientMessageId }) as ChatMessage;

/** A console whose calls the test answers. */
function setUp(answer: (chatId: string, message: Outgoing) => Promise<ChatMessage>) {
  const shelf = new Map<string, string>();
  const browserStorage = new Proxy({} as Storage, {
    get: (_, name) =>
      ({
        getItem: (key: string) => shelf.get(key) ?? null,
        setItem: (key: string, value: string) => shelf.set(key, value),
        removeItem: (key: string) => shelf.delete(key),
      })[String(name)],
    ownKeys: () => [...shelf.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  const storage = agentStorageOf(7, () => browserStorage);
  const lost: string[] = [];
  const sent: string[] = [];
  const open = () =>
    new ReplyOutboxes({
      send: async (chatId, message) => {
        sent.push(`${chatId}:${message.content}`);
        return answer(chatId, message);
      },
      onStored: () => undefined,
      onRefused: (chatId, { content }) => lost.push(`${chatId}:${content}`),
      onChatLost: (chatId, unsent) => lost.push(...unsent.map(({ content }) => `${chatId}:${content}`)),
      storage,
      random: () => 0,
    });
  return { open, storage, lost, sent };
}
const noConnection = async () => Promise.reject(new Error('no connection'));

describe('an agent’s replies', () => {
  it('are sent chat by chat: one that hangs delays no other', async () => {
    const { open, sent } = setUp((chatId, message) =>
      chatId === 'slow' ? new Promise(() => undefined) : Promise.resolve(stored(message)),
    );
    const replies = open();
    replies.add('slow', reply('a'));
    replies.add('slow', reply('b'));
    replies.add('quick', reply('c'));
    await vi.advanceTimersByTimeAsync(10);
    expect(sent).toEqual(['slow:a', 'quick:c']);
    expect(replies.linesOf('slow').map(({ tick }) => tick)).toEqual(['sending', 'sending']);
    expect(replies.linesOf('quick')).toEqual([]);
  });

  it('survive a reload without a connection, and are then sent in order with their ids', async () => {
    const before = setUp(noConnection);
    const replies = before.open();
    replies.add('c', reply('first'));
    replies.add('c', reply('second'));
    await vi.advanceTimersByTimeAsync(10);
    expect(replies.linesOf('c').map(({ tick }) => tick)).toEqual(['kept', 'kept']);
    replies.close();
    const again = before.open();
    expect(again.linesOf('c').map(({ clientMessageId }) => clientMessageId)).toEqual(['id-first', 'id-second']);
  });

  it('return to their author when the chat has been transferred to a colleague, and stay nowhere else', async () => {
    const taken = new ApiError(409, 'Conflict', '{"message":"This chat is not yours. Take it first."}');
    const { open, storage, lost } = setUp(async () => Promise.reject(taken));
    const replies = open();
    replies.add('c', reply('first'));
    replies.add('c', reply('second'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lost).toEqual(['c:first', 'c:second']);
    expect(replies.linesOf('c')).toEqual([]);
    expect(storage.chatsWithOutgoing()).toEqual([]);
  });

  it('are published as the same list until something changes', async () => {
    const { open } = setUp(noConnection);
    const replies = open();
    const listener = vi.fn();
    replies.subscribe(listener);
    replies.add('c', reply('a'));
    await vi.advanceTimersByTimeAsync(10);
    expect(listener).toHaveBeenCalled();
    expect(replies.linesOf('c')).toBe(replies.linesOf('c'));
  });
});
