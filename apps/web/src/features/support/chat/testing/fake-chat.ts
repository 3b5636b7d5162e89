import type { ChatEvent, ChatMessage, ChatSession, ChatSide } from '@portal/contract/support/chat';
import { ApiError } from '../../../../shared/api/api-error.ts';
import type { LiveLinkOptions } from '../../../../shared/live/live-link.ts';
import type { ChatConnection } from '../../../../shared/live/tab-socket.ts';
import type { ChatCalls, ChatDependencies, ChatNotification } from '../chat.port.ts';
import type { ChatStorage } from '../chat-storage.ts';
import type { Outgoing } from '../outbox.ts';

/** The outcome of one call, or of one event on its way to the page. */
export type Outcome = 'good' | 'request lost' | 'answer lost' | 'busy' | 'doubled' | 'late';

const CHAT_ID = 'c';
const LATE_MS = 70;

export function messageOf(
  seq: number,
  sender: ChatSide,
  content: string,
  clientMessageId: string | null = null,
): ChatMessage {
  const timestamp = new Date(Date.UTC(2026, 10, 21, 19, seq)).toISOString();
  const senderName = sender === 'agent' ? 'Tosin' : null;
  return { id: `${CHAT_ID}.${seq}`, seq, sender, senderName, content, timestamp, status: 'sent', clientMessageId };
}

export function sessionOf(change: Partial<ChatSession> = {}): ChatSession {
  return {
    id: CHAT_ID,
    status: 'active',
    estimatedWaitTime: 0,
    supportAgent: { name: 'Tosin' },
    createdAt: '2026-11-21T19:00:00.000Z',
    closedAt: null,
    lastSeq: 0,
    unread: 0,
    ...change,
  };
}

/**
 * A server with one chat, reached over a line on which anything may be lost, doubled or late. Its
 * seqs and its "once" are those of the real one.
 */
export class FakeChat {
  readonly stored: ChatMessage[] = [];
  readonly frames: unknown[] = [];
  readonly notifications: ChatNotification[] = [];
  #outcome: Outcome[] = [];
  session: ChatSession | null = sessionOf();
  line = true;
  #page: LiveLinkOptions | null = null;
  #ids = 0;

  /** `outcome` is used up one by one; afterwards every call succeeds. */
  setOutcomes(outcome: readonly Outcome[]): void {
    this.#outcome = [...outcome];
  }

  readonly calls: { -readonly [Call in keyof ChatCalls]: ChatCalls[Call] } = {
    active: () => this.#reach(() => this.#present()),
    start: () =>
      this.#reach(() => {
        this.session = sessionOf({ status: 'waiting', supportAgent: null, estimatedWaitTime: 2 });
        return this.session;
      }),
    send: (_chat, { content, clientMessageId }) => this.#reach(() => this.#store('user', content, clientMessageId)),
    messages: (_chat, after) => this.#reach(() => this.stored.slice(after)),
    end: () => this.#reach(() => this.close('ended-by-customer')),
    toTicket: () =>
      this.#reach(() => {
        this.close('moved-to-ticket');
        return { ticketNumber: 'T-000042' };
      }),
  };

  /** The page's side of the socket. */
  readonly join = (page: LiveLinkOptions): ChatConnection => {
    this.#page = page;
    if (this.line) queueMicrotask(() => this.#page === page && this.connect());
    return {
      send: (frame) => {
        if (this.line) this.frames.push(frame);
        return this.line;
      },
      connectNow: () => {},
      leave: () => {
        if (this.#page === page) this.#page = null;
      },
    };
  };

  dependencies(storage: ChatStorage): ChatDependencies {
    return {
      calls: this.calls,
      join: this.join,
      storage,
      notify: (notification) => this.notifications.push(notification),
      newId: () => `id-${++this.#ids}`,
      now: () => Date.now(),
      random: () => 0,
    };
  }

  agentSays(content: string): void {
    this.#store('agent', content, null);
  }

  emit(event: ChatEvent): void {
    this.#page?.onEvent(event);
  }

  /** The socket opens: the present state, then the missed messages. */
  connect(): void {
    const page = this.#page;
    if (!page) return;
    this.line = true;
    page.onOnline?.(true);
    const after = Number(/after=(\d+)/.exec(page.address())?.[1]);
    const session = this.#present();
    if (session) page.onEvent({ type: 'session', session });
    for (const message of this.stored.slice(after)) this.#page?.onEvent({ type: 'message', message });
  }

  disconnect(): void {
    this.line = false;
    this.#page?.onOnline?.(false);
  }

  close(reason: 'ended-by-customer' | 'moved-to-ticket' | 'resolved'): void {
    if (this.session) this.session = { ...this.session, status: 'closed', closedAt: new Date().toISOString() };
    this.emit({ type: 'closed', reason });
  }

  #present(): ChatSession | null {
    return this.session && { ...this.session, lastSeq: this.stored.length };
  }

  async #reach<T>(act: () => T): Promise<T> {
    const outcome = this.#outcome.shift() ?? 'good';
    await Promise.resolve();
    if (!this.line || outcome === 'request lost') throw new Error('no connection');
    if (outcome === 'busy') throw new ApiError(503, '', '');
    const answer = act();
    if (outcome === 'answer lost') throw new Error('no connection');
    return answer;
  }

  #store(sender: ChatSide, content: string, clientMessageId: string | null): ChatMessage {
    const known = this.stored.find(
      (message) => clientMessageId !== null && message.clientMessageId === clientMessageId,
    );
    if (known) return known;
    if (this.session?.status === 'closed') throw new ApiError(409, '', '{"code":"chat.closed"}');
    const message = messageOf(this.stored.length + 1, sender, content, clientMessageId);
    this.stored.push(message);
    this.#announce({ type: 'message', message });
    return message;
  }

  #announce(event: ChatEvent): void {
    const outcome = this.#outcome.shift() ?? 'good';
    if (!this.line || outcome === 'request lost') return;
    const page = this.#page;
    const later = (): void => {
      if (this.#page === page && this.line) page?.onEvent(event);
    };
    if (outcome === 'late') setTimeout(later, LATE_MS);
    else queueMicrotask(later);
    if (outcome === 'doubled') setTimeout(later, LATE_MS);
  }
}

/** A device's storage that outlives the page. */
export function fakeStorage(): ChatStorage {
  const outgoing = new Map<string, readonly Outgoing[]>();
  let draft = '';
  let last: string | null = null;
  return {
    takeOutgoing: (chatId) => outgoing.get(chatId) ?? [],
    saveOutgoing: (chatId, messages) => outgoing.set(chatId, [...messages]),
    takeOrphans: (chatId) => {
      const found = [...outgoing].filter(([id]) => id !== chatId);
      for (const [id] of found) outgoing.delete(id);
      return found.flatMap(([, messages]) => messages);
    },
    draft: () => draft,
    saveDraft: (text) => {
      draft = text;
    },
    lastChat: () => last,
    saveLastChat: (chatId) => {
      last = chatId;
    },
  };
}
