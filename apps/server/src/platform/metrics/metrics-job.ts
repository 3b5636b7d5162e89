import type { Job } from '../jobs/job-runner.ts';

const READ_INTERVAL_MS = 30_000;

/**
 * Updates metrics that need a query, every half minute rather than at every scrape. `read` sets
 * their gauges.
 */
export function metricsJob(what: string, read: () => Promise<unknown>): Job {
  return { name: `${what} metrics`, intervalMs: READ_INTERVAL_MS, atStart: true, work: read };
}
