import { and, asc, desc, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { webhookDeliveries, webhookEndpoints } from '../../platform/database/schema/console/webhook-endpoint.ts';

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type AttemptRecord = DeliveryRow['history'][number];

const MOST_IN_HISTORY = 30;

type NewDelivery = Pick<DeliveryRow, 'endpointId' | 'messageId' | 'event' | 'body' | 'createdAt'>;

/** Writes what endpoints are to be told, due at once. */
export async function insertDeliveries(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<DeliveryRow[]> {
  return tx
    .insert(webhookDeliveries)
    .values(deliveries.map((delivery) => ({ ...delivery, nextAttemptAt: delivery.createdAt })))
    .returning();
}

const isDue = (now: Date) => and(eq(webhookDeliveries.state, 'pending'), lte(webhookDeliveries.nextAttemptAt, now));

/** The endpoints that are on and have something due. */
export async function listDueEndpoints(queryable: Queryable, now: Date): Promise<string[]> {
  const due = queryable
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.endpointId, webhookEndpoints.id), isDue(now)));
  const rows = await queryable
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.isOn, true), sql`exists ${due}`));
  return rows.map(({ id }) => id);
}

/** How many deliveries of each endpoint are due, and since when it fails. */
export async function readEndpointStates(queryable: Queryable, now: Date) {
  const due = sql<number>`(select count(*)::int from ${webhookDeliveries} d where d.endpoint_id = ${webhookEndpoints}.id
    and d.state = 'pending' and d.next_attempt_at <= ${now.toISOString()}::timestamptz)`;
  return queryable
    .select({ id: webhookEndpoints.id, isOn: webhookEndpoints.isOn, failingSince: webhookEndpoints.failingSince, due })
    .from(webhookEndpoints);
}

/**
 * Claims the delivery of an endpoint that is due longest and counts the attempt; until `leaseEndsAt`
 * no other instance claims it. Null when nothing is due.
 */
export async function claimDelivery(
  queryable: Queryable,
  claim: { readonly endpointId: string; readonly now: Date; readonly leaseEndsAt: Date },
): Promise<DeliveryRow | null> {
  const next = queryable
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.endpointId, claim.endpointId), isDue(claim.now)))
    .orderBy(asc(webhookDeliveries.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await queryable
    .update(webhookDeliveries)
    .set({ nextAttemptAt: claim.leaseEndsAt, attempts: sql`${webhookDeliveries.attempts} + 1` })
    // As a list of the condition the selection could run for each row, and claim more than its limit.
    .where(sql`${webhookDeliveries.id} = any(array(${next}))`)
    .returning();
  return row ?? null;
}

/**
 * Records an attempt and what follows from it. False, without effect, when the delivery was sent
 * again meanwhile, or its lease had expired.
 */
export async function recordAttempt(
  tx: Transaction,
  delivery: Pick<DeliveryRow, 'id' | 'attempts'>,
  attempt: AttemptRecord,
  outcome: Pick<DeliveryRow, 'state' | 'nextAttemptAt' | 'deliveredAt'>,
): Promise<boolean> {
  const { history } = webhookDeliveries;
  const earlier = sql`case when jsonb_array_length(${history}) >= ${MOST_IN_HISTORY} then ${history} - 0 else ${history} end`;
  const recorded = await tx
    .update(webhookDeliveries)
    .set({
      ...outcome,
      history: sql`(${earlier}) || ${JSON.stringify([attempt])}::jsonb`,
      lastStatus: attempt.status,
      lastError: attempt.error,
    })
    .where(
      and(
        eq(webhookDeliveries.id, delivery.id),
        eq(webhookDeliveries.state, 'pending'),
        eq(webhookDeliveries.attempts, delivery.attempts),
      ),
    )
    .returning({ id: webhookDeliveries.id });
  return recorded.length === 1;
}

export type DeliveryPage = {
  readonly state?: DeliveryRow['state'] | undefined;
  readonly event?: string | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
};

/** Newest first; without bodies and histories. */
export async function listDeliveryRows(queryable: Queryable, endpointId: string, page: DeliveryPage) {
  return queryable
    .select({
      id: webhookDeliveries.id,
      messageId: webhookDeliveries.messageId,
      event: webhookDeliveries.event,
      state: webhookDeliveries.state,
      attempts: webhookDeliveries.attempts,
      lastStatus: webhookDeliveries.lastStatus,
      lastError: webhookDeliveries.lastError,
      createdAt: webhookDeliveries.createdAt,
      nextAttemptAt: webhookDeliveries.nextAttemptAt,
      deliveredAt: webhookDeliveries.deliveredAt,
    })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        page.state && eq(webhookDeliveries.state, page.state),
        page.event === undefined ? undefined : eq(webhookDeliveries.event, page.event),
        page.before === undefined ? undefined : lt(webhookDeliveries.id, page.before),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(page.limit);
}

const isOne = (endpointId: string, id: number) =>
  and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.endpointId, endpointId));

/** Only a delivery of that endpoint is found. */
export async function findDelivery(queryable: Queryable, endpointId: string, id: number): Promise<DeliveryRow | null> {
  if (!isUuid(endpointId)) return null;
  const [row] = await queryable.select().from(webhookDeliveries).where(isOne(endpointId, id));
  return row ?? null;
}

const again = (now: Date) => ({ state: 'pending' as const, attempts: 0, nextAttemptAt: now, deliveredAt: null });

/** Makes a delivery due again, from the first attempt of the schedule on. */
export async function restartDelivery(
  tx: Transaction,
  endpointId: string,
  id: number,
  now: Date,
): Promise<DeliveryRow | null> {
  const [row] = await tx.update(webhookDeliveries).set(again(now)).where(isOne(endpointId, id)).returning();
  return row ?? null;
}

/** The same for those that have failed since a time, the oldest first. Returns how many. */
export async function restartFailed(
  tx: Transaction,
  endpointId: string,
  wanted: { readonly since: Date; readonly limit: number; readonly now: Date },
): Promise<number> {
  const failed = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.state, 'failed'),
        gte(webhookDeliveries.createdAt, wanted.since),
      ),
    )
    .orderBy(asc(webhookDeliveries.id))
    .limit(wanted.limit)
    .for('update', { skipLocked: true });
  const restarted = await tx
    .update(webhookDeliveries)
    .set(again(wanted.now))
    .where(inArray(webhookDeliveries.id, failed))
    .returning({ id: webhookDeliveries.id });
  return restarted.length;
}
