import { and, asc, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { outboxMessages } from '../../platform/database/schema/messaging/notification.ts';

export type Channel = (typeof outboxMessages.$inferSelect)['channel'];

/** Of these nothing is under way: `failed_at` is null while an attempt is made, and once it is sent. */
const hasFailed = sql`${outboxMessages.failedAt} is not null
  and ${outboxMessages.failedAt} > now() - interval '30 days'`;

/** Neither out of date nor, given up, without its content. */
const canRetry = sql<boolean>`((${outboxMessages.expiresAt} is null or ${outboxMessages.expiresAt} > now())
  and (${outboxMessages.givenUpAt} is null or ${outboxMessages.text} <> ''))`;

/** The messages of a channel that failed within 30 days, the newest first. */
export function listFailedMessages(
  database: Queryable,
  { channel, before, limit }: { readonly channel: Channel; readonly before: number | null; readonly limit: number },
) {
  return database
    .select({
      id: outboxMessages.id,
      subject: outboxMessages.subject,
      recipient: outboxMessages.recipient,
      attempts: outboxMessages.attempts,
      lastError: outboxMessages.lastError,
      nextAttemptAt: outboxMessages.nextAttemptAt,
      givenUpAt: outboxMessages.givenUpAt,
      createdAt: outboxMessages.createdAt,
      canRetry,
    })
    .from(outboxMessages)
    .where(
      and(eq(outboxMessages.channel, channel), hasFailed, before === null ? undefined : lt(outboxMessages.id, before)),
    )
    .orderBy(desc(outboxMessages.id))
    .limit(limit);
}

/** How many failed within 30 days, by channel, and how many of them can be retried. */
export function countFailedMessages(database: Queryable) {
  return database
    .select({
      channel: outboxMessages.channel,
      total: sql<number>`count(*)::int`,
      retryable: sql<number>`count(*) filter (where ${canRetry})::int`,
    })
    .from(outboxMessages)
    .where(hasFailed)
    .groupBy(outboxMessages.channel);
}

/** Which failed messages of a channel: one, or the oldest `limit`. */
export type Wanted = { readonly id: number } | { readonly limit: number };

/**
 * Makes failed messages due now, whether they were given up or wait for their next attempt, and
 * returns how many. One that is being sent, was sent or is due already is left alone, so that a
 * repeat has no effect.
 */
export async function retryMessages(database: Queryable, channel: Channel, wanted: Wanted): Promise<number> {
  const one: SQL | undefined = 'id' in wanted ? eq(outboxMessages.id, wanted.id) : undefined;
  const failed = database
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(and(eq(outboxMessages.channel, channel), isNull(outboxMessages.sentAt), hasFailed, canRetry, one))
    .orderBy(asc(outboxMessages.id))
    .limit('id' in wanted ? 1 : wanted.limit)
    .for('update', { skipLocked: true });
  const due = await database
    .update(outboxMessages)
    .set({ failedAt: null, givenUpAt: null, nextAttemptAt: sql`now()` })
    .where(sql`${outboxMessages.id} in (${failed})`)
    .returning({ id: outboxMessages.id });
  return due.length;
}

/** Deletes the content of mails that were given up a week ago: they cannot be retried any more. */
export async function forgetGivenUp(database: Queryable): Promise<void> {
  await database
    .update(outboxMessages)
    .set({ text: '', html: null })
    .where(
      and(
        eq(outboxMessages.channel, 'email'),
        isNotNull(outboxMessages.failedAt),
        lt(outboxMessages.givenUpAt, sql`now() - interval '7 days'`),
        sql`${outboxMessages.text} <> ''`,
      ),
    );
}
