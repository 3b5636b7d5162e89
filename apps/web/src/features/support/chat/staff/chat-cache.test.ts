import type { ChatMessage } from '@portal/contract/support/chat';
import type { StaffChat } from '@portal/contract/support/staff-chat';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { addMessages, emptyHistory, type MessageHistory } from '../message-history.ts';
import { changeHistory, chatKeys, putChat, putNote, refreshAll } from './chat-cache.ts';

const message = (seq: number) =>
  ({ id: `c.${seq}`, seq, sender: 'user', content: `${seq}`, status: 'sent' }) as ChatMessage;
const history = (...seqs: number[]) => addMessages(emptyHistory, seqs.map(message));
const chat = (facts: Partial<StaffChat> = {}) =>
  ({ id: 'c', status: 'waiting', createdAt: '2026-07-04T08:00:00Z', ...facts }) as StaffChat;

/** A query on screen; the test gives the answer to each fetch. */
function shown<Data>(queryKey: readonly unknown[]) {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const answers: ((data: Data) => void)[] = [];
  const queryFn = () => new Promise<Data>((resolve) => answers.push(resolve));
  new QueryObserver<Data>(queries, { queryKey, queryFn }).subscribe(() => undefined);
  const answer = async (data: Data) => {
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0));
    answers.shift()?.(data);
  };
  return { queries, answer, data: () => queries.getQueryData<Data>(queryKey), asked: () => answers.length };
}
const seqsOf = (known: MessageHistory | undefined) => known?.messages.map(({ seq }) => seq);

describe('an event that arrives during the first fetch', () => {
  it('is not lost: a message that the answer does not contain yet is fetched', async () => {
    const { queries, answer, data } = shown<MessageHistory>(chatKeys.messages('c'));
    changeHistory(queries, 'c', (known) => addMessages(known, [message(2)]));
    await answer(history(1));
    await answer(history(1, 2));
    await vi.waitFor(() => expect(seqsOf(data())).toEqual([1, 2]));
  });

  it('is not lost: a chat that has just been accepted is not shown as waiting', async () => {
    const { queries, answer, data } = shown<StaffChat[]>(chatKeys.open);
    putChat(queries, chat({ status: 'active' }));
    await answer([chat()]);
    await answer([chat({ status: 'active' })]);
    await vi.waitFor(() => expect(data()).toEqual([chat({ status: 'active' })]));
  });

  it('may have been sent before the connection: when it opens everything is refetched', async () => {
    const { queries, answer, data } = shown<StaffChat[]>(chatKeys.open);
    refreshAll(queries);
    await answer([]);
    await answer([chat()]);
    await vi.waitFor(() => expect(data()).toEqual([chat()]));
  });
});

describe('a chat that waits', () => {
  it('keeps its message when an older update of the queue arrives after a newer one', () => {
    const queries = new QueryClient();
    const written = chat({
      lastSeq: 1,
      unread: 1,
      lastMessage: { sender: 'user', content: 'No light', timestamp: '' },
    });
    queries.setQueryData(chatKeys.open, []);
    putChat(queries, written);
    putChat(queries, chat({ lastSeq: 0, unread: 0, lastMessage: null }));
    expect(queries.getQueryData(chatKeys.open)).toMatchObject([
      { lastSeq: 1, unread: 1, lastMessage: { content: 'No light' } },
    ]);
    putChat(queries, chat({ status: 'active', lastSeq: 1, unread: 0, lastMessage: null }));
    expect(queries.getQueryData(chatKeys.open)).toMatchObject([{ status: 'active', unread: 0 }]);
  });
});

describe('a chat that has ended', () => {
  it('stays ended when an older update of the queue arrives after its end', async () => {
    const { queries, answer, data } = shown<{ chat: StaffChat; notes: [] }>(chatKeys.chat('c'));
    queries.setQueryData(chatKeys.open, [chat({ status: 'active' })]);
    await answer({ chat: chat({ status: 'active' }), notes: [] });
    await vi.waitFor(() => expect(data()).toBeDefined());
    putChat(queries, chat({ status: 'closed' }));
    putChat(queries, chat({ status: 'active' }));
    expect(data()?.chat.status).toBe('closed');
    expect(queries.getQueryData(chatKeys.open)).toEqual([]);
  });
});

describe('a conversation on screen', () => {
  it('fetches what is missing before a message that leaves a gap, and what the queue announces', async () => {
    const { queries, answer, data, asked } = shown<MessageHistory>(chatKeys.messages('c'));
    await answer(history(1));
    await vi.waitFor(() => expect(data()).toBeDefined());
    changeHistory(queries, 'c', (known) => addMessages(known, [message(2)]));
    expect([seqsOf(data()), asked()]).toEqual([[1, 2], 0]);
    changeHistory(queries, 'c', (known) => addMessages(known, [message(4)]));
    await answer(history(1, 2, 3, 4));
    await vi.waitFor(() => expect(seqsOf(data())).toEqual([1, 2, 3, 4]));
    changeHistory(queries, 'c', (known) => known, 5);
    await vi.waitFor(() => expect(asked()).toBe(1));
  });

  it('shows a note once, however often it arrives', async () => {
    const key = chatKeys.chat('c');
    const { queries, answer, data } = shown<{ chat: StaffChat; notes: { id: string }[] }>(key);
    await answer({ chat: chat(), notes: [] });
    await vi.waitFor(() => expect(data()).toBeDefined());
    const note = { id: 'n', author: { id: 1, name: 'Tosin' }, content: 'weak', afterSeq: 1, timestamp: '' };
    putNote(queries, 'c', note);
    putNote(queries, 'c', note);
    expect(data()?.notes).toEqual([note]);
  });
});
