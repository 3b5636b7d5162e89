import type { Permission } from '@portal/contract/platform/staff-permissions';
import { and, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { staffMay } from '../../platform/database/schema/identity/staff-roles.ts';

/** All staff with this permission. */
export async function listStaffIds(database: Queryable, permission: Permission): Promise<number[]> {
  const rows = await database
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), staffMay(users.id, permission)));
  return rows.map(({ id }) => id);
}

/** The mailboxes of all active staff with this permission. */
export async function listStaffAddresses(
  database: Queryable,
  permission: Permission,
): Promise<{ readonly id: number; readonly email: string }[]> {
  return database
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), staffMay(users.id, permission)))
    .orderBy(users.id);
}

/** The account of a mailbox, locked; null when there is none. */
export async function lockByEmailKey(
  tx: Transaction,
  emailKey: string,
): Promise<{ readonly id: number; readonly role: string } | null> {
  const [account] = await tx
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(eq(users.emailKey, emailKey))
    .for('update');
  return account ?? null;
}

export async function setRole(tx: Transaction, userId: number, role: string): Promise<void> {
  await tx.update(users).set({ role }).where(eq(users.id, userId));
}
