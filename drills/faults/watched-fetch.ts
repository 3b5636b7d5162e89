/** What the customers of one fault got: how many answers, and the longest that a refusal took, in ms. */
export type Seen = { answered: number; refused: number; unanswered: number; slowestRefusalMs: number };

export type WatchedFetch = {
  readonly fetch: typeof fetch;
  /** What was seen since the last call. */
  readonly take: () => Seen;
};

const nothing = (): Seen => ({ answered: 0, refused: 0, unanswered: 0, slowestRefusalMs: 0 });

/** Sends the customers' requests, and measures what the portal refuses with 503. */
export function createWatchedFetch(): WatchedFetch {
  let seen = nothing();
  return {
    fetch: async (input, init) => {
      const startedAt = performance.now();
      try {
        const response = await fetch(input, init);
        if (response.status === 503) {
          seen.refused++;
          seen.slowestRefusalMs = Math.max(seen.slowestRefusalMs, performance.now() - startedAt);
        } else seen.answered++;
        return response;
      } catch (error) {
        seen.unanswered++;
        throw error;
      }
    },
    take: () => {
      const taken = seen;
      seen = nothing();
      return taken;
    },
  };
}
