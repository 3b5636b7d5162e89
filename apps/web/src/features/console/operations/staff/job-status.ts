import type { Job, JobRun } from '@portal/contract/console/operations';

export type JobStatus = 'failed' | 'held' | 'succeeded' | 'unknown';

const RANK: Readonly<Record<JobStatus, number>> = { failed: 0, held: 1, succeeded: 2, unknown: 2 };

/**
 * Of all instances the worst: a job that fails on one of two is not well. `unknown` before the
 * first recorded run.
 */
export function statusOf({ runs }: Job): JobStatus {
  if (runs.length === 0) return 'unknown';
  if (runs.some(hasFailed)) return 'failed';
  return runs.some(({ outcome }) => outcome === 'held') ? 'held' : 'succeeded';
}

/** Also one that is held now, after failures. */
export function hasFailed({ failuresInRow }: JobRun): boolean {
  return failuresInRow > 0;
}

/** Failing jobs first, then those that wait for the clock; the rest in the given order. */
export function sortByTrouble(jobs: readonly Job[]): Job[] {
  return jobs.toSorted((one, other) => RANK[statusOf(one)] - RANK[statusOf(other)]);
}

/** 'webhooks of paystack' as the name of a row. */
export function jobLabel(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
