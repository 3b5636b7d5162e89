import type { NoticeKind } from '@portal/kernel/messaging/notices/notice';
import { and, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { notices } from '../../platform/database/schema/messaging/notification.ts';

export type NoticeRow = typeof notices.$inferSelect;

/**
 * Stores notices, each once by its key, and returns the ids of new ones by their keys; a repeat
 * does nothing.
 */
export async function insertNotices(
  database: Queryable,
  rows: readonly (Pick<NoticeRow, 'userId' | 'noticeKey' | 'values'> & { readonly kind: NoticeKind })[],
): Promise<ReadonlyMap<string, number>> {
  if (rows.length === 0) return new Map();
  const inserted = await database
    .insert(notices)
    .values([...rows])
    .onConflictDoNothing({ target: notices.noticeKey })
    .returning({ id: notices.id, key: notices.noticeKey });
  return new Map(inserted.map(({ id, key }) => [key, id]));
}

/** One customer's notices, newest first, older than the notice `before` if it is given. */
export async function listNoticesOf(
  database: Queryable,
  userId: number,
  page: { readonly before: number | null; readonly limit: number },
): Promise<NoticeRow[]> {
  const older = page.before === null ? undefined : lt(notices.id, page.before);
  return database
    .select()
    .from(notices)
    .where(and(eq(notices.userId, userId), older))
    .orderBy(desc(notices.id))
    .limit(page.limit);
}

export async function countUnread(database: Queryable, userId: number): Promise<number> {
  return database.$count(notices, and(eq(notices.userId, userId), isNull(notices.readAt)));
}

/**
 * False when this customer has no such notice. A notice that was read before keeps the time of
 * that.
 */
export async function markRead(database: Queryable, userId: number, id: number): Promise<boolean> {
  const read = await database
    .update(notices)
    .set({ readAt: sql`coalesce(${notices.readAt}, now())` })
    .where(and(eq(notices.userId, userId), eq(notices.id, id)))
    .returning({ id: notices.id });
  return read.length === 1;
}

/** Marks unread notices as read, up to and including the given one. */
export async function markReadUpTo(database: Queryable, userId: number, upTo: number): Promise<void> {
  await database
    .update(notices)
    .set({ readAt: sql`now()` })
    .where(and(eq(notices.userId, userId), lte(notices.id, upTo), isNull(notices.readAt)));
}

/**
 * Claims up to `limit` notices that no open page has received; returns their customers. No other
 * instance claims them.
 */
export async function claimUnpublished(database: Queryable, limit: number): Promise<number[]> {
  const waiting = database
    .select({ id: notices.id })
    .from(notices)
    .where(isNull(notices.publishedAt))
    .orderBy(notices.id)
    .limit(limit)
    .for('update', { skipLocked: true });
  const claimed = await database
    .update(notices)
    .set({ publishedAt: sql`now()` })
    .where(sql`${notices.id} in (${waiting})`)
    .returning({ userId: notices.userId });
  return claimed.map(({ userId }) => userId);
}
