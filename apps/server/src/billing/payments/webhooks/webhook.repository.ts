import type { GatewayId } from '@portal/contract/billing/payments/payments';
import type { IntakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/connection.ts';
import { webhookEvents } from '../../../platform/database/schema/billing/payment.ts';

export type WebhookEvent = typeof webhookEvents.$inferSelect;
/** Gateways, and who opens account numbers. */
export type WebhookSender = GatewayId | IntakeProvider;

/** The id of a new webhook; null for a second delivery of the same event, which is not stored again. */
export async function insertWebhookEvent(
  queryable: Queryable,
  event: typeof webhookEvents.$inferInsert,
): Promise<number | null> {
  const [stored] = await queryable
    .insert(webhookEvents)
    .values(event)
    .onConflictDoNothing({ target: [webhookEvents.gateway, webhookEvents.eventKey] })
    .returning({ id: webhookEvents.id });
  return stored?.id ?? null;
}

/**
 * Claims up to `limit` due webhooks of a gateway, counts the attempt and postpones the next one, so
 * that no other instance claims them too.
 */
export async function claimDueEvents(
  queryable: Queryable,
  claim: {
    readonly gateway: string;
    readonly now: Date;
    readonly limit: number;
    readonly firstGapMs: number;
    readonly longestGapMs: number;
  },
): Promise<WebhookEvent[]> {
  const due = queryable
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.status, 'stored'),
        eq(webhookEvents.gateway, claim.gateway),
        lte(webhookEvents.nextAttemptAt, claim.now),
      ),
    )
    .orderBy(asc(webhookEvents.nextAttemptAt), asc(webhookEvents.id))
    .limit(claim.limit)
    .for('update', { skipLocked: true });
  const gapMs = sql`least(${claim.firstGapMs}::float8 * power(2, ${webhookEvents.attempts}), ${claim.longestGapMs}::float8)`;
  return queryable
    .update(webhookEvents)
    .set({
      attempts: sql`${webhookEvents.attempts} + 1`,
      lastError: null,
      nextAttemptAt: sql`${claim.now.toISOString()}::timestamptz + ${gapMs} * interval '1 millisecond'`,
    })
    .where(inArray(webhookEvents.id, due))
    .returning();
}

export async function finishWebhookEvent(
  queryable: Queryable,
  id: number,
  outcome: { readonly status: 'stored' | 'done' | 'parked'; readonly lastError: string | null },
): Promise<void> {
  await queryable.update(webhookEvents).set(outcome).where(eq(webhookEvents.id, id));
}
