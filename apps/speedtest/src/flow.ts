/** What may be sent or received at once, before the rate is looked at. */
const BURST_BYTES = 4 * 1024 * 1024;

export type FlowParts = {
  readonly clock: () => number;
  readonly mostBytes: number;
  readonly fastestMbps: number;
  /** False when nothing is left for the client's address. */
  readonly charge: (bytes: number) => boolean;
};

/** One direction of a test: how much went through it, since when, and how much more may. */
export class Flow {
  bytes = 0;
  /** When the first byte went; null before. By the clock of the parts. */
  startedAt: number | null = null;
  readonly #parts: FlowParts;

  constructor(parts: FlowParts) {
    this.#parts = parts;
  }

  /** False when these bytes are more than the test or its address may use. */
  add(bytes: number): boolean {
    this.startedAt ??= this.#parts.clock();
    this.bytes += bytes;
    return this.#parts.charge(bytes) && this.bytes <= this.#parts.mostBytes;
  }

  /** How long to wait before the next bytes, in ms: nobody gets more than the fastest line. */
  pauseMs(): number {
    const { clock, fastestMbps } = this.#parts;
    if (this.startedAt === null) return 0;
    const dueMs = ((this.bytes - BURST_BYTES) * 8) / 1000 / fastestMbps;
    return Math.max(0, dueMs - (clock() - this.startedAt));
  }
}
