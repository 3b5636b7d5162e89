import type { Clock } from '@portal/kernel/clock';
import { Gauge, Histogram, type Registry } from 'prom-client';

/** Most runs find nothing to do; a reconciliation or a night of renewals takes minutes. */
const JOB_BUCKETS_S = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300, 900];

type Work = (signal: AbortSignal) => Promise<unknown>;

export type JobMetrics = {
  /** Measures the runs of a job. A failed one is timed as well, but is no success. */
  readonly measure: (job: { readonly name: string; readonly work: Work }) => Work;
};

export function createJobMetrics(registry: Registry, clock: Clock): JobMetrics {
  const duration = new Histogram({
    name: 'job_duration_seconds',
    help: 'How long the runs of a job take, failed ones included.',
    labelNames: ['job'] as const,
    buckets: JOB_BUCKETS_S,
    registers: [registry],
  });
  const lastSuccess = new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When the last run of a job on this instance that did not fail ended, in seconds since 1970.',
    labelNames: ['job'] as const,
    registers: [registry],
  });
  return {
    measure: ({ name, work }) => {
      const labels = { job: name };
      return async (signal) => {
        const startedAt = performance.now();
        try {
          const result = await work(signal);
          lastSuccess.set(labels, clock().getTime() / 1000);
          return result;
        } finally {
          duration.observe(labels, (performance.now() - startedAt) / 1000);
        }
      };
    },
  };
}
