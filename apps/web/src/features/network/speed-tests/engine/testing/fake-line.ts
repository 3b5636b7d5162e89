const TICK_MS = 5;
const MIB = 1024 * 1024;
const SESSION = '0123456789abcdef0123456789abcdef';

/** Rates in bytes per ms. */
export type FakeLineOptions = {
  readonly down: number;
  readonly up: number;
  readonly rttMs?: number;
  /** Answers instead of the server; undefined lets the server answer. */
  readonly answer?: (url: URL, method: string) => Response | undefined;
  /** Replaces a stream's next part. */
  readonly spoil?: (url: URL, elapsedMs: number) => 'end' | 'break' | 'silence' | undefined;
};

/**
 * A line and a test server at its end, standing in for `fetch`. Everybody shares the line evenly;
 * time is that of the timers, so that tests own it.
 */
export class FakeLine {
  /** The requests: method and address, in order. */
  readonly calls: string[] = [];
  /** Downloads that were open at the same time, at most. */
  widest = 0;
  readonly #options: FakeLineOptions;
  readonly #downloads = new Set<object>();
  readonly #uploads = new Set<object>();
  #received = 0;
  #firstByteAt: number | null = null;

  constructor(options: FakeLineOptions) {
    this.#options = options;
  }

  readonly fetch = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input);
    const method = init.method ?? 'GET';
    const signal = init.signal ?? new AbortController().signal;
    this.calls.push(`${method} ${url.pathname}${url.search.replace(/&n=\d+/, '')}`);
    await new Promise((resolve) => setTimeout(resolve, this.#options.rttMs ?? 10));
    signal.throwIfAborted();
    const instead = this.#options.answer?.(url, method);
    if (instead) return instead;
    if (url.pathname.endsWith('/session')) return Response.json({ session: SESSION }, { status: 201 });
    if (url.pathname.endsWith('/garbage')) return this.#download(url, signal);
    if (url.pathname.endsWith('/meter')) return this.#meter(url, signal);
    if (method === 'POST') return this.#upload(init.body instanceof Blob ? init.body.size : 0, signal);
    return new Response('');
  };

  #download(url: URL, signal: AbortSignal): Response {
    const me = {};
    this.#downloads.add(me);
    this.widest = Math.max(this.widest, this.#downloads.size);
    const part = () => new Uint8Array(Math.round((this.#options.down * TICK_MS) / this.#downloads.size));
    return this.#stream(url, signal, part, () => this.#downloads.delete(me));
  }

  #meter(url: URL, signal: AbortSignal): Response {
    let ticks = 0;
    const part = () => {
      ticks += 1;
      const elapsedMs = this.#firstByteAt === null ? 0 : performance.now() - this.#firstByteAt;
      return new TextEncoder().encode(ticks % 10 === 1 ? `${elapsedMs.toFixed(2)} ${this.#received}\n` : '');
    };
    return this.#stream(url, signal, part, () => undefined);
  }

  #stream(url: URL, signal: AbortSignal, part: () => Uint8Array<ArrayBuffer>, onEnd: () => void): Response {
    const openedAt = performance.now();
    let left = Number(url.searchParams.get('ckSize') ?? Number.POSITIVE_INFINITY) * MIB;
    return new Response(
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => {
          const finish = (end: () => void): void => {
            clearInterval(timer);
            onEnd();
            end();
          };
          const timer = setInterval(() => {
            const fate = this.#options.spoil?.(url, performance.now() - openedAt);
            if (fate === 'end' || left <= 0) return finish(() => controller.close());
            if (fate === 'break') return finish(() => controller.error(new TypeError('network error')));
            if (fate === 'silence') return;
            const bytes = part();
            left -= bytes.length;
            controller.enqueue(bytes);
          }, TICK_MS);
          signal.addEventListener('abort', () => finish(() => controller.error(signal.reason)));
        },
      }),
    );
  }

  #upload(size: number, signal: AbortSignal): Promise<Response> {
    const me = {};
    this.#uploads.add(me);
    let left = size;
    return new Promise((resolve, reject) => {
      const finish = (end: () => void): void => {
        clearInterval(timer);
        this.#uploads.delete(me);
        end();
      };
      const timer = setInterval(() => {
        this.#firstByteAt ??= performance.now();
        const part = Math.min(left, (this.#options.up * TICK_MS) / this.#uploads.size);
        this.#received += part;
        left -= part;
        if (left <= 0) finish(() => resolve(new Response('')));
      }, TICK_MS);
      signal.addEventListener('abort', () => finish(() => reject(signal.reason)));
    });
  }
}
