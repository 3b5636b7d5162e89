import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import type { ClockGuard } from '../clock/create-clock-guard.ts';
import type { JobMetrics } from '../metrics/job-metrics.ts';
import { currentWork } from '../trace/current-work.ts';
import type { Tracer } from '../trace/trace.ts';
import { type PeriodicJob, startPeriodicJob } from './periodic-job.ts';
import type { EndedRun, RecordJobRun } from './record-job-runs.ts';

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
  /** The started jobs. */
  readonly list: () => readonly Job[];
  /** Makes one of them run soon; no effect before the start. */
  readonly wake: (name: string) => void;
  /** As `wake`; the run is recorded at once, since somebody waits to see it. */
  readonly runRequested: (name: string) => void;
  readonly wakeAll: () => void;
  /** Aborts the current runs and waits for them. Idempotent. */
  readonly stop: () => Promise<void>;
};

type RunnerDependencies = {
  readonly clock: Clock;
  readonly clockGuard: Pick<ClockGuard, 'isRight'>;
  readonly logger: Pick<FastifyBaseLogger, 'error'>;
  readonly metrics: JobMetrics;
  readonly tracer: Tracer | null;
  readonly record: RecordJobRun;
  readonly isDiskFull: () => boolean;
};

/**
 * One run of a job as the current work, with a span of its own, recorded; a failure is logged. A
 * job that does not run because the clock is wrong has no success.
 */
function recordedRun(deps: RunnerDependencies, { name, work, needsRightClock }: Job, takeRequest: () => boolean) {
  const { clock, clockGuard, logger, metrics, tracer, record } = deps;
  const measured = metrics.measure({ name, work });
  const attempt = async (signal: AbortSignal): Promise<Pick<EndedRun, 'outcome' | 'error'>> => {
    try {
      if (needsRightClock && !(await clockGuard.isRight())) return { outcome: 'held' };
      await measured(signal);
      return { outcome: 'succeeded' };
    } catch (error) {
      return { outcome: 'failed', error };
    }
  };
  return (signal: AbortSignal): Promise<void> => {
    const span = tracer?.startSpan(`job ${name}`, 'internal', null) ?? null;
    return currentWork.run({ actor: 'job', job: name, trace: span }, async () => {
      const isRequested = takeRequest();
      const startedAt = clock();
      const begun = performance.now();
      const ended = await attempt(signal);
      const durationMs = performance.now() - begun;
      const failed = ended.outcome === 'failed';
      span?.end({ failed });
      if (failed) logger.error({ err: ended.error, job: name, durationMs: Math.round(durationMs) }, 'a job failed');
      await record(name, { ...ended, startedAt, finishedAt: clock(), durationMs }, isRequested);
    });
  };
}

/**
 * A failed run is logged, and the next one is still made. No job runs while the disk is full: it
 * would fail, or take the space that reads need.
 */
export function createJobRunner(deps: RunnerDependencies): JobRunner {
  const running = new Map<string, { readonly job: Job; readonly periodic: PeriodicJob }>();
  const requested = new Set<string>();
  // The runs after this one must not keep the request that wakes the job.
  const wake = (name: string): void => currentWork.exit(() => running.get(name)?.periodic.wake());
  return {
    start: (jobs) => {
      for (const job of jobs) {
        const { name, intervalMs, atStart } = job;
        const onError = (error: unknown) => deps.logger.error({ err: error, job: name }, 'a job failed');
        const recorded = recordedRun(deps, job, () => requested.delete(name));
        const run = async (signal: AbortSignal) => (deps.isDiskFull() ? undefined : recorded(signal));
        running.set(name, { job, periodic: startPeriodicJob(run, intervalMs, onError) });
        if (atStart) wake(name);
      }
    },
    list: () => [...running.values()].map(({ job }) => job),
    wake,
    runRequested: (name) => {
      if (running.has(name)) requested.add(name);
      wake(name);
    },
    wakeAll: () => {
      for (const name of running.keys()) wake(name);
    },
    stop: async () => {
      await Promise.all([...running.values()].map(({ periodic }) => periodic.stop()));
    },
  };
}
