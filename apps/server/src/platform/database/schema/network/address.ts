import { sql } from 'drizzle-orm';
import {
  check,
  cidr,
  index,
  inet,
  integer,
  pgTable,
  smallint,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { subscriptionAddons } from '../billing/addon.ts';
import { servicePlans } from '../catalogue/plan.ts';
import { users } from '../identity/account.ts';
import { lines } from '../identity/line.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Networks that lines get their addresses from: fixed ones are given here, dynamic ones by the access
 * servers. No two that are in use overlap (address_pools_apart, an exclusion constraint in the migration).
 */
export const addressPools = pgTable(
  'address_pools',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: varchar('name', { length: 60 }).notNull(),
    kind: varchar('kind', { length: 20, enum: ['ipv4', 'ipv6-prefix'] }).notNull(),
    purpose: varchar('purpose', { length: 10, enum: ['fixed', 'dynamic'] }).notNull(),
    network: cidr('network').notNull(),
    // How long the prefix is that a line gets of an IPv6 pool; null for IPv4.
    prefixLength: smallint('prefix_length'),
    // What the access servers call a dynamic pool, and the plan whose lines get their addresses from it.
    framedPool: varchar('framed_pool', { length: 64 }),
    planId: uuid('plan_id').references(() => servicePlans.id),
    createdAt: moment('created_at').notNull(),
    // From then on it gives no address; those that it has given stay.
    retiredAt: moment('retired_at'),
  },
  (table) => [
    uniqueIndex('address_pools_name').on(sql`lower(${table.name})`),
    uniqueIndex('address_pools_framed').on(sql`lower(${table.framedPool})`).where(sql`${table.retiredAt} is null`),
    // Authorisation asks for the pool of a plan.
    uniqueIndex('address_pools_plan').on(table.planId).where(sql`${table.retiredAt} is null`),
  ],
);

/**
 * The fixed addresses that lines have and had. At no time has more than one line an address, from its first
 * moment until it is free again (fixed_addresses_once, an exclusion constraint in the migration).
 */
export const fixedAddresses = pgTable(
  'fixed_addresses',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    poolId: uuid('pool_id')
      .notNull()
      .references(() => addressPools.id),
    lineId: integer('line_id')
      .notNull()
      .references(() => lines.id),
    // What the line pays for it.
    addonId: uuid('addon_id')
      .notNull()
      .references(() => subscriptionAddons.id),
    kind: varchar('kind', { length: 20, enum: ['ipv4', 'ipv6-prefix'] }).notNull(),
    address: inet('address').notNull(),
    givenBy: integer('given_by')
      .notNull()
      .references(() => users.id),
    startsAt: moment('starts_at').notNull(),
    // Null while the line has it.
    endsAt: moment('ends_at'),
    // The end of its quarantine, in which nobody gets it.
    freeFrom: moment('free_from'),
  },
  (table) => [
    uniqueIndex('fixed_addresses_of_line').on(table.lineId, table.kind).where(sql`${table.endsAt} is null`),
    index('fixed_addresses_line').on(table.lineId, table.startsAt),
    index('fixed_addresses_pool').on(table.poolId, table.startsAt, table.id),
    index('fixed_addresses_addon').on(table.addonId),
    check(
      'fixed_addresses_forward',
      sql`${table.endsAt} >= ${table.startsAt} and ${table.freeFrom} >= ${table.endsAt}`,
    ),
  ],
);
