import { doublePrecision, integer, pgTable, primaryKey, timestamp, varchar } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * The last recorded run of each job on each instance. Successes of frequent jobs are recorded at
 * intervals, failures always.
 */
export const jobRuns = pgTable(
  'job_runs',
  {
    job: varchar('job', { length: 64 }).notNull(),
    // May name an instance of the past, whose row is gone.
    instanceId: varchar('instance_id', { length: 40 }).notNull(),
    startedAt: moment('started_at').notNull(),
    finishedAt: moment('finished_at').notNull(),
    durationMs: doublePrecision('duration_ms').notNull(),
    // `held`: not run, because the clock of the machine is wrong.
    outcome: varchar('outcome', { length: 10, enum: ['succeeded', 'failed', 'held'] }).notNull(),
    // Of the last failure in a row, without personal data and secrets; null after a success.
    error: varchar('error', { length: 300 }),
    failuresInRow: integer('failures_in_row').notNull(),
    // Null until the first success of this instance.
    lastSuccessAt: moment('last_success_at'),
  },
  (table) => [primaryKey({ columns: [table.job, table.instanceId] })],
);
