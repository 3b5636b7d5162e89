import type { ChatMessage } from '@portal/contract/support/chat';
import { ApiError } from '../../../shared/api/api-error.ts';
import { reconnectDelay } from '../../../shared/live/reconnect-delay.ts';

export type Outgoing = {
  readonly clientMessageId: string;
  readonly content: string;
  /** ISO 8601. */
  readonly writtenAt: string;
};

/** `kept` waits for the connection; `failed` was refused by the server. */
export type OutgoingLine = Outgoing & { readonly tick: 'sending' | 'kept' | 'failed' };

export type OutboxDependencies = {
  readonly send: (message: Outgoing) => Promise<ChatMessage>;
  readonly onStored: (message: ChatMessage) => void;
  /** The pending messages have changed: show them, and store them on the device. */
  readonly onChange: (lines: readonly OutgoingLine[]) => void;
  /** The server will never accept this message (too long, invalid); it is no longer pending. */
  readonly onRefused: (message: Outgoing, failure: unknown) => void;
  /** An attempt failed; `first` when the one before it had not. */
  readonly onTrouble: (failure: unknown, first: boolean) => void;
  /** From 0 to 1. */
  readonly random: () => number;
};

/** After this the answer counts as lost; a repeat does no harm. */
const ANSWER_WITHIN_MS = 15_000;

const lost = Symbol('no answer');

/**
 * Pending messages: sent one after the other, so that they are stored in the order in which they
 * were written, and each with its client id, so that it is stored once however often it is sent.
 * Retries with growing delays until the server has it or the chat is over.
 */
export class Outbox {
  readonly #deps: OutboxDependencies;
  #queue: Outgoing[];
  #tick: OutgoingLine['tick'] = 'sending';
  #failures = 0;
  #running = false;
  #over = false;
  #silent = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #confirmed: (() => void) | null = null;

  /** `queue` are the pending messages of an earlier page. */
  constructor(queue: readonly Outgoing[], deps: OutboxDependencies) {
    this.#queue = [...queue];
    this.#deps = deps;
  }

  get lines(): readonly OutgoingLine[] {
    return this.#queue.map((message) => ({ ...message, tick: this.#tick }));
  }

  add(message: Outgoing): void {
    this.#queue.push(message);
    this.#changed();
    this.flush();
  }

  /** Sends pending messages now, without waiting for the next attempt. */
  flush(): void {
    if (!this.#running && !this.#over && this.#queue.length > 0) void this.#run();
  }

  /** The server has it: it was seen in the conversation. */
  confirm(clientMessageId: string): void {
    const wasHead = this.#queue[0]?.clientMessageId === clientMessageId;
    const left = this.#queue.filter((message) => message.clientMessageId !== clientMessageId);
    if (left.length === this.#queue.length) return;
    this.#queue = left;
    this.#changed();
    if (wasHead) this.#confirmed?.();
  }

  /** Sends nothing more, and calls no listener any more. */
  stop(): void {
    this.#over = true;
    this.#silent = true;
    clearTimeout(this.#timer);
  }

  /** Sends nothing more; pending messages stay readable, marked as unsent. */
  end(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    if (this.#queue.length > 0) this.#mark('failed');
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running = true;
    this.#mark('sending');
    for (let head = this.#queue[0]; head && !this.#over; head = this.#queue[0]) {
      try {
        await this.#sendOne(head);
        this.#failures = 0;
      } catch (failure) {
        if (!isAboutTheMessage(failure)) {
          this.#stumble(failure);
          break;
        }
        this.confirm(head.clientMessageId);
        this.#deps.onRefused(head, failure);
      }
    }
    this.#running = false;
  }

  /** Resolves when the server has the message, by its answer or by the conversation. */
  async #sendOne(head: Outgoing): Promise<void> {
    let patience: ReturnType<typeof setTimeout> | undefined;
    const seen = new Promise<null>((resolve) => {
      this.#confirmed = () => resolve(null);
    });
    const tired = new Promise<never>((_, reject) => {
      patience = setTimeout(() => reject(lost), ANSWER_WITHIN_MS);
    });
    try {
      const stored = await Promise.race([this.#deps.send(head), seen, tired]);
      if (stored && !this.#silent) this.#deps.onStored(stored);
      this.confirm(head.clientMessageId);
    } finally {
      clearTimeout(patience);
      this.#confirmed = null;
    }
  }

  #stumble(failure: unknown): void {
    if (this.#over) return;
    this.#mark(failure instanceof ApiError ? 'failed' : 'kept');
    this.#timer = setTimeout(() => this.flush(), reconnectDelay(this.#failures, this.#deps.random()));
    this.#failures++;
    this.#deps.onTrouble(failure, this.#failures === 1);
  }

  #mark(tick: OutgoingLine['tick']): void {
    this.#tick = tick;
    this.#changed();
  }

  #changed(): void {
    if (!this.#silent) this.#deps.onChange(this.lines);
  }
}

function isAboutTheMessage(failure: unknown): boolean {
  return failure instanceof ApiError && [400, 413, 422].includes(failure.status);
}
