import type { Permission, StaffRole } from '@portal/contract/platform/staff-permissions';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { integer, pgTable, primaryKey, timestamp, varchar } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

/** The roles of staff. `owner` may do everything and has no rows of permissions (decision 068). */
export const staffRoles = pgTable('staff_roles', {
  name: varchar('name', { length: 20 }).primaryKey().$type<StaffRole>(),
});

/** What each role may do. */
export const staffRolePermissions = pgTable(
  'staff_role_permissions',
  {
    role: varchar('role', { length: 20 })
      .notNull()
      .references(() => staffRoles.name)
      .$type<StaffRole>(),
    permission: varchar('permission', { length: 40 }).notNull().$type<Permission>(),
  },
  (table) => [primaryKey({ columns: [table.role, table.permission] })],
);

/**
 * Who has which roles. A trigger of `users` makes everybody an owner who becomes `admin` without any
 * role, as releases before this table do it, and takes all roles from whoever is `admin` no longer.
 */
export const staffMemberRoles = pgTable(
  'staff_member_roles',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: varchar('role', { length: 20 })
      .notNull()
      .references(() => staffRoles.name)
      .$type<StaffRole>(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.role] })],
);

/** The last refusal of each call to each member of staff: one a minute is audited. */
export const staffRefusals = pgTable(
  'staff_refusals',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    call: varchar('call', { length: 100 }).notNull(),
    recordedAt: timestamp('recorded_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.call] })],
);

/**
 * When somebody was last in the console, from sessions that are over: a trigger of `sessions` writes it
 * when one of staff is deleted.
 */
export const staffActivity = pgTable('staff_activity', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  lastSignInAt: timestamp('last_sign_in_at', { withTimezone: true }).notNull(),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull(),
});

/** Whether the person of this id is active staff with this permission. */
export function staffMay(userId: AnyPgColumn | SQL, permission: Permission): SQL<boolean> {
  return sql<boolean>`exists (
    select 1 from ${users} staff join ${staffMemberRoles} given on given.user_id = staff.id
    where staff.id = ${userId} and staff.role = 'admin' and not staff.disabled and (
      given.role = 'owner' or exists (
        select 1 from ${staffRolePermissions} granted
        where granted.role = given.role and granted.permission = ${permission}
      )
    )
  )`;
}
