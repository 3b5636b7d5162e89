import { and, asc, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connection.ts';
import { outboxMessages } from '../../database/schema/notification.ts';

export type OutboxMessage = typeof outboxMessages.$inferSelect;
export type NewMessage = Pick<OutboxMessage, 'messageKey' | 'channel' | 'recipient' | 'subject' | 'text'>;

/** Stores a message once by its key; a repeat does nothing. */
export async function insertMessage(database: Queryable, message: NewMessage): Promise<void> {
  await database.insert(outboxMessages).values(message).onConflictDoNothing({ target: outboxMessages.messageKey });
}

/** Takes up to `limit` unsent messages for delivery and puts off their next attempt, so that no other instance takes them too. */
export async function claimDueMessages(
  database: Queryable,
  now: Date,
  retryAt: Date,
  limit: number,
): Promise<OutboxMessage[]> {
  const due = database
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(and(isNull(outboxMessages.sentAt), lte(outboxMessages.nextAttemptAt, now)))
    .orderBy(asc(outboxMessages.nextAttemptAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  return database
    .update(outboxMessages)
    .set({ attempts: sql`${outboxMessages.attempts} + 1`, nextAttemptAt: retryAt })
    .where(sql`${outboxMessages.id} in (${due})`)
    .returning();
}

export async function markMessageSent(database: Queryable, id: number, sentAt: Date): Promise<void> {
  await database.update(outboxMessages).set({ sentAt }).where(eq(outboxMessages.id, id));
}

export async function putOffMessage(database: Queryable, id: number, nextAttemptAt: Date): Promise<void> {
  await database.update(outboxMessages).set({ nextAttemptAt }).where(eq(outboxMessages.id, id));
}

/** The newest messages, to one recipient or, with null, to all. */
export async function listMessages(
  database: Queryable,
  recipient: string | null,
  limit: number,
): Promise<OutboxMessage[]> {
  return database
    .select()
    .from(outboxMessages)
    .where(recipient === null ? undefined : eq(outboxMessages.recipient, recipient))
    .orderBy(desc(outboxMessages.id))
    .limit(limit);
}
