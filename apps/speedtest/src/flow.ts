/** What may be sent or received at once, before the rate is checked. */
const BURST_BYTES = 4 * 1024 * 1024;

const BIN_MS = 50;
/** 20 s: longer than any test of a page. */
const MOST_BINS = 400;

/** The server's count in one direction. */
export type CountedFlow = {
  readonly bytes: number;
  /** The most bytes within any stretch of this many ms. */
  readonly mostWithin: (stretchMs: number) => number;
};

export type FlowDependencies = {
  readonly clock: () => number;
  readonly mostBytes: number;
  readonly fastestMbps: number;
  /** False when the client's budget is used up. */
  readonly charge: (bytes: number) => boolean;
};

/**
 * One direction of a test: how many bytes it has transferred, since when, and how many more it may
 * transfer.
 */
export class Flow implements CountedFlow {
  bytes = 0;
  /** The time of the first byte; null before. By the injected clock. */
  startedAt: number | null = null;
  readonly #deps: FlowDependencies;
  readonly #bins: number[] = [];

  constructor(deps: FlowDependencies) {
    this.#deps = deps;
  }

  /** False when these bytes exceed the budget of the test or its client. */
  add(bytes: number): boolean {
    const now = this.#deps.clock();
    this.startedAt ??= now;
    this.bytes += bytes;
    const bin = Math.floor((now - this.startedAt) / BIN_MS);
    if (bin < MOST_BINS) this.#bins[bin] = (this.#bins[bin] ?? 0) + bytes;
    return this.#deps.charge(bytes) && this.bytes <= this.#deps.mostBytes;
  }

  mostWithin(stretchMs: number): number {
    // A stretch that begins within a bin extends into one more.
    const width = Math.ceil(stretchMs / BIN_MS) + 1;
    let most = 0;
    let sum = 0;
    for (let end = 0; end < this.#bins.length; end += 1) {
      sum += (this.#bins[end] ?? 0) - (this.#bins[end - width] ?? 0);
      most = Math.max(most, sum);
    }
    return most;
  }

  /** How long to wait before the next bytes, in ms: no client gets more than the maximum rate. */
  pauseMs(): number {
    const { clock, fastestMbps } = this.#deps;
    if (this.startedAt === null) return 0;
    const dueMs = ((this.bytes - BURST_BYTES) * 8) / 1000 / fastestMbps;
    return Math.max(0, dueMs - (clock() - this.startedAt));
  }
}
