/** Listeners are notified at most this often, for example while a long history arrives. */
const NOTIFY_EVERY_MS = 50;

/**
 * A throttled store for `useSyncExternalStore`: the first change notifies at once, those close
 * behind it together.
 */
export class ThrottledStore<Value> {
  readonly #listeners = new Set<() => void>();
  #value: Value;
  #shown: Value;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(value: Value) {
    this.#value = this.#shown = value;
  }

  /** The current value. */
  get value(): Value {
    return this.#value;
  }

  /** The value of the last notification. */
  readonly shown = (): Value => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(value: Value): void {
    this.#value = value;
    if (this.#pause === undefined) this.#notify();
  }

  /** Notifies without waiting. */
  publishNow(): void {
    clearTimeout(this.#pause);
    this.#notify();
  }

  /** Removes all listeners. */
  end(): void {
    clearTimeout(this.#pause);
    this.#listeners.clear();
  }

  #notify(): void {
    this.#shown = this.#value;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#shown !== this.#value) this.#notify();
    }, NOTIFY_EVERY_MS);
    for (const listener of this.#listeners) listener();
  }
}
