import type { Environment, PageMoment, SocketLike } from '../environment.ts';

/** A socket whose server is the test. */
export class FakeSocket implements SocketLike {
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  readonly address: string;
  readonly sent: unknown[] = [];
  readyState: SocketLike['readyState'] = 0;

  constructor(address: string) {
    this.address = address;
  }

  get closed(): boolean {
    return this.readyState === 3;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  opens(): void {
    this.readyState = 1;
    this.onopen?.call(this as unknown as WebSocket, new Event('open'));
  }

  tells(event: object): void {
    this.onmessage?.call(this as unknown as WebSocket, { data: JSON.stringify(event) } as MessageEvent);
  }

  ends(code: number): void {
    this.readyState = 3;
    this.onclose?.call(this as unknown as WebSocket, { code } as CloseEvent);
  }
}

/**
 * A fake environment in which only what the test triggers happens. Its clock is the fake timers'.
 */
export class FakeEnvironment implements Environment {
  readonly sockets: FakeSocket[] = [];
  readonly #watchers = new Set<(moment: PageMoment) => void>();
  chance = 1;

  readonly openSocket = (address: string): FakeSocket => {
    const socket = new FakeSocket(address);
    this.sockets.push(socket);
    return socket;
  };
  readonly now = (): number => Date.now();
  readonly random = (): number => this.chance;
  readonly watchPage = (tell: (moment: PageMoment) => void): (() => void) => {
    this.#watchers.add(tell);
    return () => this.#watchers.delete(tell);
  };

  /** The socket that was opened last. */
  get socket(): FakeSocket {
    const last = this.sockets.at(-1);
    if (!last) throw new Error('no socket was opened');
    return last;
  }

  /** How many are open or opening and listened to. */
  get openSockets(): number {
    return this.sockets.filter(({ closed, onmessage }) => !closed && onmessage !== null).length;
  }

  page(moment: PageMoment): void {
    for (const tell of this.#watchers) tell(moment);
  }
}
