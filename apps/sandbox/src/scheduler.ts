/**
 * Delayed actions in this process. Those that must survive a restart are in the store and are
 * scheduled again at the start.
 */
export class Scheduler {
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #stopping = new AbortController();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Aborted when the sandbox closes. */
  get stopped(): AbortSignal {
    return this.#stopping.signal;
  }

  in(delayMs: number, run: () => void | Promise<void>): void {
    if (this.stopped.aborted) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        Promise.resolve().then(run).catch(this.#onError);
      },
      Math.max(0, delayMs),
    );
    this.#timers.add(timer);
  }

  stop(): void {
    this.#stopping.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
