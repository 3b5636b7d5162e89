import type { ChatMessage } from '@portal/contract/support/chat';
import { ApiError } from '../../../../shared/api/api-error.ts';
import { Outbox, type Outgoing, type OutgoingLine } from '../outbox.ts';
import type { AgentStorage } from './agent-storage.ts';

export type ReplyOutboxDependencies = {
  readonly send: (chatId: string, message: Outgoing) => Promise<ChatMessage>;
  readonly onStored: (chatId: string, message: ChatMessage) => void;
  /** The server will never accept it: the text returns to its field. */
  readonly onRefused: (chatId: string, message: Outgoing, failure: unknown) => void;
  /** The chat is no longer the agent's: `unsent` is no longer pending. */
  readonly onChatLost: (chatId: string, unsent: readonly Outgoing[], failure: ApiError) => void;
  readonly storage: Pick<AgentStorage, 'outgoing' | 'saveOutgoing' | 'chatsWithOutgoing'>;
  /** From 0 to 1. */
  readonly random: () => number;
};

const NOTHING: readonly OutgoingLine[] = [];

/**
 * The pending replies, an outbox for each chat: a slow one delays no other, and switching to
 * another chat interrupts none.
 */
export class ReplyOutboxes {
  readonly #deps: ReplyOutboxDependencies;
  readonly #boxes = new Map<string, Outbox>();
  readonly #lines = new Map<string, readonly OutgoingLine[]>();
  readonly #listeners = new Set<() => void>();

  constructor(deps: ReplyOutboxDependencies) {
    this.#deps = deps;
    for (const chatId of deps.storage.chatsWithOutgoing()) this.#boxOf(chatId);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same list until something changes. */
  linesOf(chatId: string): readonly OutgoingLine[] {
    return this.#lines.get(chatId) ?? NOTHING;
  }

  add(chatId: string, message: Outgoing): void {
    this.#boxOf(chatId).add(message);
  }

  /** It was seen in the conversation. */
  confirm(chatId: string, clientMessageId: string): void {
    this.#boxes.get(chatId)?.confirm(clientMessageId);
  }

  /** Sends pending replies now, in one chat or in all. */
  flush(chatId?: string): void {
    for (const [id, box] of this.#boxes) if (chatId === undefined || chatId === id) box.flush();
  }

  /** Stops retrying; pending replies stay where they are. */
  close(): void {
    for (const box of this.#boxes.values()) box.end();
  }

  #boxOf(chatId: string): Outbox {
    const known = this.#boxes.get(chatId);
    if (known) return known;
    const box: Outbox = new Outbox(this.#deps.storage.outgoing(chatId), {
      send: (message) => this.#deps.send(chatId, message),
      onStored: (message) => this.#deps.onStored(chatId, message),
      onRefused: (message, failure) => this.#deps.onRefused(chatId, message, failure),
      onChange: (lines) => this.#changed(chatId, lines),
      onTrouble: (failure) => {
        if (failure instanceof ApiError && [404, 409].includes(failure.status)) this.#giveUp(chatId, box, failure);
      },
      random: this.#deps.random,
    });
    this.#boxes.set(chatId, box);
    this.#lines.set(chatId, box.lines);
    return box;
  }

  #giveUp(chatId: string, box: Outbox, failure: ApiError): void {
    const unsent = box.lines;
    box.end();
    this.#boxes.delete(chatId);
    this.#changed(chatId, NOTHING);
    this.#deps.onChatLost(chatId, unsent, failure);
  }

  #changed(chatId: string, lines: readonly OutgoingLine[]): void {
    this.#lines.set(chatId, lines);
    this.#deps.storage.saveOutgoing(
      chatId,
      lines.map(({ tick: _tick, ...message }) => message),
    );
    for (const listener of this.#listeners) listener();
  }
}
