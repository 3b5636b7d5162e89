import {
  type IncidentFacts,
  incidentEntryKinds,
  securityDuties,
  securityIncidentKinds,
} from '@portal/contract/console/security-incidents';
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

/**
 * The register of security incidents. Both tables are only added to: a trigger refuses the rest, and
 * the time of an entry is the database's.
 */
export const securityIncidents = pgTable(
  'security_incidents',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    number: bigserial('number', { mode: 'number' }).notNull().unique(),
    kind: varchar('kind', { length: 30, enum: securityIncidentKinds }).notNull(),
    title: varchar('title', { length: 200 }).notNull(),
    // From when the clocks count.
    noticedAt: timestamp('noticed_at', { withTimezone: true }).notNull(),
    // The entry of the audit log that it was opened from.
    auditRecordId: bigint('audit_record_id', { mode: 'number' }),
    openedBy: integer('opened_by')
      .notNull()
      .references(() => users.id),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull().defaultNow(),
    clientIncidentId: varchar('client_incident_id', { length: 64 }).notNull(),
  },
  (table) => [unique('security_incidents_once').on(table.openedBy, table.clientIncidentId)],
);

/** What was found out, done and reported, in the order of `id`. */
export const securityIncidentEntries = pgTable(
  'security_incident_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    incidentId: uuid('incident_id')
      .notNull()
      .references(() => securityIncidents.id),
    kind: varchar('kind', { length: 10, enum: incidentEntryKinds }).notNull(),
    // The duty that was done; of kind `duty` alone.
    duty: varchar('duty', { length: 20, enum: securityDuties }),
    // All that is known now; of kind `facts` alone.
    facts: jsonb('facts').$type<IncidentFacts>(),
    text: text('text').notNull(),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    clientEntryId: varchar('client_entry_id', { length: 64 }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('security_incident_entries_client').on(table.incidentId, table.authorId, table.clientEntryId),
    // Each duty is done once, but for the updates, and an incident ends once.
    uniqueIndex('security_incident_entries_duty')
      .on(table.incidentId, table.duty)
      .where(sql`${table.duty} <> 'ncc-update'`),
    uniqueIndex('security_incident_entries_end')
      .on(table.incidentId, table.kind)
      .where(sql`${table.kind} in ('contained', 'closed')`),
    index('security_incident_entries_of').on(table.incidentId, table.id),
  ],
);
