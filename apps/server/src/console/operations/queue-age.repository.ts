import { and, inArray, lte, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/database/connection.ts';
import { payments, refunds, webhookEvents } from '../../platform/database/schema/billing/payment.ts';
import { subscriptionPeriods, userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { outboxMessages } from '../../platform/database/schema/messaging/notification.ts';
import { radiusActions } from '../../platform/database/schema/network/network-access.ts';
import { outageCredits } from '../../platform/database/schema/network/outage.ts';
import { chatSessions } from '../../platform/database/schema/support/chat.ts';

/**
 * The due entries of a queue: how many, and since when the first of them is due; null where there
 * is none.
 */
export type QueueState = { readonly depth: number; readonly oldestDueAt: Date | null };

/** The channels of the outbox that this installation delivers. */
export type Channel = (typeof outboxMessages.$inferSelect)['channel'];

/**
 * What is due in each queue at a moment. Each query reads the beginning of an index, or few rows of
 * one. Of the outbox only the messages of `channels` count, without promotions, which wait at
 * night.
 */
export async function readQueues(
  queryable: Queryable,
  now: Date,
  channels: readonly Channel[],
): Promise<Readonly<Record<string, QueueState>>> {
  const read = async (table: PgTable, dueAt: PgColumn, state = sql`true`): Promise<QueueState> => {
    const [row] = await queryable
      .select({ depth: sql<number>`count(*)::int`, oldest: sql<string | null>`min(${dueAt})` })
      .from(table)
      .where(and(lte(dueAt, now), state));
    return { depth: row?.depth ?? 0, oldestDueAt: row?.oldest ? new Date(row.oldest) : null };
  };
  return {
    webhooks: await read(webhookEvents, webhookEvents.nextAttemptAt, sql`status = 'stored'`),
    'pending-payments': await read(payments, payments.nextCheckAt),
    refunds: await read(refunds, refunds.nextCheckAt),
    'card-charges': await read(payments, payments.chargeDueAt),
    renewals: await read(userSubscriptions, userSubscriptions.nextStepAt),
    'prepaid-periods': await read(subscriptionPeriods, subscriptionPeriods.startsAt, sql`not has_started`),
    messages: await read(
      outboxMessages,
      outboxMessages.nextAttemptAt,
      sql`sent_at is null and given_up_at is null and not promotional and ${inArray(outboxMessages.channel, [...channels])}`,
    ),
    'radius-actions': await read(radiusActions, radiusActions.nextAttemptAt, sql`state = 'waiting'`),
    chats: await read(chatSessions, chatSessions.waitingSince, sql`status = 'waiting'`),
    'outage-credits': await read(outageCredits, outageCredits.applyAt, sql`state <> 'done'`),
  };
}
