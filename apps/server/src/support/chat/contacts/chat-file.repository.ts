import { eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { isUuid } from '../../../platform/database/is-uuid.ts';
import { chatSessions } from '../../../platform/database/schema/support/chat.ts';
import {
  chatContactSessions,
  chatContacts,
  chatFiles,
} from '../../../platform/database/schema/support/chat-contact.ts';

/** A file that is stored already under its id. */
export type NewChatFile = Pick<typeof chatFiles.$inferSelect, 'id' | 'name' | 'mediaType' | 'sizeBytes'>;

export async function insertChatFile(
  tx: Transaction,
  file: NewChatFile & { readonly sessionId: string; readonly seq: number },
): Promise<void> {
  await tx.insert(chatFiles).values(file);
}

export async function findChatFile(queryable: Queryable, id: string) {
  if (!isUuid(id)) return null;
  const [row] = await queryable.select().from(chatFiles).where(eq(chatFiles.id, id));
  return row ?? null;
}

/** The bytes of the files that came from an address in the last 30 days. */
export async function sumChatFiles(queryable: Queryable, address: string): Promise<number> {
  const [row] = await queryable
    .select({ bytes: sql<string>`coalesce(sum(${chatFiles.sizeBytes}), 0)` })
    .from(chatFiles)
    .innerJoin(chatContactSessions, eq(chatContactSessions.sessionId, chatFiles.sessionId))
    .innerJoin(chatContacts, eq(chatContacts.id, chatContactSessions.contactId))
    .where(sql`${chatContacts.address} = ${address} and ${chatFiles.createdAt} > now() - interval '30 days'`);
  return Number(row?.bytes ?? 0);
}

/** Files whose conversation is deleted, `limit` at most. */
export async function listOrphanedFiles(queryable: Queryable, limit: number): Promise<string[]> {
  const rows = await queryable
    .select({ id: chatFiles.id })
    .from(chatFiles)
    .where(sql`not exists (select from ${chatSessions} where ${chatSessions.id} = ${chatFiles.sessionId})`)
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function deleteChatFile(queryable: Queryable, id: string): Promise<void> {
  await queryable.delete(chatFiles).where(eq(chatFiles.id, id));
}
