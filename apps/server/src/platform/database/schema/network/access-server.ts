import type { ProfileTemplates } from '@portal/contract/network/staff-vendor-profiles';
import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, primaryKey, timestamp, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { serviceAreas } from './outage.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const count = (name: string) => integer(name).notNull().default(0);

/** How access servers of one vendor are told what a line gets. */
export const vendorProfiles = pgTable(
  'vendor_profiles',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: varchar('name', { length: 60 }).notNull(),
    // The profile that comes with the portal (built-in-profiles.ts); null for one of the operator's own.
    builtIn: varchar('built_in', { length: 30 }).unique(),
    // Null for a built-in profile that nobody has edited: a release may improve it.
    templates: jsonb('templates').$type<ProfileTemplates>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('vendor_profiles_spelling').on(sql`lower(${table.name})`)],
);

/** The access servers (BNG, MikroTik …), with the secrets that they share with us and with FreeRADIUS, encrypted. */
export const accessServers = pgTable(
  'access_servers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: varchar('name', { length: 60 }).notNull(),
    // As its packets name it; `*` is every one without a row of its own.
    address: varchar('address', { length: 45 }).notNull(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => vendorProfiles.id),
    area: varchar('area', { length: 100 }).references(() => serviceAreas.name, { onUpdate: 'cascade' }),
    // Empty once it is retired.
    encryptedSecret: varchar('encrypted_secret', { length: 300 }).notNull(),
    // During a turn the secret before; empty otherwise.
    encryptedPreviousSecret: varchar('encrypted_previous_secret', { length: 300 }).notNull().default(''),
    coaPort: integer('coa_port').notNull().default(3799),
    // The address in NAS_SECRETS that it was taken from, so that each is taken once.
    takenOverFrom: varchar('taken_over_from', { length: 45 }).unique(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    // The last change of what FreeRADIUS reads of it: name, address, secret, and whether it is there.
    clientChangedAt: moment('client_changed_at').notNull(),
    retiredAt: moment('retired_at'),
    // By our clock; null before its first packet.
    lastPacketAt: moment('last_packet_at'),
    // Its clock ahead of ours, by the last packet that told.
    clockOffsetMs: integer('clock_offset_ms'),
  },
  (table) => [
    uniqueIndex('access_servers_name').on(sql`lower(${table.name})`).where(sql`${table.retiredAt} is null`),
    uniqueIndex('access_servers_address').on(table.address).where(sql`${table.retiredAt} is null`),
  ],
);

/** What each access server sent and answered, by minute: all instances add to it. Kept for two days. */
export const accessServerMinutes = pgTable(
  'access_server_minutes',
  {
    address: varchar('address', { length: 45 }).notNull(),
    minute: moment('minute').notNull(),
    packets: count('packets'),
    coaDone: count('coa_done'),
    coaRefused: count('coa_refused'),
    coaSilent: count('coa_silent'),
  },
  (table) => [primaryKey({ columns: [table.address, table.minute] })],
);

/** When each RADIUS server last read the list of access servers. */
export const radiusClientFetches = pgTable('radius_client_fetches', {
  address: varchar('address', { length: 45 }).primaryKey(),
  fetchedAt: moment('fetched_at').notNull(),
});
