import type { ChatMessage, ChatSession } from '@portal/contract/support/chat';
import type { TicketCategory } from '@portal/contract/support/tickets';
import type { LiveLinkOptions } from '../../../shared/live/live-link.ts';
import type { ChatConnection } from '../../../shared/live/tab-socket.ts';
import type { ChatStorage } from './chat-storage.ts';

export type ChatCalls = {
  readonly active: () => Promise<ChatSession | null>;
  readonly start: () => Promise<ChatSession>;
  readonly send: (
    chatId: string,
    message: { readonly content: string; readonly clientMessageId: string },
  ) => Promise<ChatMessage>;
  readonly messages: (chatId: string, after: number) => Promise<readonly ChatMessage[]>;
  readonly end: (chatId: string) => Promise<unknown>;
  readonly toTicket: (chatId: string, category: TicketCategory) => Promise<{ readonly ticketNumber: string }>;
};

/** Events that the customer should notice on any page. */
export type ChatNotification =
  | { readonly type: 'started' | 'no-connection' }
  | { readonly type: 'agent-connected'; readonly name: string }
  | { readonly type: 'not-started' | 'not-sent' | 'not-ended' | 'not-moved'; readonly failure: unknown };

/** The chat's dependencies in this window. */
export type ChatDependencies = {
  readonly calls: ChatCalls;
  readonly join: (chat: LiveLinkOptions) => ChatConnection;
  readonly storage: ChatStorage;
  readonly notify: (notification: ChatNotification) => void;
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
};
