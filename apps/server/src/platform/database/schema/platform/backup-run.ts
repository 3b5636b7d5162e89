import { bigint, bigserial, index, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';

/**
 * Backups, restores and restore drills, written by the operator's commands. A restored database
 * says by its newest `restore` that the gateways must be asked before a card is charged again.
 */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: varchar('kind', { length: 20, enum: ['backup', 'restore', 'restore-drill'] }).notNull(),
    outcome: varchar('outcome', { length: 20, enum: ['running', 'succeeded', 'failed'] })
      .notNull()
      .default('running'),
    // The folder of the backup.
    location: text('location').notNull(),
    // Of the backup as it is stored.
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    // The moment up to which the backup holds everything, or the restored database does.
    recoveryPoint: timestamp('recovery_point', { withTimezone: true }),
    // Why it failed, or what a drill found.
    detail: text('detail'),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [index('backup_runs_newest').on(table.kind, table.startedAt)],
);
