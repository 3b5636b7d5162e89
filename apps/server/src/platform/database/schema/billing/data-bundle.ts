import { boolean, integer, pgTable, uuid, varchar } from 'drizzle-orm/pg-core';
import { priceColumn } from '../kobo-column.ts';

/** Extra data that a customer can buy for the current month. */
export const dataBundles = pgTable('data_bundles', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: varchar('name', { length: 100 }).notNull().unique(),
  gigabytes: integer('gigabytes').notNull(),
  price: priceColumn('price').notNull(),
  position: integer('position').notNull(),
  isActive: boolean('is_active').notNull().default(true),
});
