import { lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { accountDevices } from '../../platform/database/schema/identity/account.ts';

/** Deletes devices whose cookie has expired. */
export async function deleteForgottenDevices(database: Queryable): Promise<void> {
  await database.delete(accountDevices).where(lt(accountDevices.seenAt, sql`now() - interval '180 days'`));
}
