import { sql } from 'drizzle-orm';
import { bigserial, boolean, integer, pgTable, timestamp, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

/** Filters of a list that staff have named, each for whom it belongs to or for all staff. */
export const savedFilters = pgTable(
  'saved_filters',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    list: varchar('list', { length: 10, enum: ['customers', 'tickets'] }).notNull(),
    name: varchar('name', { length: 60 }).notNull(),
    // As in the address of the list's page.
    query: varchar('query', { length: 500 }).notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    isShared: boolean('is_shared').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('saved_filters_own')
      .on(table.ownerId, table.list, sql`lower(${table.name})`)
      .where(sql`not ${table.isShared}`),
    uniqueIndex('saved_filters_shared').on(table.list, sql`lower(${table.name})`).where(sql`${table.isShared}`),
  ],
);
