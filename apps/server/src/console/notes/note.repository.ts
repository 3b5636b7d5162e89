import { and, asc, eq, notInArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { customerNotes, customerTags } from '../../platform/database/schema/console/customer-note.ts';
import { users } from '../../platform/database/schema/identity/account.ts';

/** Keeps the customer as they are until the transaction ends; false when there is none. */
export async function lockCustomer(tx: Transaction, userId: number): Promise<boolean> {
  return (await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')).length > 0;
}

type Note = typeof customerNotes.$inferInsert;

/** Stores a note and returns it; of one that is stored already that one. */
export async function insertNote(tx: Transaction, note: Note) {
  const [added] = await tx.insert(customerNotes).values(note).onConflictDoNothing().returning();
  if (added) return { note: added, isNew: true };
  const { userId, authorId, clientNoteId } = note;
  const [stored] = await tx
    .select()
    .from(customerNotes)
    .where(
      and(
        eq(customerNotes.userId, userId),
        eq(customerNotes.authorId, authorId),
        eq(customerNotes.clientNoteId, clientNoteId),
      ),
    );
  if (!stored) throw new Error('the note is not there');
  return { note: stored, isNew: false };
}

/** By name. */
export async function listTags(queryable: Queryable, userId: number): Promise<string[]> {
  const rows = await queryable
    .select({ tag: customerTags.tag })
    .from(customerTags)
    .where(eq(customerTags.userId, userId))
    .orderBy(asc(customerTags.tag));
  return rows.map(({ tag }) => tag);
}

/** Replaces the tags of a customer. */
export async function replaceTags(
  tx: Transaction,
  { userId, tags, createdAt }: { readonly userId: number; readonly tags: readonly string[]; readonly createdAt: Date },
): Promise<void> {
  const kept = [...tags];
  await tx
    .delete(customerTags)
    .where(and(eq(customerTags.userId, userId), kept.length > 0 ? notInArray(customerTags.tag, kept) : undefined));
  if (kept.length === 0) return;
  await tx
    .insert(customerTags)
    .values(kept.map((tag) => ({ userId, tag, createdAt })))
    .onConflictDoNothing();
}
