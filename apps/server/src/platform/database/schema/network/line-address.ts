import { sql } from 'drizzle-orm';
import { index, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core';

/**
 * With which hardware and address each login was last online, so that staff find a line by them. A
 * trigger of `usage_sessions` writes it when a session begins.
 */
export const lineAddresses = pgTable(
  'line_addresses',
  {
    // In lower case.
    username: varchar('username', { length: 253 }).primaryKey(),
    // Twelve hexadecimal digits in lower case; null where the access server sends no MAC address.
    mac: varchar('mac', { length: 12 }),
    ip: varchar('ip', { length: 45 }),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    // Without `seenAt`, so that the next session with the same hardware and address changes no index.
    index('line_addresses_mac').on(table.mac).where(sql`${table.mac} is not null`),
    index('line_addresses_ip').on(table.ip).where(sql`${table.ip} is not null`),
  ],
);
