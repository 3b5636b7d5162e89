import { BIN_MS } from '../statistics/rate-statistic.ts';

/** Counts bytes by the moment they came. Times are those of `performance.now()`. */
export class ByteBins {
  total = 0;
  readonly #startedAt: number;
  readonly #bins: number[] = [];

  constructor(startedAt: number) {
    this.#startedAt = startedAt;
  }

  add(bytes: number): void {
    const index = Math.floor((performance.now() - this.#startedAt) / BIN_MS);
    while (this.#bins.length <= index) this.#bins.push(0);
    this.#bins[index] = (this.#bins[index] ?? 0) + bytes;
    this.total += bytes;
  }

  /** Bytes per ms of the last whole bins. */
  recentRate(lastMs: number): number {
    const end = Math.floor((performance.now() - this.#startedAt) / BIN_MS);
    const recent = this.#bins.slice(Math.max(0, end - lastMs / BIN_MS), end);
    return recent.reduce((sum, bytes) => sum + bytes, 0) / lastMs;
  }

  /** Every whole bin of a phase of this length, those without a byte too. */
  until(phaseMs: number): number[] {
    return Array.from({ length: Math.floor(phaseMs / BIN_MS) }, (_, index) => this.#bins[index] ?? 0);
  }
}
