import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatMessage } from '@portal/contract/support/chat';

const PAGE = 50;
const AGAIN_MS = 500;

export type FeedEnds = {
  /** The messages after a seq, in order. */
  readonly fetch: (after: number, limit: number) => Promise<ChatMessage[]>;
  readonly deliver: (message: ChatMessage) => void;
  /**
   * Resolves when the delivered messages have left, so that a long history waits in the database
   * and not in memory.
   */
  readonly flushed: () => Promise<void>;
};

/**
 * Delivers the messages of one chat to one socket in the order of their seq, each once and none
 * left out, whatever is offered, when and how often: the next message is passed on directly, after
 * anything else the feed fetches what it has not delivered yet (threats C4, C9). Retries when the
 * database does not answer.
 */
export class MessageFeed {
  readonly #ends: FeedEnds;
  #cursor: number;
  #running: Promise<void> | null = null;
  #again = false;
  #ended = false;

  /** `cursor` is the last seq that the client has already. */
  constructor(cursor: number, ends: FeedEnds) {
    this.#cursor = cursor;
    this.#ends = ends;
  }

  offer(message: ChatMessage): void {
    if (this.#ended || message.seq <= this.#cursor) return;
    if (this.#running || message.seq !== this.#cursor + 1) void this.catchUp();
    else this.#deliver(message);
  }

  /** Announces that there are messages up to `seq`. */
  expect(seq: number): void {
    if (seq > this.#cursor) void this.catchUp();
  }

  /** Resolves when all messages committed before the call are delivered, or the feed has ended. */
  catchUp(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#run();
    return this.#running;
  }

  end(): void {
    this.#ended = true;
  }

  #deliver(message: ChatMessage): void {
    this.#ends.deliver(message);
    this.#cursor = message.seq;
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#ended) {
      this.#again = false;
      const page = await this.#ends.fetch(this.#cursor, PAGE).catch(() => null);
      for (const message of this.#ended ? [] : (page ?? [])) this.#deliver(message);
      if (page === null) await sleep(AGAIN_MS, undefined, { ref: false });
      if (page?.length === PAGE) await this.#ends.flushed();
      if (page === null || page.length === PAGE) this.#again = true;
    }
    // In the same turn in which nothing more was wanted, so that no request is lost in between.
    this.#running = null;
  }
}
