/**
 * What the customers of one fault got: how many answers, and the longest that a refusal took, in ms,
 * with its method and path.
 */
export type Seen = {
  answered: number;
  refused: number;
  unanswered: number;
  slowestRefusal: { readonly ms: number; readonly call: string };
};

export type WatchedFetch = {
  readonly fetch: typeof fetch;
  /** What was seen since the last call. */
  readonly take: () => Seen;
};

const nothing = (): Seen => ({ answered: 0, refused: 0, unanswered: 0, slowestRefusal: { ms: 0, call: 'none' } });

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
          const ms = performance.now() - startedAt;
          const call = `${init?.method ?? 'GET'} ${new URL(response.url).pathname}`;
          if (ms > seen.slowestRefusal.ms) seen.slowestRefusal = { ms, call };
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
