import { sql } from 'drizzle-orm';
import { boolean, index, integer, json, pgTable, smallint, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { priceColumn } from '../kobo-column.ts';

export const servicePlans = pgTable(
  'service_plans',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    region: varchar('region', { length: 50 }).notNull(),
    name: varchar('name', { length: 150 }).notNull().unique(),
    speed: varchar('speed', { length: 50 }).notNull(),
    downloadMbps: integer('download_mbps').notNull(),
    // Null is unlimited.
    dataLimitGb: integer('data_limit_gb'),
    // What happens at that limit until the end of the month; the speeds are those of `slower`.
    atLimit: varchar('at_limit', { length: 10, enum: ['nothing', 'slower', 'stop'] })
      .notNull()
      .default('nothing'),
    limitDownloadMbps: integer('limit_download_mbps'),
    limitUploadMbps: integer('limit_upload_mbps'),
    // Hours of the day in Lagos whose data do not count towards the limit, 0 to 23; from 22 until 5 is
    // over midnight. Both null: there are none.
    freeFromHour: smallint('free_from_hour'),
    freeUntilHour: smallint('free_until_hour'),
    // How many routers may use a login at the same time, and which ones stay where there are more.
    sessionsAtOnce: smallint('sessions_at_once').notNull().default(1),
    sessionRule: varchar('session_rule', { length: 6, enum: ['newest', 'oldest'] })
      .notNull()
      .default('newest'),
    // A line connects with the router alone that it connected with first.
    macLock: boolean('mac_lock').notNull().default(false),
    price: priceColumn('price').notNull(),
    currency: varchar('currency', { length: 3 }).notNull().default('NGN'),
    type: varchar('type', { length: 20, enum: ['residential', 'sme', 'business', 'enterprise'] }).notNull(),
    features: json('features').$type<string[]>().notNull(),
    position: integer('position').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('service_plans_active').on(table.position).where(sql`${table.isActive}`)],
);

export const salesRequests = pgTable('sales_requests', {
  id: uuid('id').primaryKey().defaultRandom(),
  requestNumber: varchar('request_number', { length: 20 }).notNull().unique(),
  kind: varchar('kind', { length: 20, enum: ['contact-sales', 'quote'] }).notNull(),
  name: varchar('name', { length: 100 }).notNull(),
  email: varchar('email', { length: 255 }).notNull(),
  phone: varchar('phone', { length: 20 }),
  organisation: varchar('organisation', { length: 150 }),
  message: text('message').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
