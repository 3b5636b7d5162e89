import { bigint, bigserial, index, integer, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * What may be an attack, counted by the minute (platform/security-events): no address, name or e-mail in
 * clear. `actor`: "user:42", "key:<id>", "gateway:paystack", "email:<HMAC>" or "visitor"; `source`: the
 * HMAC of the client's address.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    event: varchar('event', { length: 60 }).notNull(),
    actor: varchar('actor', { length: 100 }).notNull(),
    source: varchar('source', { length: 16 }),
    // The call and the code of its answer.
    detail: varchar('detail', { length: 200 }).notNull(),
    count: integer('count').notNull(),
    firstAt: moment('first_at').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [index('security_events_age').using('brin', table.lastAt)],
);

/** How far a stream was sent to the SIEM, and which instance is sending. */
export const siemCursors = pgTable('siem_cursors', {
  stream: varchar('stream', { length: 20 }).primaryKey(),
  sentId: bigint('sent_id', { mode: 'number' }).notNull(),
  sentAt: moment('sent_at'),
  leasedBy: varchar('leased_by', { length: 32 }),
  leasedUntil: moment('leased_until'),
});
