import { sql } from 'drizzle-orm';
import { bigserial, check, index, integer, pgTable, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

/** Incidents and scheduled maintenance that staff publish to customers. */
export const networkIncidents = pgTable(
  'network_incidents',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: varchar('kind', { length: 20, enum: ['incident', 'maintenance'] }).notNull(),
    severity: varchar('severity', { length: 20, enum: ['minor', 'major'] }).notNull(),
    status: varchar('status', { length: 20, enum: ['scheduled', 'open', 'resolved'] }).notNull(),
    area: varchar('area', { length: 100 }).notNull(),
    title: varchar('title', { length: 200 }).notNull(),
    details: text('details').notNull().default(''),
    // The cause; empty while it is unknown.
    cause: varchar('cause', { length: 300 }).notNull().default(''),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }),
    resolvedAt: timestamp('resolved_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('network_incidents_current').on(table.startsAt).where(sql`${table.status} <> 'resolved'`),
    index('network_incidents_latest').on(table.startsAt, table.id),
    check('network_incidents_forward', sql`${table.endsAt} is null or ${table.endsAt} >= ${table.startsAt}`),
  ],
);

/** The updates published during an incident, in the order of `id`. */
export const networkUpdates = pgTable(
  'network_updates',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    incidentId: uuid('incident_id')
      .notNull()
      .references(() => networkIncidents.id),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('network_updates_incident').on(table.incidentId, table.id)],
);
