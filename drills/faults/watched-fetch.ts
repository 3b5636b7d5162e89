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
  /** What became of the requests that were sent since the last call; waits for those under way. */
  readonly take: () => Promise<Seen>;
};

const nothing = (): Seen => ({ answered: 0, refused: 0, unanswered: 0, slowestRefusal: { ms: 0, call: 'none' } });

/** Sends the customers' requests, and measures what the portal refuses with 503. */
export function createWatchedFetch(): WatchedFetch {
  let seen = nothing();
  const underWay = new Set<Promise<unknown>>();

  async function watch(sent: Promise<Response>, method: string, watched: Seen): Promise<void> {
    const startedAt = performance.now();
    const response = await sent.catch(() => null);
    if (response === null) watched.unanswered++;
    else if (response.status === 503) {
      watched.refused++;
      const ms = performance.now() - startedAt;
      const call = `${method} ${new URL(response.url).pathname}`;
      if (ms > watched.slowestRefusal.ms) watched.slowestRefusal = { ms, call };
    } else watched.answered++;
  }

  return {
    fetch: (input, init) => {
      const sent = fetch(input, init);
      const watching = watch(sent, init?.method ?? 'GET', seen).finally(() => underWay.delete(watching));
      underWay.add(watching);
      return sent;
    },
    take: async () => {
      const taken = seen;
      seen = nothing();
      await Promise.all(underWay);
      return taken;
    },
  };
}
