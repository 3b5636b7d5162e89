import { sql } from 'drizzle-orm';
import type { Database } from '../database/connection.ts';
import { securityEvents } from '../database/schema/platform/security-event.ts';

export type NewSecurityEvent = Omit<typeof securityEvents.$inferInsert, 'id'>;

/** Instances store theirs one after the other, so that a reader of increasing ids misses none. */
export async function insertSecurityEvents(database: Database, events: readonly NewSecurityEvent[]): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('security-events'))`);
    await tx.insert(securityEvents).values([...events]);
  });
}
