import {
  getStaffChat,
  listStaffChatMessages,
  listStaffChats,
  type StaffChat,
  type StaffNote,
} from '@portal/contract/support/staff-chat';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { hasGap, lastSeqOf, type MessageHistory } from '../message-history.ts';
import { withChat, withKnownMessages } from './inbox-list.ts';

/** The query keys of answers about chats. Their first part is the address of the call. */
export const chatKeys = {
  open: [listStaffChats.path, 'open'] as const,
  closed: [listStaffChats.path, 'closed'] as const,
  chat: (id: string) => [getStaffChat.path, id] as const,
  messages: (id: string) => [listStaffChatMessages.path, id] as const,
};

type OpenedChat = { chat: StaffChat; notes: StaffNote[] };
type ClosedPages = InfiniteData<StaffChat[], string | null>;

function isKnownAsClosed(queries: QueryClient, id: string): boolean {
  const opened = queries.getQueryData<OpenedChat>(chatKeys.chat(id));
  const pages = queries.getQueryData<ClosedPages>(chatKeys.closed)?.pages ?? [];
  return opened?.chat.status === 'closed' || pages.some((page) => page.some((chat) => chat.id === id));
}

/**
 * Shows a chat's new state everywhere. An answer that is on its way may be older: it is fetched
 * again. Updates of the queue may overtake each other: a chat that has ended is never open again, and
 * one that has a message never without.
 */
export function putChat(queries: QueryClient, changed: StaffChat): void {
  if (changed.status !== 'closed' && isKnownAsClosed(queries, changed.id)) return;
  const chat = withKnownMessages(changed, findChat(queries, changed.id));
  patch<StaffChat[]>(queries, chatKeys.open, (chats) => withChat(chats, chat));
  patch<OpenedChat>(queries, chatKeys.chat(chat.id), (opened) => ({ ...opened, chat }));
  if (chat.status === 'closed') {
    patch<ClosedPages>(queries, chatKeys.closed, (pages) => withClosed(pages, chat));
  }
}

/** Changes a chat in part, where it is known. */
export function changeChat(queries: QueryClient, id: string, change: (chat: StaffChat) => StaffChat): void {
  const known = findChat(queries, id);
  if (known) putChat(queries, change(known));
}

/** The last known state of the chat. */
export function findChat(queries: QueryClient, id: string): StaffChat | undefined {
  const listed = queries.getQueryData<StaffChat[]>(chatKeys.open)?.find((chat) => chat.id === id);
  return listed ?? queries.getQueryData<OpenedChat>(chatKeys.chat(id))?.chat;
}

/**
 * Changes the cached conversation of a chat, where there is one; missing messages are then fetched.
 * `upTo` is a seq that is known to exist.
 */
export function changeHistory(
  queries: QueryClient,
  id: string,
  change: (history: MessageHistory) => MessageHistory,
  upTo = 0,
): void {
  const queryKey = chatKeys.messages(id);
  queries.setQueryData<MessageHistory>(queryKey, (known) => known && change(known));
  const now = queries.getQueryData<MessageHistory>(queryKey);
  if (!now || hasGap(now) || lastSeqOf(now) < upTo) refetchActive(queries, queryKey);
}

/** Adds a note, once. */
export function putNote(queries: QueryClient, id: string, note: StaffNote): void {
  patch<OpenedChat>(queries, chatKeys.chat(id), ({ chat, notes }) => ({
    chat,
    notes: notes.some((known) => known.id === note.id) ? notes : [...notes, note],
  }));
}

/** Refetches the lists, and each conversation on screen. */
export function refreshAll(queries: QueryClient): void {
  for (const queryKey of [[listStaffChats.path], [getStaffChat.path], [listStaffChatMessages.path]]) {
    refetchActive(queries, queryKey);
  }
}

/**
 * Refetches all queries on screen under a key. A first answer that is still on its way may be older
 * than the reason for the refetch, and the query library would not fetch twice: it is awaited, and
 * then fetched again.
 */
function refetchActive(queries: QueryClient, queryKey: readonly unknown[]): void {
  const first = queries
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  for (const query of first) {
    const again = () => queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    query.promise?.then(again, () => undefined);
  }
  void queries.invalidateQueries({ queryKey });
}

function withClosed({ pages, pageParams }: ClosedPages, chat: StaffChat): ClosedPages {
  const [first = [], ...rest] = pages.map((page) => page.filter(({ id }) => id !== chat.id));
  return { pages: [[chat, ...first], ...rest], pageParams };
}

function patch<Data>(queries: QueryClient, queryKey: readonly unknown[], change: (data: Data) => Data): void {
  const isOnItsWay = queries.isFetching({ queryKey, exact: true }) > 0;
  queries.setQueryData<Data>(queryKey, (data) => data && change(data));
  if (isOnItsWay) refetchActive(queries, queryKey);
}
