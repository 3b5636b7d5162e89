import type { ChatCloseReason, ChatEvent, ChatMessage, ChatSession } from '@portal/contract/support/chat';
import type { TicketCategory } from '@portal/contract/support/tickets';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { ChatConnection } from '../../../shared/live/tab-socket.ts';
import type { ChatDependencies } from './chat.port.ts';
import { type ChatState, noChat } from './chat-state.ts';
import { afterEnd, afterEvent, afterMessages } from './conversation.ts';
import { hasGap, lastAgentSeq, lastSeqOf } from './message-history.ts';
import { Outbox, type Outgoing } from './outbox.ts';
import { ThrottledStore } from './throttled-store.ts';

const TYPING_EVERY_MS = 2000;
const TYPING_LASTS_MS = 4000;
/**
 * The answer to a message may overtake the ones before it for a moment; after that a gap is one.
 */
const GAP_LASTS_MS = 500;
const ESTIMATE_EVERY_MS = 30_000;
/** How long a conversation that has ended can be read again after a reload. */
const ENDED_SHOWN_FOR_MS = 24 * 3_600_000;
/** An unknown chat is given up after so many attempts to open its socket. */
const ATTEMPTS = 3;

/**
 * The customer's chat in this window: its state, and its actions. No message is lost, doubled or
 * reordered.
 */
export class ChatClient {
  readonly #deps: ChatDependencies;
  readonly #store = new ThrottledStore<ChatState>({ ...noChat, stage: 'unknown' });
  readonly subscribe = this.#store.subscribe;
  /** A new object whenever something has changed. */
  readonly state = this.#store.shown;
  #connection: ChatConnection | null = null;
  #outbox: Outbox | null = null;
  #typingEnds: ReturnType<typeof setTimeout> | undefined;
  #estimates: ReturnType<typeof setInterval> | undefined;
  #typedAt = 0;
  #loading = false;
  #gapTimer: ReturnType<typeof setTimeout> | undefined;
  #warned = false;
  #ending = false;

  constructor(deps: ChatDependencies) {
    this.#deps = deps;
    this.#set({ draft: deps.storage.draft() });
    void this.load();
  }

