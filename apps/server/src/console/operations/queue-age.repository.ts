import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/database/connection.ts';
import { payments, refunds, webhookEvents } from '../../platform/database/schema/billing/payment.ts';
import { subscriptionPeriods, userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { outboxMessages } from '../../platform/database/schema/messaging/notification.ts';
import { radiusActions } from '../../platform/database/schema/network/network-access.ts';
import { outageCredits } from '../../platform/database/schema/network/outage.ts';
import { chatSessions } from '../../platform/database/schema/support/chat.ts';

async function firstDue(
  queryable: Queryable,
  table: PgTable,
  dueAt: PgColumn,
  state = sql`true`,
): Promise<Date | null> {
  const [row] = await queryable
    .select({ at: sql<string | null>`min(${dueAt})` })
    .from(table)
    .where(and(isNotNull(dueAt), state));
  return row?.at ? new Date(row.at) : null;
}

/** What of the outbox somebody delivers here. */
export type Channel = (typeof outboxMessages.$inferSelect)['channel'];

/**
 * When the first entry of each queue is or was due; null for an empty one. Each is the beginning of an index, or few rows of one. Of the outbox only the messages of `channels` count, and no
 * promotions, which rest at night.
 */
export async function listFirstDue(
  queryable: Queryable,
  channels: readonly Channel[],
): Promise<Readonly<Record<string, Date | null>>> {
  return {
    webhooks: await firstDue(queryable, webhookEvents, webhookEvents.nextAttemptAt, sql`status = 'stored'`),
    payments: await firstDue(queryable, payments, payments.nextCheckAt),
    refunds: await firstDue(queryable, refunds, refunds.nextCheckAt),
    charges: await firstDue(queryable, payments, payments.chargeDueAt),
    renewals: await firstDue(queryable, userSubscriptions, userSubscriptions.nextStepAt),
    'months paid ahead': await firstDue(queryable, subscriptionPeriods, subscriptionPeriods.startsAt, sql`not begun`),
    messages: await firstDue(
      queryable,
      outboxMessages,
      outboxMessages.nextAttemptAt,
      sql`sent_at is null and given_up_at is null and not promotional and ${inArray(outboxMessages.channel, [...channels])}`,
    ),
    'network actions': await firstDue(queryable, radiusActions, radiusActions.nextAttemptAt, sql`state = 'waiting'`),
    chats: await firstDue(queryable, chatSessions, chatSessions.waitingSince, sql`status = 'waiting'`),
    outages: await firstDue(queryable, outageCredits, outageCredits.applyAt, sql`state <> 'done'`),
  };
}
