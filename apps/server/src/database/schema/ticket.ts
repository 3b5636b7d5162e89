import { index, integer, pgTable, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

export const supportTickets = pgTable(
  'support_tickets',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    subject: text('subject').notNull(),
    description: text('description').notNull(),
    status: varchar('status', { length: 20, enum: ['open', 'in-progress', 'resolved', 'closed'] })
      .notNull()
      .default('open'),
    priority: varchar('priority', { length: 20, enum: ['low', 'medium', 'high', 'urgent'] })
      .notNull()
      .default('medium'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('support_tickets_user').on(table.userId, table.updatedAt.desc())],
);
