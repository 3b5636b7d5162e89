import { sql } from 'drizzle-orm';
import { bigserial, index, integer, pgTable, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * A broadcast from staff to many customers. It is delivered in the order of account numbers and has
 * reached those up to `deliveredUntil`.
 */
export const announcements = pgTable(
  'announcements',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    // The form's idempotency key, so that it is sent once.
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
    // The newest account at that time: accounts created later do not get it.
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
