import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { runNamed } from '../../platform/database/run-named.ts';
import { accountDevices } from '../../platform/database/schema/identity/account.ts';

const RECORD_DEVICE = {
  name: 'record_device',
  text: `insert into account_devices as d (user_id, device) values ($1, $2)
    on conflict (user_id, device) do update set seen_at = now(), forgotten_at = null
    where d.forgotten_at is not null
    returning device`,
};

/**
 * Records that the account was opened or signed in to on a device; false when it was recorded before,
 * and not forgotten since.
 */
export async function recordDevice(database: Queryable, userId: number, device: string): Promise<boolean> {
  return (await runNamed(database, RECORD_DEVICE, [userId, device])).length === 1;
}

/** Has every device of the account, but for one, count as new at its next sign-in. */
export async function forgetDevices(database: Queryable, userId: number, except: string | null): Promise<void> {
  const others = except === null ? undefined : ne(accountDevices.device, except);
  await database
    .update(accountDevices)
    .set({ forgottenAt: sql`now()` })
    .where(and(eq(accountDevices.userId, userId), isNull(accountDevices.forgottenAt), others));
}

/** Deletes devices whose cookie has expired. */
export async function deleteForgottenDevices(database: Queryable): Promise<void> {
  await database.delete(accountDevices).where(lt(accountDevices.seenAt, sql`now() - interval '180 days'`));
}
