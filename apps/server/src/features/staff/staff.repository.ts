import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../database/connection.ts';
import { users } from '../../database/schema/account.ts';

/** Everybody who may use the console. */
export async function listStaffIds(database: Queryable): Promise<number[]> {
  const rows = await database
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.disabled, false)));
  return rows.map(({ id }) => id);
}
