import { useEffect, useSyncExternalStore } from 'react';
import { now } from '../../../shared/format/clock.ts';
import { currentTab } from '../../../shared/live/current-tab.ts';
import { browserEnvironment } from '../../../shared/live/environment.ts';
import { leaveChat } from './api/end-chat.ts';
import { fetchActiveChat } from './api/get-active-chat.ts';
import { fetchMessages } from './api/list-messages.ts';
import { moveToTicket } from './api/move-chat-to-ticket.ts';
import { sendMessage } from './api/send-message.ts';
import { startChat } from './api/start-chat.ts';
import type { ChatCalls } from './chat.port.ts';
import { ChatClient } from './chat-client.ts';
import { chatStorageOf } from './chat-storage.ts';
import { notifyCustomer } from './notify-customer.ts';

const calls: ChatCalls = {
  active: fetchActiveChat,
  start: startChat,
  send: sendMessage,
  messages: fetchMessages,
  end: leaveChat,
  toTicket: moveToTicket,
};

let own: { readonly userId: number; readonly chat: ChatClient } | null = null;
const listeners = new Set<() => void>();

/**
 * The signed-in customer's chat in this window, wherever it is shown; null for the first moment.
 */
export function useOwnChat(userId: number): ChatClient | null {
  useEffect(() => openOwnChat(userId), [userId]);
  return useSyncExternalStore(subscribe, present);
}

/** Checks again whether there is a chat, where that failed before. */
export function findOwnChat(): void {
  void own?.chat.load();
}

/** The user has signed out. */
export function closeOwnChat(): void {
  own?.chat.dispose();
  become(null);
}

function openOwnChat(userId: number): void {
  if (own?.userId === userId) return;
  own?.chat.dispose();
  const chat = new ChatClient({
    calls,
    join: (options) => currentTab.join(options),
    storage: chatStorageOf(userId, newId()),
    notify: notifyCustomer,
    newId,
    now: () => now().getTime(),
    random: browserEnvironment.random,
  });
  become({ userId, chat });
}

function become(next: typeof own): void {
  own = next;
  for (const listener of listeners) listener();
}

function present(): ChatClient | null {
  return own?.chat ?? null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** 128 random bits. `crypto.randomUUID` is missing where the portal is served without TLS. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
