import { lt, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/connection.ts';
import { accountDevices } from '../../database/schema/account.ts';

/** Notes that an account was opened or signed in to on a device, by the serial of its browser's mark. Of a day's sign-ins one writes. */
export async function noteDevice(database: Queryable, userId: number, device: string): Promise<void> {
  await database
    .insert(accountDevices)
    .values({ userId, device })
    .onConflictDoUpdate({
      target: [accountDevices.userId, accountDevices.device],
      set: { seenAt: sql`now()` },
      setWhere: lt(accountDevices.seenAt, sql`now() - interval '1 day'`),
    })
    .prepare('note_device')
    .execute();
}

/** Forgets the devices whose mark has expired by now. */
export async function deleteForgottenDevices(database: Database): Promise<void> {
  await database.delete(accountDevices).where(lt(accountDevices.seenAt, sql`now() - interval '180 days'`));
}
