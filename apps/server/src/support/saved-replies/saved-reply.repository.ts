import type { SavedReply, SavedReplyForm } from '@portal/contract/support/saved-replies';
import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { savedReplies, ticketMacros } from '../../platform/database/schema/support/saved-reply.ts';

/** More than an agent can choose from; a bound all the same. */
const MOST = 500;

const { id: replyId, title, content, yo, ha, ig } = savedReplies;
const columns = { id: replyId, title, content, yo, ha, ig };

export async function listReplies(database: Queryable): Promise<SavedReply[]> {
  return database.select(columns).from(savedReplies).orderBy(asc(title), asc(replyId)).limit(MOST);
}

export async function findReply(database: Queryable, id: string): Promise<SavedReply | null> {
  if (!isUuid(id)) return null;
  const [row] = await database.select(columns).from(savedReplies).where(eq(replyId, id));
  return row ?? null;
}

/** The reply, locked until the transaction ends. */
export async function lockReply(tx: Transaction, id: string): Promise<SavedReply | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.select(columns).from(savedReplies).where(eq(replyId, id)).for('update');
  return row ?? null;
}

/** Of a translation: null takes it away, and one that is not named stays. */
export type ReplyTexts = Pick<SavedReplyForm, 'title' | 'content'> & Partial<Pick<SavedReply, 'yo' | 'ha' | 'ig'>>;

export async function insertReply(tx: Transaction, texts: ReplyTexts): Promise<SavedReply> {
  const [row] = await tx.insert(savedReplies).values(texts).returning(columns);
  if (!row) throw new Error('the reply was not written');
  return row;
}

export async function updateReply(tx: Transaction, id: string, texts: ReplyTexts): Promise<SavedReply> {
  const [row] = await tx
    .update(savedReplies)
    .set({ ...texts, updatedAt: sql`now()` })
    .where(eq(replyId, id))
    .returning(columns);
  if (!row) throw new Error('the reply went under its lock');
  return row;
}

export async function deleteReply(tx: Transaction, id: string): Promise<void> {
  await tx.delete(savedReplies).where(eq(replyId, id));
}

/** Whether a macro answers with it. Correct only under the lock on the reply. */
export async function isInMacro(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.$count(ticketMacros, eq(ticketMacros.savedReplyId, id))) > 0;
}
