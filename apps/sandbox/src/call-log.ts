import type { RecordedCall } from './sandbox-options.ts';

const KEPT = 10_000;

/**
 * The calls that the fakes have received, oldest first; only the newest ten thousand are stored.
 */
export class CallLog {
  #calls: RecordedCall[] = [];

  add(call: RecordedCall): void {
    this.#calls.push(call);
    if (this.#calls.length > KEPT) this.#calls.shift();
  }

  list(wanted: Partial<Pick<RecordedCall, 'gateway' | 'operation' | 'reference'>>): RecordedCall[] {
    return this.#calls.filter(
      (call) =>
        (wanted.gateway === undefined || call.gateway === wanted.gateway) &&
        (wanted.operation === undefined || call.operation === wanted.operation) &&
        (wanted.reference === undefined || call.reference === wanted.reference),
    );
  }

  clear(): void {
    this.#calls = [];
  }
}
