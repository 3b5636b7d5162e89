import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { ussdSessions } from '../../platform/database/schema/channels/ussd.ts';

export type UssdSessionRow = typeof ussdSessions.$inferSelect;

/**
 * The session of a dial, made by its first request, and locked until the transaction ends: two requests of
 * one session wait for each other.
 */
export async function openUssdSession(
  tx: Transaction,
  values: typeof ussdSessions.$inferInsert,
): Promise<UssdSessionRow> {
  const [row] = await tx
    .insert(ussdSessions)
    .values(values)
    .onConflictDoUpdate({ target: ussdSessions.sessionKey, set: { sessionKey: sql`excluded.session_key` } })
    .returning();
  if (!row) throw new Error('a USSD session was not stored');
  return row;
}

export async function saveUssdTurn(
  tx: Transaction,
  id: number,
  turn: Pick<UssdSessionRow, 'language' | 'state' | 'entries' | 'entriesDigest' | 'lastAnswer' | 'answeredAt'> &
    Partial<Pick<UssdSessionRow, 'endedAt' | 'endReason'>>,
): Promise<void> {
  await tx.update(ussdSessions).set(turn).where(eq(ussdSessions.id, id));
}

/** The gateway says that a session is over. False where that is known, or it is not one of the number's. */
export async function endUssdSession(
  queryable: Queryable,
  ended: {
    readonly sessionKey: string;
    readonly phone: string;
    readonly endedAt: Date;
    readonly endReason: 'hung-up' | 'failed';
  },
): Promise<boolean> {
  const { sessionKey, phone, ...change } = ended;
  const moved = await queryable
    .update(ussdSessions)
    .set(change)
    .where(and(eq(ussdSessions.sessionKey, sessionKey), eq(ussdSessions.phone, phone), isNull(ussdSessions.endedAt)))
    .returning({ id: ussdSessions.id });
  return moved.length === 1;
}

/** The language of a number's session before one; null where it had none. */
export async function findLastLanguage(queryable: Queryable, phone: string, before: number) {
  const [row] = await queryable
    .select({ language: ussdSessions.language })
    .from(ussdSessions)
    .where(and(eq(ussdSessions.phone, phone), lt(ussdSessions.id, before)))
    .orderBy(desc(ussdSessions.id))
    .limit(1);
  return row?.language ?? null;
}
