import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createJobMetrics } from '../metrics/job-metrics.ts';
import { createJobRunner, type Job } from './job-runner.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let isDiskFull = false;

function startJobs(jobs: readonly Job[], clockIsRight = true) {
  const errors: unknown[] = [];
  const recorded: string[] = [];
  const clock = () => new Date('2026-11-24T12:00:00Z');
  const runner = createJobRunner({
    clock,
    clockGuard: { isRight: async () => clockIsRight },
    logger: { error: (details: unknown) => void errors.push(details) },
    tracer: null,
    metrics: createJobMetrics(new Registry(), clock),
    record: async (job, { outcome }, isRequested) =>
      void recorded.push(`${job} ${outcome}${isRequested ? ', requested' : ''}`),
    isDiskFull: () => isDiskFull,
  });
  runner.start(jobs);
  return { runner, errors, recorded };
}

it('each job runs at its interval, at the start where configured, and soon after it is woken', async () => {
  const runs: string[] = [];
  const job = (name: string, intervalMs: number) => ({ name, intervalMs, work: async () => void runs.push(name) });
  const { runner } = startJobs([{ ...job('eager', 60_000), atStart: true }, job('calm', 60_000), job('other', 90_000)]);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toEqual(['eager']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs.toSorted()).toEqual(['calm', 'eager', 'eager']);
  runner.wake('other');
  await vi.advanceTimersByTimeAsync(1);
  expect(runs.at(-1)).toBe('other');
  await runner.stop();
});

it('while the clock of the machine is wrong only jobs run that do not depend on it', async () => {
  const runs: string[] = [];
  const work = (name: string) => async () => void runs.push(name);
  const { runner, recorded } = startJobs(
    [
      { name: 'renewals', intervalMs: 1000, needsRightClock: true, work: work('renewals') },
      { name: 'mail', intervalMs: 1000, work: work('mail') },
    ],
    false,
  );
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toEqual(['mail']);
  runner.runRequested('renewals');
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toEqual(['mail']);
  expect(recorded).toEqual(['renewals held', 'mail succeeded', 'renewals held, requested']);
  await runner.stop();
});

it('no job runs while the disk is full, and all do when there is space', async () => {
  const runs: string[] = [];
  isDiskFull = true;
  const { runner } = startJobs([{ name: 'mail', intervalMs: 1000, work: async () => void runs.push('mail') }]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(runs).toEqual([]);
  isDiskFull = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toEqual(['mail']);
  await runner.stop();
});

it('a run that fails is logged under the name of its job, and the job runs again', async () => {
  let runs = 0;
  const work = () => Promise.reject(new Error(`run ${++runs}`));
  const { runner, errors } = startJobs([{ name: 'mail', intervalMs: 1000, work }]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(errors).toMatchObject([
    { job: 'mail', err: { message: 'run 1' } },
    { job: 'mail', err: { message: 'run 2' } },
  ]);
  await runner.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toBe(2);
});

it('a run that was requested while the job ran is made after it, and is the one that is recorded as requested', async () => {
  const releases: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => releases.push(resolve));
  const { runner, recorded } = startJobs([{ name: 'mail', intervalMs: 60_000, atStart: true, work }]);
  runner.runRequested('mail');
  releases.shift()?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(recorded).toEqual(['mail succeeded']);
  releases.shift()?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(recorded).toEqual(['mail succeeded', 'mail succeeded, requested']);
  await runner.stop();
});
