import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/connection.ts';
import { failureMessage } from './failure-message.ts';
import { saveJobRun } from './job-run.repository.ts';

/** A run that ended; `held` for one that was not made because the clock of the machine is wrong. */
export type EndedRun = {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly durationMs: number;
  readonly outcome: 'succeeded' | 'failed' | 'held';
  /** The reason of a failed one. */
  readonly error?: unknown;
};

/** `isRequested`: somebody waits to see it. Never throws. */
export type RecordJobRun = (job: string, run: EndedRun, isRequested: boolean) => Promise<void>;

/** A job that runs every second writes no row every second. */
const WRITTEN_EVERY_MS = 10_000;

type Standing = {
  readonly outcome: EndedRun['outcome'] | null;
  readonly failuresInRow: number;
  readonly error: string | null;
  readonly lastSuccessAt: Date | null;
  /** On the clock of `performance.now()`. */
  readonly writtenAt: number;
};

const NEVER: Standing = {
  outcome: null,
  failuresInRow: 0,
  error: null,
  lastSuccessAt: null,
  writtenAt: Number.NEGATIVE_INFINITY,
};

function follow(before: Standing, { outcome, error, finishedAt }: EndedRun): Standing {
  if (outcome === 'held') return before;
  if (outcome === 'succeeded') return { ...before, failuresInRow: 0, error: null, lastSuccessAt: finishedAt };
  return { ...before, failuresInRow: before.failuresInRow + 1, error: failureMessage(error) };
}

/**
 * Records the runs of this instance's jobs for staff, one row each: a failure, a change and a
 * requested run at once, others every ten seconds at most. A run that cannot be recorded is logged
 * at level warn, and its successor is recorded.
 */
export function createRunRecorder(deps: {
  readonly database: Database;
  readonly instanceId: string;
  readonly logger: Pick<FastifyBaseLogger, 'warn'>;
}): RecordJobRun {
  const standings = new Map<string, Standing>();
  return async (job, run, isRequested) => {
    const before = standings.get(job) ?? NEVER;
    const { failuresInRow, error, lastSuccessAt } = follow(before, run);
    const isWorthARow = run.outcome !== before.outcome || run.outcome === 'failed' || isRequested;
    const isDue = isWorthARow || performance.now() - before.writtenAt >= WRITTEN_EVERY_MS;
    const now = { failuresInRow, error, lastSuccessAt, outcome: run.outcome };
    standings.set(job, { ...now, writtenAt: isDue ? performance.now() : before.writtenAt });
    if (!isDue) return;
    try {
      await saveJobRun(deps.database, { job, instanceId: deps.instanceId, ...run, ...now });
    } catch (err) {
      standings.set(job, { ...now, writtenAt: Number.NEGATIVE_INFINITY });
      deps.logger.warn({ err, job }, 'a run of a job could not be recorded');
    }
  };
}
