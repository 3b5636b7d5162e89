import { and, asc, eq, notInArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { ticketTags } from '../../../platform/database/schema/support/ticket.ts';

/** By name. */
export async function listTags(queryable: Queryable, ticketId: string): Promise<string[]> {
  const rows = await queryable
    .select({ tag: ticketTags.tag })
    .from(ticketTags)
    .where(eq(ticketTags.ticketId, ticketId))
    .orderBy(asc(ticketTags.tag));
  return rows.map(({ tag }) => tag);
}

type Tagged = { readonly ticketId: string; readonly tags: readonly string[]; readonly createdAt: Date };

/** Replaces the tags of a ticket. */
export async function replaceTags(tx: Transaction, { ticketId, tags, createdAt }: Tagged): Promise<void> {
  const kept = [...tags];
  await tx
    .delete(ticketTags)
    .where(and(eq(ticketTags.ticketId, ticketId), kept.length > 0 ? notInArray(ticketTags.tag, kept) : undefined));
  if (kept.length === 0) return;
  await tx
    .insert(ticketTags)
    .values(kept.map((tag) => ({ ticketId, tag, createdAt })))
    .onConflictDoNothing();
}
