import { Flow } from './flow.ts';
import { Refused } from './refused.ts';
import type { SpeedTestLimits } from './speed-test-options.ts';

export type VisitDependencies = {
  readonly address: string;
  readonly limits: SpeedTestLimits;
  /** Counts bytes against a budget; false when it is used up. */
  readonly charge: (bytes: number) => boolean;
  /** Throws Refused (429) when the budget is used up. */
  readonly requireBytes: () => void;
  readonly clock: () => number;
  /** How long each of its connections may last. */
  readonly connectionMs: () => number;
  readonly onIdle: () => void;
};

/** One test of one client: its open connections and their bytes. */
export class Visit {
  readonly address: string;
  readonly down: Flow;
  readonly up: Flow;
  readonly #deps: VisitDependencies;
  readonly #cuts = new Set<() => void>();

  constructor(deps: VisitDependencies) {
    const { address, limits, charge, clock } = deps;
    const flow = {
      clock,
      mostBytes: limits.bytesPerDirection,
      fastestMbps: limits.fastestMbps,
      charge,
    };
    this.address = address;
    this.down = new Flow(flow);
    this.up = new Flow(flow);
    this.#deps = deps;
  }

  /**
   * Counts a connection until the returned function is called. `cut` ends it when its time is over.
   * Throws Refused (429).
   */
  connect(cut: () => void): () => void {
    if (this.#cuts.size >= this.#deps.limits.connectionsPerTest) {
      throw new Refused(429, 'Too many connections at once.');
    }
    this.#deps.requireBytes();
    this.#cuts.add(cut);
    const timer = setTimeout(cut, this.#deps.connectionMs());
    return () => {
      clearTimeout(timer);
      if (this.#cuts.delete(cut) && this.#cuts.size === 0) this.#deps.onIdle();
    };
  }

  /** Closes the connections that are still open. */
  end(): void {
    for (const cut of this.#cuts) cut();
  }
}
