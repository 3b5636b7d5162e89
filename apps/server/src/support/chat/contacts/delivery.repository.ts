import type { ChatDelivery } from '@portal/contract/support/chat';
import { and, between, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { chatDeliveries, chatFiles } from '../../../platform/database/schema/support/chat-contact.ts';

type Place = { readonly sessionId: string; readonly seq: number };

export async function insertDelivery(tx: Transaction, place: Place): Promise<void> {
  await tx.insert(chatDeliveries).values(place).onConflictDoNothing();
}

/**
 * Records what became of a message. Once it is known to have been sent or to have failed, a later
 * `unknown` changes nothing. False where nothing changed.
 */
export async function saveDelivery(
  queryable: Queryable,
  place: Place,
  { state, reason }: ChatDelivery,
): Promise<boolean> {
  const isNews =
    state === 'unknown' ? sql`${chatDeliveries.state} = 'waiting'` : sql`${chatDeliveries.state} <> ${state}`;
  const changed = await queryable
    .update(chatDeliveries)
    .set({ state, reason: reason?.slice(0, 300) ?? null, updatedAt: sql`now()` })
    .where(and(eq(chatDeliveries.sessionId, place.sessionId), eq(chatDeliveries.seq, place.seq), isNews))
    .returning({ seq: chatDeliveries.seq });
  return changed.length > 0;
}

type Range = { readonly sessionId: string; readonly from: number; readonly to: number };

/** What became of the messages of a chat, by seq. */
export async function listDeliveries(queryable: Queryable, { sessionId, from, to }: Range) {
  const { seq, state, reason } = chatDeliveries;
  const rows = await queryable
    .select({ seq, state, reason })
    .from(chatDeliveries)
    .where(and(eq(chatDeliveries.sessionId, sessionId), between(seq, from, to)));
  return new Map(rows.map((row) => [row.seq, { state: row.state, reason: row.reason }]));
}

/** The files of the messages of a chat, by seq. */
export async function listFiles(queryable: Queryable, { sessionId, from, to }: Range) {
  const { id, seq, name, mediaType, sizeBytes } = chatFiles;
  const rows = await queryable
    .select({ id, seq, name, mediaType, sizeBytes })
    .from(chatFiles)
    .where(and(eq(chatFiles.sessionId, sessionId), between(seq, from, to)))
    .orderBy(seq, id);
  return Map.groupBy(rows, (row) => row.seq);
}
