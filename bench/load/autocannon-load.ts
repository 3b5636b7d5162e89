import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import type { Load, LoadResult } from './run-load.ts';

/** Drives one load, described as JSON on standard input, and prints its result as JSON. */
const load: Load = JSON.parse(await text(process.stdin));
let connection = 0;
const result = await autocannon({
  url: load.origin,
  connections: load.connections,
  duration: load.seconds,
  requests: load.requests,
  // Each connection begins with another request: otherwise all of them would use the same session
  // at the same time.
  setupClient: (client) => {
    const start = connection % load.requests.length;
    connection += 1;
    client.setRequests([...load.requests.slice(start), ...load.requests.slice(0, start)]);
  },
});
const answer: LoadResult = {
  requestsPerSecond: result['2xx'] / result.duration,
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
  errors: result.non2xx + result.errors + result.timeouts,
};
process.stdout.write(`${JSON.stringify(answer)}\n`);
