import { integer, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The running processes of the portal, and those of the last day, by the database's clock. */
export const instances = pgTable('instances', {
  // Random, new at each start.
  id: varchar('id', { length: 40 }).primaryKey(),
  hostName: varchar('host_name', { length: 255 }).notNull(),
  // Two instances on one machine differ in it; 0 where any free port was taken.
  port: integer('port').notNull(),
  version: varchar('version', { length: 40 }).notNull(),
  // Null where the version is known only by its number.
  commit: varchar('commit', { length: 60 }),
  startedAt: moment('started_at').notNull().defaultNow(),
  seenAt: moment('seen_at').notNull().defaultNow(),
  // At a clean stop; null for one that runs, or has died.
  stoppedAt: moment('stopped_at'),
});
