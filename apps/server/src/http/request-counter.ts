import type { FastifyRateLimitStore } from '@fastify/rate-limit';

const MOST_ADDRESSES = 20_000;

type Window = { startedAt: number; count: number };

/**
 * Fixed windows in memory, one a key. Hands out each count as it was at that moment: the limiter's own store hands out a live object, so that
 * requests that arrive together are all told the last count and refused together. The oldest keys are forgotten beyond 20,000.
 */
export class RequestCounter implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>();

  incr(
    key: string,
    callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    timeWindowMs: number,
  ): void {
    const now = performance.now();
    let window = this.#windows.get(key);
    if (!window || window.startedAt + timeWindowMs <= now) {
      window = { startedAt: now, count: 0 };
      this.#windows.delete(key);
      this.#windows.set(key, window);
      this.#forgetOldest();
    }
    window.count++;
    callback(null, { current: window.count, ttl: window.startedAt + timeWindowMs - now });
  }

  child(): RequestCounter {
    return new RequestCounter();
  }

  #forgetOldest(): void {
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MOST_ADDRESSES && oldest !== undefined) this.#windows.delete(oldest);
  }
}
