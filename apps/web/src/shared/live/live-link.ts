import { closeCodes } from '@portal/contract/platform/live-updates';
import type { Environment, PageMoment, SocketLike } from './environment.ts';
import { reconnectDelay } from './reconnect-delay.ts';

const OPENS_WITHIN_MS = 10_000;
/** A connection that lasted this long was a good one: the next pause is a short one again. */
const STEADY_AFTER_MS = 10_000;
const LOOKS_EVERY_MS = 15_000;
/**
 * The server sends a message at least every 60 s: after this long without one the connection is
 * dead.
 */
const SILENT_TOO_LONG_MS = 75_000;
/**
 * When the page becomes visible again, a shorter silence is enough to reconnect: the device may
 * have slept.
 */
const SILENT_ON_RETURN_MS = 35_000;

/**
 * `signed-out` requires a sign-in; `ended` has sent everything; both are final. `too-many-sockets`
 * was closed for newer windows and reconnects when its page is shown again.
 */
export type LinkEnd = 'signed-out' | 'ended' | 'too-many-sockets';

export type LiveLinkOptions = {
  /** Path and query, read again for each connection, so that `?after=` is up to date. */
  readonly address: () => string;
  /** Each event of the server, in the order in which it came. */
  readonly onEvent: (event: unknown) => void;
  /** Called whenever the connection opens and when it is lost. */
  readonly onOnline?: (online: boolean) => void;
  /** A connection could not be opened, for the nth time in a row. */
  readonly onFailure?: (failures: number) => void;
  readonly onEnd?: (why: LinkEnd) => void;
};

/**
 * One socket that reconnects: after a loss with growing, jittered delays, at once when the device
 * is online again or wakes up, and after a connection that has died without a close. It closes
 * while the page is in the back-forward cache. contract/live.ts describes the close codes.
 */
export class LiveLink {
  readonly #options: LiveLinkOptions;
  readonly #environment: Environment;
  readonly #stopWatching: () => void;
  readonly #looks: ReturnType<typeof setInterval>;
  #socket: SocketLike | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #openedAt: number | null = null;
  #heardAt = 0;
  #rests: 'no' | 'away' | 'too-many-sockets' | 'for good' = 'no';

  constructor(options: LiveLinkOptions, around: Environment) {
    this.#options = options;
    this.#environment = around;
    this.#stopWatching = around.watchPage((moment) => this.#heed(moment));
    this.#looks = setInterval(() => this.#renewIfSilentFor(SILENT_TOO_LONG_MS), LOOKS_EVERY_MS);
    this.#connect();
  }

  get isOnline(): boolean {
    return this.#openedAt !== null;
  }

  /** False when there is no connection; the frame is gone then. */
  send(frame: object): boolean {
    if (this.#openedAt === null) return false;
    this.#socket?.send(JSON.stringify(frame));
    return true;
  }

  /**
   * Connects at once, also after `too-many-sockets`, with short pauses again. Does nothing while a
   * connection is open or opening.
   */
  connectNow(): void {
    if (this.#rests === 'for good') return;
    this.#rests = 'no';
    this.#failures = 0;
    if (!this.#socket) this.#connect();
  }

  /** Ends the connection for good. */
  close(): void {
    this.#rests = 'for good';
    this.#stopWatching();
    clearInterval(this.#looks);
    this.#drop();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const socket = this.#environment.openSocket(this.#options.address());
    this.#socket = socket;
    this.#timer = setTimeout(() => this.#lose(null), OPENS_WITHIN_MS);
    socket.onopen = () => {
      clearTimeout(this.#timer);
      this.#openedAt = this.#heardAt = this.#environment.now();
      this.#options.onOnline?.(true);
    };
    socket.onmessage = ({ data }) => {
      this.#heardAt = this.#environment.now();
      this.#tell(data);
    };
    socket.onclose = ({ code }) => this.#lose(code);
  }

  #tell(data: unknown): void {
    const event: unknown = JSON.parse(String(data));
    if (typeof event === 'object' && event !== null && 'type' in event && event.type === 'heartbeat') return;
    this.#options.onEvent(event);
  }

  /** Drops the socket without waiting for its close. */
  #drop(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      // Closed while it opens, it would leave a warning on the console.
      if (socket.readyState === 0) socket.onopen = () => socket.close();
      else socket.close();
    }
    if (this.#openedAt === null) return;
    if (this.#environment.now() - this.#openedAt >= STEADY_AFTER_MS) this.#failures = 0;
    this.#openedAt = null;
    this.#options.onOnline?.(false);
  }

  /** `code` is why the socket was closed, null when it was given up here. */
  #lose(code: number | null): void {
    const wasOpen = this.isOnline;
    this.#drop();
    const end = endOf(code);
    if (end) this.#end(end);
    if (this.#rests !== 'no') return;
    this.#timer = setTimeout(() => this.#connect(), reconnectDelay(this.#failures, this.#environment.random()));
    this.#failures++;
    if (!wasOpen) this.#options.onFailure?.(this.#failures);
  }

  #end(why: LinkEnd): void {
    if (why === 'too-many-sockets') this.#rests = why;
    else this.close();
    this.#options.onEnd?.(why);
  }

  #heed(moment: PageMoment): void {
    if (moment === 'left') {
      if (this.#rests === 'no') this.#rests = 'away';
      this.#drop();
    } else if (moment === 'offline') {
      if (this.#socket) this.#lose(null);
    } else if (moment === 'online') {
      this.#renew();
    } else {
      if (this.#rests === 'away' || this.#rests === 'too-many-sockets') this.connectNow();
      else if (this.#socket) this.#renewIfSilentFor(SILENT_ON_RETURN_MS);
      else this.#renew();
    }
  }

  #renewIfSilentFor(limitMs: number): void {
    if (this.#openedAt !== null && this.#environment.now() - this.#heardAt > limitMs) this.#renew();
  }

  #renew(): void {
    if (this.#rests !== 'no') return;
    this.#drop();
    this.#failures = 0;
    this.#connect();
  }
}

function endOf(code: number | null): LinkEnd | null {
  if (code === closeCodes.signedOut) return 'signed-out';
  if (code === closeCodes.chatEnded) return 'ended';
  return code === closeCodes.tooManySockets ? 'too-many-sockets' : null;
}
