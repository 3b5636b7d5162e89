import type { Job, JobRun } from '@portal/contract/console/operations';
import { expect, test } from 'vitest';
import { sortByTrouble, statusOf } from './job-status.ts';

const AT = '2026-11-25T12:00:00.000Z';
const run = (outcome: JobRun['outcome'], failuresInRow = 0): JobRun => ({
  instance: 'web-1',
  startedAt: AT,
  finishedAt: AT,
  durationMs: 1,
  outcome,
  error: null,
  failuresInRow,
  lastSuccessAt: null,
});
const job = (name: string, ...runs: JobRun[]): Job => ({ name, intervalSeconds: 1, needsRightClock: true, runs });

test('a job that fails on one of two instances fails, also while the clock keeps it from running', () => {
  expect(statusOf(job('mail', run('succeeded'), run('failed', 2)))).toBe('failed');
  expect(statusOf(job('mail', run('held', 2)))).toBe('failed');
  expect(statusOf(job('mail', run('succeeded'), run('held')))).toBe('held');
  expect(statusOf(job('mail', run('succeeded')))).toBe('succeeded');
  expect(statusOf(job('mail'))).toBe('unknown');
});

test('jobs in trouble come first, the others stay in their order', () => {
  const jobs = [job('a'), job('b', run('held')), job('c', run('succeeded')), job('d', run('failed', 1))];
  expect(sortByTrouble(jobs).map(({ name }) => name)).toEqual(['d', 'b', 'a', 'c']);
});
