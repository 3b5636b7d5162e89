import { sql } from 'drizzle-orm';
import { bigserial, index, integer, jsonb, pgTable, timestamp, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { lines } from '../identity/line.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** A router that used a login, with when it was last seen in this. */
export type SharingDevice = {
  readonly mac: string | null;
  readonly nas: string;
  readonly port: string | null;
  readonly at: string;
};

/**
 * Logins that more routers used at once than their plan allows, which suggests something from the second time
 * on; a line has one until staff dismiss it.
 */
export const sharedLogins = pgTable(
  'shared_logins',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    lineId: integer('line_id')
      .notNull()
      .references(() => lines.id),
    firstAt: moment('first_at').notNull(),
    lastAt: moment('last_at').notNull(),
    times: integer('times').notNull(),
    devices: jsonb('devices').$type<readonly SharingDevice[]>().notNull(),
    dismissedAt: moment('dismissed_at'),
    dismissedBy: integer('dismissed_by').references(() => users.id),
    dismissReason: varchar('dismiss_reason', { length: 500 }),
  },
  (table) => [
    uniqueIndex('shared_logins_open').on(table.lineId).where(sql`${table.dismissedAt} is null`),
    index('shared_logins_line').on(table.lineId),
    index('shared_logins_suggested')
      .on(table.lastAt, table.id)
      .where(sql`${table.dismissedAt} is null and ${table.times} >= 2`),
    index('shared_logins_latest').on(table.lastAt, table.id),
  ],
);
