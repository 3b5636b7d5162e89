/** While much is happening, as when a long history comes in, listeners are told this often at most. */
const TOLD_EVERY_MS = 50;

/** A value that changes, for `useSyncExternalStore`: the first change is told at once, those close behind it together. */
export class Watched<Value> {
  readonly #listeners = new Set<() => void>();
  #value: Value;
  #shown: Value;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(value: Value) {
    this.#value = this.#shown = value;
  }

  /** The value as it is. */
  get value(): Value {
    return this.#value;
  }

  /** The value as it was last told. */
  readonly shown = (): Value => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(value: Value): void {
    this.#value = value;
    if (this.#pause === undefined) this.#tell();
  }

  /** Does not wait. */
  tellNow(): void {
    clearTimeout(this.#pause);
    this.#tell();
  }

  /** Tells nobody any more. */
  end(): void {
    clearTimeout(this.#pause);
    this.#listeners.clear();
  }

  #tell(): void {
    this.#shown = this.#value;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#shown !== this.#value) this.#tell();
    }, TOLD_EVERY_MS);
    for (const listener of this.#listeners) listener();
  }
}
