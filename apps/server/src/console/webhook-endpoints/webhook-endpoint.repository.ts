import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { EncryptedColumn } from '../../platform/crypto/encrypted-column.ts';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { webhookDeliveries, webhookEndpoints } from '../../platform/database/schema/console/webhook-endpoint.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { staffMay } from '../../platform/database/schema/identity/staff-roles.ts';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

const secretsIn = (text: EncryptedColumn['text'], name: string) =>
  ({ name, purpose: 'webhook-secret', table: webhookEndpoints, id: webhookEndpoints.id, text }) as const;

/** The secrets that sign what endpoints are told, and those before a rotation. */
export const webhookSecrets = secretsIn(webhookEndpoints.encryptedSecret, 'secrets of webhook endpoints');
export const previousWebhookSecrets = secretsIn(
  webhookEndpoints.encryptedPreviousSecret,
  'previous secrets of webhook endpoints',
);

/** Any number that no other feature uses for its advisory locks. */
const ENDPOINTS_LOCK = 417;

/** Counts the endpoints; until the transaction ends nobody else creates one. */
export async function countEndpointsLocked(tx: Transaction): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ENDPOINTS_LOCK}, 0)`);
  return tx.$count(webhookEndpoints);
}

export async function insertEndpoint(
  tx: Transaction,
  endpoint: Pick<EndpointRow, 'url' | 'description' | 'events' | 'encryptedSecret' | 'createdBy' | 'createdAt'>,
): Promise<string> {
  const [row] = await tx.insert(webhookEndpoints).values(endpoint).returning({ id: webhookEndpoints.id });
  if (!row) throw new Error('the webhook endpoint was not written');
  return row.id;
}

export async function findEndpoint(queryable: Queryable, id: string): Promise<EndpointRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await queryable.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  return row ?? null;
}

/** Locked until the transaction ends; null for an unknown id. */
export async function lockEndpoint(tx: Transaction, id: string): Promise<EndpointRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('no key update');
  return row ?? null;
}

export async function updateEndpoint(
  tx: Transaction,
  id: string,
  change: Partial<Omit<EndpointRow, 'id' | 'createdBy' | 'createdAt'>>,
): Promise<void> {
  await tx.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id));
}

export async function deleteEndpoint(tx: Transaction, id: string): Promise<void> {
  await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
}

const newest = sql`(select d.id from ${webhookDeliveries} d where d.endpoint_id = ${webhookEndpoints.id} order by d.id desc limit 1)`;

/** The endpoints, oldest first, or the one with an id, each with its author and newest delivery. */
export async function listEndpointViews(queryable: Queryable, id: string | null = null) {
  if (id !== null && !isUuid(id)) return [];
  return queryable
    .select({
      endpoint: webhookEndpoints,
      authorName: personName(),
      lastEvent: webhookDeliveries.event,
      lastState: webhookDeliveries.state,
      lastAt: webhookDeliveries.createdAt,
    })
    .from(webhookEndpoints)
    .innerJoin(users, eq(users.id, webhookEndpoints.createdBy))
    .leftJoin(webhookDeliveries, eq(webhookDeliveries.id, newest))
    .where(id === null ? undefined : eq(webhookEndpoints.id, id))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));
}

/** The endpoints that are on, with their events. */
export async function listSubscribed(queryable: Queryable) {
  return queryable
    .select({ id: webhookEndpoints.id, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.isOn, true));
}

/** A delivery has succeeded: the endpoint does not fail any more. */
export async function recordSuccess(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ failingSince: null })
    .where(and(eq(webhookEndpoints.id, id), isNotNull(webhookEndpoints.failingSince)));
}

/** Records since when an endpoint fails, unless it is known. */
export async function recordFailing(tx: Transaction, id: string, since: Date): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ failingSince: since })
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.failingSince)));
}

/**
 * Switches an endpoint off, once; `failing` only if it has failed since before `failingBefore`.
 * Null when it is off already, or succeeds meanwhile.
 */
export async function switchEndpointOff(
  tx: Transaction,
  id: string,
  why: { readonly reason: 'gone' } | { readonly reason: 'failing'; readonly failingBefore: Date },
): Promise<EndpointRow | null> {
  const failsLong =
    why.reason === 'failing'
      ? sql`${webhookEndpoints.failingSince} <= ${why.failingBefore.toISOString()}::timestamptz`
      : undefined;
  const [row] = await tx
    .update(webhookEndpoints)
    .set({ isOn: false, offReason: why.reason })
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.isOn, true), failsLong))
    .returning();
  return row ?? null;
}

/** The members of staff who look after webhooks. */
export async function listStaffAddresses(queryable: Queryable) {
  return queryable
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), staffMay(users.id, 'webhook-endpoints:read')))
    .orderBy(users.id);
}
