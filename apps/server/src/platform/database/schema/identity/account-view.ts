import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, text, timestamp, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
import { sessions, users } from './account.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * When staff saw the portal as one customer (docs/decisions/113-view-as-customer.md). `tokenHash` is
 * an HMAC of the token in the view's cookie.
 */
export const accountViews = pgTable(
  'account_views',
  {
    id: serial('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    // Under which they had it. The view is over with the session, which moves to another id when its
    // person proves who they are.
    staffSid: text('staff_sid').references(() => sessions.sid, { onDelete: 'set null', onUpdate: 'cascade' }),
    staffRole: varchar('staff_role', { length: 20 }).notNull().$type<StaffRole>(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: varchar('reason', { length: 300 }).notNull(),
    startedAt: moment('started_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    endedAt: moment('ended_at'),
    pages: text('pages').array().notNull().default(sql`'{}'`),
    writesRefused: integer('writes_refused').notNull().default(0),
  },
  (table) => [
    // One at a time.
    uniqueIndex('account_views_open').on(table.staffId).where(sql`${table.endedAt} is null`),
    index('account_views_user').on(table.userId, table.id),
    index('account_views_session').on(table.staffSid).where(sql`${table.staffSid} is not null`),
    index('account_views_started').on(table.startedAt),
  ],
);
