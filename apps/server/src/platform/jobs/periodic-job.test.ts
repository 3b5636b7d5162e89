import { describe, expect, it, vi } from 'vitest';
import { startPeriodicJob } from './periodic-job.ts';

describe('a periodic job', () => {
  it('never runs twice at once, and runs again for work that arrived while it ran', async () => {
    let atOnce = 0;
    let most = 0;
    const releases: (() => void)[] = [];
    const started = vi.fn();
    const job = startPeriodicJob(
      async () => {
        started();
        most = Math.max(most, ++atOnce);
        await new Promise<void>((resolve) => releases.push(resolve));
        atOnce--;
      },
      3_600_000,
      () => undefined,
    );
    job.wake();
    job.wake();
    job.wake();
    expect(started).toHaveBeenCalledTimes(1);
    releases.shift()?.();
    await vi.waitUntil(() => releases.length > 0);
    expect(started).toHaveBeenCalledTimes(2);
    const stopping = job.stop();
    releases.shift()?.();
    await stopping;
    expect(most).toBe(1);
  });

  it('continues after a failed run, and reports it', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    const twice = Promise.withResolvers<void>();
    const job = startPeriodicJob(
      async () => {
        runs++;
        if (runs === 1) throw new Error('the database is away');
        twice.resolve();
      },
      1,
      (error) => failures.push(error),
    );
    await twice.promise;
    await job.stop();
    expect(failures).toEqual([new Error('the database is away')]);
  });
  it('aborts the current run and waits for it', async () => {
    const begun = Promise.withResolvers<AbortSignal>();
    const end = Promise.withResolvers<void>();
    const job = startPeriodicJob(
      (signal) => {
        begun.resolve(signal);
        return end.promise;
      },
      1,
      () => undefined,
    );
    const signal = await begun.promise;
    expect(signal.aborted).toBe(false);
    let stopped = false;
    const stopping = job.stop().then(() => {
      stopped = true;
    });
    expect(signal.aborted).toBe(true);
    expect(stopped).toBe(false);
    end.resolve();
    await stopping;
  });
});
