import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/connection.ts';
import { whatsappEvents } from '../../../platform/database/schema/channels/whatsapp.ts';
import type { ReportedEvent } from './split-webhook.policy.ts';

export type StoredEvent = typeof whatsappEvents.$inferSelect;

/**
 * Stores events, each once by its key, in their order. `seal`: of what people wrote, which may be a PIN.
 * Returns how many were new.
 */
export async function insertEvents(
  queryable: Queryable,
  events: readonly ReportedEvent[],
  { now, seal }: { readonly now: Date; readonly seal: (raw: string) => string },
): Promise<number> {
  if (events.length === 0) return 0;
  const rows = events.map(({ eventKey, kind, sender, raw }) => ({
    eventKey,
    kind,
    sender,
    raw: kind === 'message' ? seal(raw) : raw,
    state: kind === 'unreadable' ? ('parked' as const) : ('stored' as const),
    lastError: kind === 'unreadable' ? 'not a webhook of WhatsApp' : null,
    nextAttemptAt: now,
    receivedAt: now,
  }));
  const stored = await queryable
    .insert(whatsappEvents)
    .values(rows)
    .onConflictDoNothing({ target: whatsappEvents.eventKey })
    .returning({ id: whatsappEvents.id });
  return stored.length;
}

/** 1, 2, 4 … seconds between attempts, a minute at most. */
const gap = sql`least(power(2, ${whatsappEvents.attempts}), 60) * interval '1 second'`;

/**
 * How long an instance has an event to itself: what a dead one had claimed, and all that its sender wrote
 * later, waits as long. A file that takes longer is fetched twice, and taken once.
 */
const LEASE = sql`interval '30 seconds'`;

/**
 * Claims due events, counts the attempt and leaves them to no other instance. Of one sender only the
 * oldest, so that what they wrote stays in its order.
 */
export async function claimEvents(queryable: Queryable, now: Date, limit: number): Promise<StoredEvent[]> {
  const at = now.toISOString();
  const due = sql`
    select e.id from ${whatsappEvents} e
    where e.state = 'stored' and e.next_attempt_at <= ${at}::timestamptz
      and (e.sender is null or not exists (
        select from ${whatsappEvents} o where o.sender = e.sender and o.state = 'stored' and o.id < e.id))
    order by e.next_attempt_at, e.id limit ${limit} for update skip locked`;
  const claimed = await queryable
    .update(whatsappEvents)
    .set({ attempts: sql`${whatsappEvents.attempts} + 1`, nextAttemptAt: sql`${at}::timestamptz + ${LEASE}` })
    .where(sql`${whatsappEvents.id} = any(array(${due}))`)
    .returning();
  return claimed.sort((a, b) => a.id - b.id);
}

/** Marks a claimed event as dealt with, and says what is stored of it. False when that is so already. */
export async function finishEvent(
  queryable: Queryable,
  id: number,
  {
    raw,
    place = null,
  }: { readonly raw: string; readonly place?: { readonly sessionId: string; readonly seq: number } | null },
): Promise<boolean> {
  const done = await queryable
    .update(whatsappEvents)
    .set({ state: 'done', lastError: null, raw, ...(place ?? {}) })
    .where(and(eq(whatsappEvents.id, id), eq(whatsappEvents.state, 'stored')))
    .returning({ id: whatsappEvents.id });
  return done.length > 0;
}

/** Tries an event again, or gives it up. */
export async function putOffEvent(
  queryable: Queryable,
  {
    id,
    reason,
    now,
    isLast,
  }: { readonly id: number; readonly reason: string; readonly now: Date; readonly isLast: boolean },
): Promise<void> {
  await queryable
    .update(whatsappEvents)
    .set({
      state: isLast ? 'parked' : 'stored',
      lastError: reason.slice(0, 300),
      nextAttemptAt: sql`${now.toISOString()}::timestamptz + ${gap}`,
    })
    .where(and(eq(whatsappEvents.id, id), ne(whatsappEvents.state, 'done')));
}

/** WhatsApp's ids of a contact's messages after a seq, the newest first: reading it reads those before it, too. */
export async function findMessageToRead(
  queryable: Queryable,
  place: { readonly sessionId: string; readonly upTo: number },
): Promise<string | null> {
  const { rows } = await queryable.execute<{ event_key: string }>(sql`
    select event_key from ${whatsappEvents}
    where session_id = ${place.sessionId} and seq <= ${place.upTo} and kind = 'message' order by seq desc limit 1`);
  const key = rows[0]?.event_key;
  return key?.startsWith('message:wamid') ? key.slice('message:'.length) : null;
}

export async function countParked(queryable: Queryable): Promise<number> {
  return queryable.$count(whatsappEvents, eq(whatsappEvents.state, 'parked'));
}

/** How many events wait, and for how long the first of them has. */
export async function measureEvents(queryable: Queryable, now: Date) {
  const [row] = await queryable
    .select({
      waiting: count(),
      oldestSeconds: sql<number>`coalesce(extract(epoch from ${now.toISOString()}::timestamptz - min(${whatsappEvents.receivedAt})), 0)::float8`,
    })
    .from(whatsappEvents)
    .where(eq(whatsappEvents.state, 'stored'));
  return { waiting: row?.waiting ?? 0, oldestSeconds: Math.max(0, row?.oldestSeconds ?? 0) };
}
