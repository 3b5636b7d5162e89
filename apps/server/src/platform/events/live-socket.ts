import { closeCodes, type HeartbeatEvent } from '@portal/contract/platform/live-updates';
import type { Permission } from '@portal/contract/platform/staff-permissions';
import type { WebSocket } from 'ws';
import type { Viewer } from '../http/authorisation/session-cookie.ts';

/** The purposes of sockets. */
export type SocketKind = 'chat' | 'agent' | 'live-updates';

/** The user of a socket, by the session with which it was opened. */
export type LivePerson = {
  readonly sids: Viewer['sids'];
  readonly userId: number;
  /** The account that they act for. */
  readonly accountId: number | null;
  readonly address: string;
  /** The purpose of the socket: staff's ends with the role. */
  readonly access: 'session' | 'admin';
  /** What staff may do; empty for a customer. */
  readonly permissions: ReadonlySet<Permission>;
  readonly kind: SocketKind;
};

/**
 * A reader with more unsent data than this is too slow: it is disconnected and reconnects to catch
 * up.
 */
const LONGEST_QUEUE_BYTES = 512 * 1024;
const MISSES_ALLOWED = 2;
const BEAT = JSON.stringify({ type: 'heartbeat' } satisfies HeartbeatEvent);
const FRAMES_PER_SECOND = 50;

const noReceipt = (): void => {};

/**
 * One open socket. Sends JSON, and learns from the pongs what has arrived at the client, whatever
 * client that is: a ping is sent after the messages, and its pong arrives after they were received.
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
  /** Called when everything up to `seq` of `key` has arrived. */
  onReceipt: (key: string, seq: number) => void = noReceipt;
  /**
   * Handles the frames of the page, each after another check of the session; null where no frames
   * are accepted.
   */
  takeFrame: ((text: string) => 'taken' | 'not understood') | null = null;
  /** Called once, when the socket is closed. */
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

  /** Accepts a text that is shared by many sockets. Does nothing once the socket closes. */
  sendText(text: string): void {
    if (!this.isOpen) return;
    this.#socket.send(text);
    if (this.#socket.bufferedAmount > LONGEST_QUEUE_BYTES) this.close(closeCodes.tooSlow, 'too slow');
  }

  /** Resolves when everything sent before has left this process, or the socket is closed. */
  flushed(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    // An empty pong is a frame that needs no answer.
    if (this.isOpen) this.#socket.pong(undefined, undefined, () => resolve());
    else resolve();
    return promise;
  }

  /** Expects a receipt for what was just sent; `confirm` sends the ping for it. */
  expectReceipt(key: string, seq: number): void {
    this.#unconfirmed ??= new Map();
    this.#unconfirmed.set(key, seq);
  }

  /**
   * Sends one ping for all expected receipts, one at a time. True when one was sent or is on its
   * way.
   */
  confirm(): boolean {
    if (this.#onItsWay) return true;
    if (!this.#unconfirmed || !this.isOpen) return false;
    this.#tokens++;
    this.#onItsWay = { token: String(this.#tokens), marks: this.#unconfirmed };
    this.#unconfirmed = null;
    this.#socket.ping(this.#onItsWay.token);
    return true;
  }

  /** Call it with every pong. Returns whether more receipts are expected. */
  answered(token: string): boolean {
    this.#misses = 0;
    if (token !== this.#onItsWay?.token) return false;
    const { marks } = this.#onItsWay;
    this.#onItsWay = null;
    for (const [key, seq] of marks) this.onReceipt(key, seq);
    return this.#unconfirmed !== null;
  }

  /**
   * One heartbeat: a ping for us and a message for the page, or the end of a socket with two
   * unanswered pings.
   */
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