  get #state(): ChatState {
    return this.#store.value;
  }

  #set(change: Partial<ChatState>): void {
    this.#store.set({ ...this.#state, ...change });
  }

  /**
   * Checks whether there is a chat, where none is open here: it may have been started in another
   * window or on another device.
   */
  readonly load = async (): Promise<void> => {
    const { calls, storage } = this.#deps;
    if (this.#loading || this.#connection) return;
    this.#loading = true;
    try {
      const active = await calls.active();
      // It may have been started meanwhile, or the one that has ended here was checked before its
      // end.
      const { starting, session } = this.#state;
      if (this.#connection || starting || (active && active.id === session?.id)) return;
      const id = active?.id ?? (this.#isUnknown() ? storage.lastChat() : null);
      if (id) this.#open(id, active);
      else if (this.#isUnknown()) this.#forget();
    } catch {
      if (this.#isUnknown()) this.#set({ stage: 'unreachable' });
    } finally {
      this.#loading = false;
    }
  };

  #isUnknown(): boolean {
    return !this.#connection && ['unknown', 'unreachable'].includes(this.#state.stage);
  }

  readonly start = async (): Promise<void> => {
    if (this.#state.starting) return;
    this.#set({ starting: true });
    try {
      const session = await this.#deps.calls.start();
      this.#open(session.id, session);
      this.#deps.notify({ type: 'started' });
    } catch (failure) {
      this.#deps.notify({ type: 'not-started', failure });
    }
    this.#set({ starting: false });
  };

  /** Stores the draft. */
  readonly setDraft = (draft: string): void => {
    this.#set({ draft });
    // A field that is shown late loses letters.
    this.#store.publishNow();
    this.#deps.storage.saveDraft(draft);
  };

  readonly send = (content: string): void => {
    // Removes what the server could not store or would change, so that the line shown is the line
    // stored.
    const text = content.replaceAll('\u0000', '').toWellFormed().normalize('NFC').trim();
    if (text === '' || this.#state.stage !== 'open' || !this.#outbox) return;
    const writtenAt = new Date(this.#deps.now()).toISOString();
    this.#outbox.add({ clientMessageId: this.#deps.newId(), content: text, writtenAt });
    this.#typedAt = 0;
  };

  /** Does not wait for the next attempt of whatever is being attempted. */
  readonly retry = (): void => {
    this.#connection?.connectNow();
    this.#outbox?.flush();
    void this.load();
  };

  /** Says that the customer writes; may be called with every key. */
  readonly typing = (): void => {
    const now = this.#deps.now();
    if (this.#state.session?.status !== 'active' || now - this.#typedAt < TYPING_EVERY_MS) return;
    if (this.#connection?.send({ type: 'typing' })) this.#typedAt = now;
  };

  /** The conversation is on the screen, to its end. */
  readonly read = (): void => {
    const { history, readUpTo } = this.#state;
    const seq = lastSeqOf(history);
    if (seq <= readUpTo) return;
    this.#set({ readUpTo: seq });
    if (lastAgentSeq(history) > readUpTo) this.#connection?.send({ type: 'read', seq });
  };

  readonly end = (): Promise<void> =>
    this.#finish('not-ended', (id) => this.#deps.calls.end(id).then(() => this.#close('ended-by-customer')));

  /** Stops waiting: turns the messages into a ticket. */
  readonly moveToTicket = (category: TicketCategory): Promise<void> =>
    this.#finish('not-moved', async (id) => {
      const { ticketNumber } = await this.#deps.calls.toTicket(id, category);
      this.#set({ ticketNumber });
      this.#close('moved-to-ticket');
    });

  /** Of two taps at once the second does nothing. */
  async #finish(trouble: 'not-ended' | 'not-moved', finish: (chatId: string) => Promise<void>): Promise<void> {
    const { session } = this.#state;
    if (!session || this.#ending) return;
    this.#ending = true;
    await finish(session.id).catch((failure: unknown) => this.#deps.notify({ type: trouble, failure }));
    this.#ending = false;
  }

  /** Releases everything; pending messages stay on the device. */
  dispose(): void {
    this.#leave();
    this.#store.end();
  }

  #open(id: string, session: ChatSession | null): void {
    this.#leave();
    this.#rescueOrphans(id);
    const { draft, starting } = this.#state;
    const { storage, calls, random } = this.#deps;
    storage.saveLastChat(id);
    this.#store.set({ ...noChat, draft, starting, session, stage: session ? 'open' : 'unknown' });
    this.#outbox = new Outbox(storage.takeOutgoing(id), {
      send: (message) => calls.send(id, message),
      onStored: (message) => this.#take([message]),
      onChange: (outgoing) => {
        storage.saveOutgoing(id, outgoing);
        this.#set({ outgoing });
      },
      onRefused: (message, failure) => {
        this.#giveBack([message]);
        this.#deps.notify({ type: 'not-sent', failure });
      },
      onTrouble: (failure, first) => this.#heedTrouble(failure, first),
      random,
    });
    this.#set({ outgoing: this.#outbox.lines });
    this.#connection = this.#deps.join({
      address: () => `/ws/chat/${id}?after=${lastSeqOf(this.#state.history)}`,
      onEvent: (event) => this.#heed(event as ChatEvent),
      onOnline: (online) => this.#turn(online),
      onFailure: (failures) => this.#fail(failures),
      onEnd: (why) => this.#set({ tooManySockets: why === 'too-many-sockets' }),
    });
    this.#estimates = setInterval(() => void this.#askEstimate(), ESTIMATE_EVERY_MS);
    this.#outbox.flush();
  }

  #leave(): void {
    this.#outbox?.stop();
    this.#outbox = null;
    this.#letGo();
  }

  #letGo(): void {
    clearInterval(this.#estimates);
    clearTimeout(this.#typingEnds);
    clearTimeout(this.#gapTimer);
    const connection = this.#connection;
    this.#connection = null;
    connection?.leave();
  }

  #turn(online: boolean): void {
    this.#set({ online, ...(online ? { tooManySockets: false } : { typing: false }) });
    if (!online) return;
    this.#warned = false;
    this.#outbox?.flush();
  }

  #fail(failures: number): void {
    const unknown = !this.#state.session;
    if (unknown && failures >= ATTEMPTS) this.#forget();
    if (!unknown && !this.#warned) this.#deps.notify({ type: 'no-connection' });
    this.#warned = true;
  }

  #forget(): void {
    this.#leave();
    this.#deps.storage.saveLastChat(null);
    this.#rescueOrphans(null);
    this.#set({ ...noChat, draft: this.#state.draft });
  }

  #heed(event: ChatEvent): void {
    const { now } = this.#deps;
    if (event.type === 'message') {
      this.#take([event.message]);
      return;
    }
    this.#apply(afterEvent(this.#state, event, new Date(now()).toISOString()));
    const { readUpTo, session } = this.#state;
    if (event.type === 'typing') {
      clearTimeout(this.#typingEnds);
      this.#typingEnds = setTimeout(() => this.#set({ typing: false }), TYPING_LASTS_MS);
    } else if (event.type === 'session') {
      if (readUpTo > 0) this.#connection?.send({ type: 'read', seq: readUpTo });
      if (session?.closedAt && now() - Date.parse(session.closedAt) > ENDED_SHOWN_FOR_MS) this.#forget();
    } else if (event.type === 'closed') {
      this.#close(event.reason);
    }
  }

  /** Sets a new state, and announces changes of the queue. */
  #apply(next: ChatState): void {
    const joined = next.turns.length > this.#state.turns.length ? next.turns.at(-1)?.what : null;
    this.#set(next);
    if (joined?.type === 'joined') this.#deps.notify({ type: 'agent-connected', name: joined.name });
  }

  #take(messages: readonly ChatMessage[]): void {
    this.#set(afterMessages(this.#state, messages));
    for (const { sender, clientMessageId } of messages) {
      if (sender === 'user' && clientMessageId !== null) this.#outbox?.confirm(clientMessageId);
    }
    clearTimeout(this.#gapTimer);
    if (hasGap(this.#state.history)) this.#gapTimer = setTimeout(() => void this.#fill(), GAP_LASTS_MS);
  }

  /**
   * Fetches the messages before one that has arrived already. Where that fails, the next message or
   * the next connection closes the gap.
   */
  async #fill(): Promise<void> {
    const { session, history } = this.#state;
    if (!session) return;
    const missing = await this.#deps.calls.messages(session.id, lastSeqOf(history)).catch(() => []);
    if (this.#state.session?.id === session.id && missing.length > 0) this.#take(missing);
  }

  #close(reason: ChatCloseReason): void {
    this.#outbox?.end();
    this.#letGo();
    this.#set(afterEnd(this.#state, reason));
  }

  #heedTrouble(failure: unknown, first: boolean): void {
    const answered = failure instanceof ApiError;
    if (answered && (failure.status === 409 || failure.status === 404)) this.#outbox?.end();
    if (first && (answered || this.#state.online)) this.#deps.notify({ type: 'not-sent', failure });
  }

  async #askEstimate(): Promise<void> {
    const { session, online } = this.#state;
    if (session?.status !== 'waiting' || !online) return;
    const fresh = await this.#deps.calls.active().catch(() => null);
    const now = this.#state.session;
    if (fresh?.id !== now?.id || now?.status !== 'waiting' || fresh?.status !== 'waiting') return;
    this.#set({ session: { ...now, estimatedWaitTime: fresh.estimatedWaitTime } });
  }

  #rescueOrphans(chatId: string | null): void {
    this.#giveBack(this.#deps.storage.takeOrphans(chatId));
  }

  /** Puts messages that cannot be sent back to where they were written. */
  #giveBack(messages: readonly Outgoing[]): void {
    if (messages.length === 0) return;
    this.setDraft([...messages.map(({ content }) => content), this.#state.draft].filter(Boolean).join('\n'));
  }
}
