import type { FastifyBaseLogger } from 'fastify';
import type { ClockGuard } from '../clock/create-clock-guard.ts';
import type { JobMetrics } from '../metrics/job-metrics.ts';
import { type PeriodicJob, startPeriodicJob } from './periodic-job.ts';

/**
 * Work that repeats while the portal runs, on every instance; its own claims separate the
 * instances.
 */
export type Job = {
  readonly name: string;
  readonly intervalMs: number;
  /** Ends soon after the signal. */
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  /** Also at the start, not only after the first interval. */
  readonly atStart?: true;
  /**
   * Moves money or depends on the time: it does not run while the clock of this machine is wrong.
   */
  readonly needsRightClock?: true;
};

export type JobRunner = {
  readonly start: (jobs: readonly Job[]) => void;
  /** Makes one of them run soon; no effect before the start. */
  readonly wake: (name: string) => void;
  readonly wakeAll: () => void;
  /** Aborts the current runs and waits for them. Idempotent. */
  readonly stop: () => Promise<void>;
};

/** A failed run is logged, and the next one is still made. */
export function createJobRunner(deps: {
  readonly clockGuard: ClockGuard;
  readonly logger: Pick<FastifyBaseLogger, 'error'>;
  readonly metrics: JobMetrics;
}): JobRunner {
  const running = new Map<string, PeriodicJob>();
  return {
    start: (jobs) => {
      for (const { name, intervalMs, work, atStart, needsRightClock } of jobs) {
        // Inside the guard: a job that does not run because the clock is wrong has no success.
        const measured = deps.metrics.measure({ name, work });
        const guarded = (signal: AbortSignal) => deps.clockGuard.run(() => measured(signal));
        const onError = (error: unknown) => deps.logger.error({ err: error, job: name }, 'a job failed');
        const job = startPeriodicJob(needsRightClock ? guarded : measured, intervalMs, onError);
        running.set(name, job);
        if (atStart) job.wake();
      }
    },
    wake: (name) => running.get(name)?.wake(),
    wakeAll: () => {
      for (const job of running.values()) job.wake();
    },
    stop: async () => {
      await Promise.all([...running.values()].map((job) => job.stop()));
    },
  };
}
