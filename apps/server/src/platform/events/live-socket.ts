import { closeCodes, type HeartbeatEvent } from '@portal/contract/platform/live-updates';
import type { WebSocket } from 'ws';

/** What sockets are opened for. */
export type SocketKind = 'chat' | 'agent' | 'live-updates';

/** Who is at the other end, as the session said when the socket was opened. */
export type LivePerson = {
  readonly sid: string;
  readonly userId: number;
  readonly address: string;
  /** What the socket was opened for: an admin's ends with the role. */
  readonly access: 'session' | 'admin';
  readonly kind: SocketKind;
};

/** More than this unsent, and the reader is too slow: it is sent away and comes back for what it has missed. */
const LONGEST_QUEUE_BYTES = 512 * 1024;
const MISSES_ALLOWED = 2;
const BEAT = JSON.stringify({ type: 'heartbeat' } satisfies HeartbeatEvent);
const FRAMES_PER_SECOND = 50;

const noReceipt = (): void => {};

/**
 * One open socket. Sends JSON; knows from the answers to its pings what has really arrived at the other end, whatever program runs there: a ping goes out behind
 * what was sent, and its answer comes back when all before it was taken in.
 */
export class LiveSocket {
  readonly person: LivePerson;
  readonly #socket: WebSocket;
  #misses = 0;
  #unconfirmed: Map<string, number> | null = null;
  #onItsWay: { readonly token: string; readonly marks: Map<string, number> } | null = null;
  #tokens = 0;
  #frameSecond = 0;
  #frames = 0;
  /** Is told that everything up to `seq` of `key` has arrived. */
  onReceipt: (key: string, seq: number) => void = noReceipt;
  /** Takes the frames that the page sends, each after another look at the session; null where none are taken. */
  takeFrame: ((text: string) => 'taken' | 'not understood') | null = null;
  /** Is told once, when the socket is gone. */
  onGone: () => void = noReceipt;

  constructor(socket: WebSocket, person: LivePerson) {
    this.#socket = socket;
    this.person = person;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  send(event: object): void {
    this.sendText(JSON.stringify(event));
  }

  /** The same text may go to many. Does nothing once the socket closes. */
  sendText(text: string): void {
    if (!this.isOpen) return;
    this.#socket.send(text);
    if (this.#socket.bufferedAmount > LONGEST_QUEUE_BYTES) this.close(closeCodes.tooSlow, 'too slow');
  }

  /** Resolves when what was sent before has left this process, or the socket is gone. */
  flushed(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    // An empty pong is a frame that nobody has to answer.
    if (this.isOpen) this.#socket.pong(undefined, undefined, () => resolve());
    else resolve();
    return promise;
  }

  /** Asks for a receipt of what was just sent; `confirm` sends the question. */
  expectReceipt(key: string, seq: number): void {
    this.#unconfirmed ??= new Map();
    this.#unconfirmed.set(key, seq);
  }

  /** Sends the question for all receipts that are expected, one at a time. True when one was sent or is on its way. */
  confirm(): boolean {
    if (this.#onItsWay) return true;
    if (!this.#unconfirmed || !this.isOpen) return false;
    this.#tokens++;
    this.#onItsWay = { token: String(this.#tokens), marks: this.#unconfirmed };
    this.#unconfirmed = null;
    this.#socket.ping(this.#onItsWay.token);
    return true;
  }

  /** To be called with every pong that arrives. Returns whether more receipts are wanted. */
  answered(token: string): boolean {
    this.#misses = 0;
    if (token !== this.#onItsWay?.token) return false;
    const { marks } = this.#onItsWay;
    this.#onItsWay = null;
    for (const [key, seq] of marks) this.onReceipt(key, seq);
    return this.#unconfirmed !== null;
  }

  /** One beat of the heart: a ping for us and a word for the page, or the end of a socket that has left two pings unanswered. */
  beat(): void {
    if (this.#misses >= MISSES_ALLOWED) this.#socket.terminate();
    else if (this.isOpen) {
      this.#socket.ping();
      this.sendText(BEAT);
    }
    this.#misses++;
  }

  /** Counts a frame that has arrived; false when there are too many. */
  mayTakeFrame(nowMs: number): boolean {
    const second = Math.floor(nowMs / 1000);
    this.#frames = second === this.#frameSecond ? this.#frames + 1 : 1;
    this.#frameSecond = second;
    return this.#frames <= FRAMES_PER_SECOND;
  }

  close(code: number, reason: string): void {
    if (this.isOpen) this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }
}
