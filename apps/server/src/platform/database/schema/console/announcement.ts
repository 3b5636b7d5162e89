import { sql } from 'drizzle-orm';
import { bigserial, index, integer, pgTable, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * What staff tell many customers at once. It is delivered in the order of account ids, so far up to
 * `deliveredUntil`.
 */
export const announcements = pgTable(
  'announcements',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    // Of the form it was written in, which sends once.
    formId: uuid('form_id').notNull().unique(),
    kind: varchar('kind', { length: 10, enum: ['promotion', 'service'] }).notNull(),
    title: varchar('title', { length: 80 }).notNull(),
    text: varchar('text', { length: 500 }).notNull(),
    link: varchar('link', { length: 300 }),
    // "everybody", "region:lagos", "plan:<id>", "line:active".
    audience: varchar('audience', { length: 60 }).notNull(),
    state: varchar('state', { length: 10, enum: ['sending', 'sent', 'stopped'] })
      .notNull()
      .default('sending'),
    expected: integer('expected').notNull(),
    delivered: integer('delivered').notNull().default(0),
    deliveredUntil: integer('delivered_until').notNull().default(0),
    // The newest account of then: who comes later is told nothing.
    lastUserId: integer('last_user_id').notNull(),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
    stoppedBy: integer('stopped_by').references(() => users.id),
    stopReason: varchar('stop_reason', { length: 500 }),
  },
  (table) => [index('announcements_sending').on(table.id).where(sql`${table.state} = 'sending'`)],
);
