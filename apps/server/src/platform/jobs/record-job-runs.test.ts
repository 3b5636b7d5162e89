import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { createRunRecorder, type EndedRun } from './record-job-runs.ts';

let portal: TestPortal;
const warnings: unknown[] = [];
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());
afterAll(() => portal.close());

function recorderFor(instanceId: string) {
  const logger = { warn: (details: unknown) => void warnings.push(details) };
  const record = createRunRecorder({ database: portal.database, instanceId, logger });
  let second = 0;
  return {
    /** A run that ends a second after the one before. */
    end: (outcome: EndedRun['outcome'], isRequested = false) => {
      vi.advanceTimersByTime(1000);
      const at = new Date(Date.UTC(2026, 10, 25, 12, 0, ++second));
      const error = outcome === 'failed' ? new Error(`failure at ${second}`) : undefined;
      return record('mail', { outcome, startedAt: at, finishedAt: at, durationMs: 3, error }, isRequested);
    },
    /** The second in which the recorded run ended, and the rest of it. */
    read: async () => {
      const { rows } = await portal.pool.query(
        `select extract(second from finished_at)::int as second, outcome, failures_in_row as failures, error
         from job_runs where instance_id = $1`,
        [instanceId],
      );
      return rows[0];
    },
  };
}

it('a job that succeeds every second is written every ten seconds', async () => {
  const { end, read } = recorderFor('steady');
  await end('succeeded');
  for (let count = 2; count <= 10; count++) await end('succeeded');
  expect(await read()).toMatchObject({ second: 1 });
  await end('succeeded');
  expect(await read()).toMatchObject({ second: 11, outcome: 'succeeded' });
});

it('each failure, the first success after it and a requested run are written at once', async () => {
  const { end, read } = recorderFor('shaky');
  await end('succeeded');
  await end('failed');
  expect(await read()).toEqual({ second: 2, outcome: 'failed', failures: 1, error: 'failure at 2' });
  await end('failed');
  expect(await read()).toEqual({ second: 3, outcome: 'failed', failures: 2, error: 'failure at 3' });
  await end('held');
  expect(await read()).toEqual({ second: 4, outcome: 'held', failures: 2, error: 'failure at 3' });
  await end('succeeded');
  expect(await read()).toEqual({ second: 5, outcome: 'succeeded', failures: 0, error: null });
  await end('succeeded', true);
  expect(await read()).toMatchObject({ second: 6 });
});

it('a run that could not be written disturbs nothing, and the next one is written', async () => {
  const { end, read } = recorderFor('unlucky');
  await portal.pool.query('alter table job_runs rename to job_runs_away');
  await end('succeeded');
  await portal.pool.query('alter table job_runs_away rename to job_runs');
  expect(warnings).toMatchObject([{ job: 'mail' }]);
  await end('succeeded');
  expect(await read()).toMatchObject({ second: 2 });
});
