import { sql } from 'drizzle-orm';
import { index, integer, pgTable, timestamp, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * All sessions of an access server, ended a few at a time: its RADIUS actions name it and are due one wave
 * after the other. It stays `running` until staff stop it or look after its last action.
 */
export const sessionWaves = pgTable(
  'session_waves',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    nas: varchar('nas', { length: 253 }).notNull(),
    perWave: integer('per_wave').notNull(),
    everySeconds: integer('every_seconds').notNull(),
    sessions: integer('sessions').notNull(),
    reason: varchar('reason', { length: 500 }).notNull(),
    state: varchar('state', { length: 10, enum: ['running', 'done', 'stopped'] })
      .notNull()
      .default('running'),
    startedBy: integer('started_by')
      .notNull()
      .references(() => users.id),
    startedAt: moment('started_at').notNull(),
    stoppedBy: integer('stopped_by').references(() => users.id),
    stoppedAt: moment('stopped_at'),
  },
  (table) => [
    uniqueIndex('session_waves_running').on(table.nas).where(sql`${table.state} = 'running'`),
    index('session_waves_newest').on(table.startedAt),
  ],
);
