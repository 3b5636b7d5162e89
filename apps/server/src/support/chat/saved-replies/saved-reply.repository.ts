import type { SavedReply, SavedReplyForm } from '@portal/contract/support/staff-chat';
import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { isUuid } from '../../../platform/database/is-uuid.ts';
import { savedReplies } from '../../../platform/database/schema/support/chat.ts';

/** More than an agent can choose from; a bound all the same. */
const MOST = 500;

const columns = { id: savedReplies.id, title: savedReplies.title, content: savedReplies.content };

export async function listReplies(database: Queryable): Promise<SavedReply[]> {
  return database.select(columns).from(savedReplies).orderBy(asc(savedReplies.title), asc(savedReplies.id)).limit(MOST);
}

/** The reply, locked until the transaction ends. */
export async function lockReply(tx: Transaction, id: string): Promise<SavedReply | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.select(columns).from(savedReplies).where(eq(savedReplies.id, id)).for('update');
  return row ?? null;
}

export async function insertReply(tx: Transaction, form: SavedReplyForm): Promise<SavedReply> {
  const [row] = await tx.insert(savedReplies).values(form).returning(columns);
  if (!row) throw new Error('the reply was not written');
  return row;
}

export async function updateReply(tx: Transaction, id: string, form: SavedReplyForm): Promise<void> {
  await tx
    .update(savedReplies)
    .set({ ...form, updatedAt: sql`now()` })
    .where(eq(savedReplies.id, id));
}

export async function deleteReply(tx: Transaction, id: string): Promise<void> {
  await tx.delete(savedReplies).where(eq(savedReplies.id, id));
}
