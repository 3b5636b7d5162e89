/** One request of a client, from its sending to the beginning of its answer. */
export type SentRequest = {
  readonly client: string;
  readonly method: string;
  readonly path: string;
  /** In ms, by `performance.now()`. */
  readonly sentAt: number;
  readonly answeredAt: number;
  /** The status of the answer, or how there came none: `ECONNREFUSED`, `no answer in time` … */
  readonly outcome: number | string;
};

export type RequestLog = {
  /** A `fetch` that notes what becomes of each request of the client. */
  readonly fetchOf: (client: string) => typeof fetch;
  /** What was answered, or was given up, since a moment. */
  readonly since: (moment: number) => readonly SentRequest[];
};

export function createRequestLog(): RequestLog {
  const requests: SentRequest[] = [];
  return {
    fetchOf: (client) => async (input, init) => {
      const sentAt = performance.now();
      const note = (outcome: number | string): void => {
        const path = new URL(String(input)).pathname;
        requests.push({ client, method: init?.method ?? 'GET', path, sentAt, answeredAt: performance.now(), outcome });
      };
      try {
        const response = await fetch(input, init);
        note(response.status);
        return response;
      } catch (error) {
        note(nameOf(error));
        throw error;
      }
    },
    since: (moment) => requests.filter(({ answeredAt }) => answeredAt >= moment),
  };
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}

/** Refusals such as 409 are answers too; only these outcomes mean that the service was not there. */
export function isFailed({ outcome }: SentRequest): boolean {
  return typeof outcome === 'string' || outcome >= 500 || outcome === 429;
}

/** RADIUS asks by POST whether a line may come on, which needs no database. */
export const isWrite = ({ method, path }: SentRequest): boolean =>
  method !== 'GET' && path !== '/api/network/authorize';

/**
 * The longest time, in seconds, in which no write of any client succeeded, from a moment to another
 * one.
 */
export function secondsWithoutWrites(requests: readonly SentRequest[], from: number, until: number): number {
  const successes = requests.filter((request) => isWrite(request) && !isFailed(request));
  const moments = successes.map(({ answeredAt }) => answeredAt).sort((a, b) => a - b);
  const edges = [from, ...moments, until];
  const gaps = edges.slice(1).map((moment, index) => moment - (edges[index] ?? moment));
  return Math.max(...gaps) / 1000;
}

/** How many requests failed in which way, such as `503: 12, ECONNRESET: 1`. */
export function describeFailures(requests: readonly SentRequest[]): string {
  const byOutcome = Map.groupBy(requests.filter(isFailed), ({ outcome }) => outcome);
  const counts = [...byOutcome].map(([outcome, failed]) => [outcome, failed.length] as const);
  return counts.map(([outcome, count]) => `${outcome}: ${count}`).join(', ') || 'none';
}
