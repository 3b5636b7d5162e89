import { and, asc, desc, eq, lt, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/connection.ts';
import { webhookEvents } from '../../../platform/database/schema/billing/payment.ts';

/**
 * About a payment, and not processed within 30 days; the reason is null while an attempt is made.
 * Webhooks about no payment of ours are kept, but there is nothing to retry.
 */
const hasFailed = and(
  ne(webhookEvents.status, 'done'),
  sql`${webhookEvents.lastError} is not null and ${webhookEvents.reference} is not null
    and ${webhookEvents.receivedAt} > now() - interval '30 days'`,
);

/** The webhooks that could not be processed, the newest first. */
export function listFailedWebhooks(
  database: Queryable,
  { before, limit }: { readonly before: number | null; readonly limit: number },
) {
  return database
    .select({
      id: webhookEvents.id,
      gateway: webhookEvents.gateway,
      eventName: webhookEvents.eventName,
      reference: webhookEvents.reference,
      status: webhookEvents.status,
      attempts: webhookEvents.attempts,
      lastError: webhookEvents.lastError,
      nextAttemptAt: webhookEvents.nextAttemptAt,
      receivedAt: webhookEvents.receivedAt,
    })
    .from(webhookEvents)
    .where(and(hasFailed, before === null ? undefined : lt(webhookEvents.id, before)))
    .orderBy(desc(webhookEvents.id))
    .limit(limit);
}

export async function countFailedWebhooks(database: Queryable): Promise<number> {
  return database.$count(webhookEvents, hasFailed);
}

/**
 * Makes failed webhooks due now, with all their attempts, whether they are parked or wait: the one
 * with the id, or the oldest `limit`. Returns how many. A repeat has no effect, and processing one
 * twice moves no money twice: the payment is asked for at the gateway and settled once.
 */
export async function retryWebhooks(
  database: Queryable,
  wanted: { readonly id: number } | { readonly limit: number },
  now: Date,
): Promise<number> {
  const failed = database
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(hasFailed, 'id' in wanted ? eq(webhookEvents.id, wanted.id) : undefined))
    .orderBy(asc(webhookEvents.id))
    .limit('id' in wanted ? 1 : wanted.limit)
    .for('update', { skipLocked: true });
  const due = await database
    .update(webhookEvents)
    .set({ status: 'stored', attempts: 0, lastError: null, nextAttemptAt: now })
    .where(sql`${webhookEvents.id} in (${failed})`)
    .returning({ id: webhookEvents.id });
  return due.length;
}
