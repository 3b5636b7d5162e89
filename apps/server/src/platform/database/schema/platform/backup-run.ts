import { bigint, bigserial, index, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The backups that were made and the drills that restored one, written when they ended. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: varchar('kind', { length: 20, enum: ['backup', 'restore-drill'] }).notNull(),
    startedAt: moment('started_at').notNull(),
    finishedAt: moment('finished_at').notNull(),
    outcome: varchar('outcome', { length: 10, enum: ['succeeded', 'failed'] }).notNull(),
    location: text('location').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    // The moment up to which everything is in the backup, or was restored.
    recoveryPoint: moment('recovery_point'),
    // Why it failed, or what the drill found.
    detail: text('detail'),
  },
  (table) => [index('backup_runs_newest').on(table.kind, table.finishedAt)],
);
