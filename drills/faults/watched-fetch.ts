type Slowest = { readonly ms: number; readonly call: string };

/**
 * What the customers of one fault got: how many answers, and the longest that a refusal took, in ms,
 * with its method and path; apart, of those that say that the gateway does not answer.
 */
export type Seen = {
  answered: number;
  refused: number;
  unanswered: number;
  slowestRefusal: Slowest;
  slowestForGateway: Slowest;
};

export type WatchedFetch = {
  readonly fetch: typeof fetch;
  /** What became of the requests that were sent since the last call; waits for those under way. */
  readonly take: () => Promise<Seen>;
};

const NONE: Slowest = { ms: 0, call: 'none' };
const nothing = (): Seen => ({
  answered: 0,
  refused: 0,
  unanswered: 0,
  slowestRefusal: NONE,
  slowestForGateway: NONE,
});

/** Sends a request, and counts in `seen` what becomes of it. */
async function send(seen: Seen, ...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const startedAt = performance.now();
  const response = await fetch(input, init).catch((error: unknown) => {
    seen.unanswered++;
    throw error;
  });
  if (response.status !== 503) {
    seen.answered++;
    return response;
  }
  seen.refused++;
  const refusal = {
    ms: performance.now() - startedAt,
    call: `${init?.method ?? 'GET'} ${new URL(response.url).pathname}`,
  };
  const { code } = (await response.clone().json()) as { code?: string };
  const which = code === 'payment.gateway-unavailable' ? 'slowestForGateway' : 'slowestRefusal';
  if (refusal.ms > seen[which].ms) seen[which] = refusal;
  return response;
}

/** Sends the customers' requests, and measures what the portal refuses with 503. */
export function createWatchedFetch(): WatchedFetch {
  let seen = nothing();
  const underWay = new Set<Promise<unknown>>();
  return {
    fetch: (input, init) => {
      const sent = send(seen, input, init);
      const ended = sent.catch(() => {}).finally(() => underWay.delete(ended));
      underWay.add(ended);
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
