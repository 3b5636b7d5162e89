import { Gauge, Histogram, type Registry } from 'prom-client';

/** Reads take 1 to 5 ms; after 3 s a request has been refused. */
const REQUEST_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10];

const UNMATCHED = 'unmatched';
/** The route of the website, which serves every other address. */
const EVERYTHING = '/*';

export type HttpMetrics = {
  /** `route` is the pattern of the route, undefined where none matched. */
  readonly observe: (
    request: { readonly method: string; readonly route: string | undefined; readonly status: number },
    seconds: number,
  ) => void;
};

/** Measures the requests of one server. `countInFlight` is called at each scrape. */
export function createHttpMetrics(registry: Registry, countInFlight: () => number): HttpMetrics {
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests take, by method, route pattern and status. Requests that no route serves have the route "unmatched".',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: REQUEST_BUCKETS_S,
    registers: [registry],
  });
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that have arrived and are not answered yet, this one included.',
    registers: [registry],
    collect() {
      this.set(countInFlight());
    },
  });
  return {
    observe: ({ method, route, status }, seconds) => {
      const isMatched = route !== undefined && !(route === EVERYTHING && status === 404);
      histogram.observe({ method, route: isMatched ? route : UNMATCHED, status }, seconds);
    },
  };
}
