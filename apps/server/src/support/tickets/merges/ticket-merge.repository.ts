import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { inboundMails } from '../../../platform/database/schema/support/inbound-mail.ts';
import {
  supportTickets,
  ticketAttachments,
  ticketMerges,
  ticketReplies,
} from '../../../platform/database/schema/support/ticket.ts';

/** The ticket that a merged one goes on in; null for one that was not merged. */
export async function findMergedInto(
  queryable: Queryable,
  ticketId: string,
): Promise<{ readonly id: string; readonly number: number } | null> {
  const [row] = await queryable
    .select({ id: supportTickets.id, number: supportTickets.number })
    .from(ticketMerges)
    .innerJoin(supportTickets, eq(supportTickets.id, ticketMerges.intoId))
    .where(eq(ticketMerges.ticketId, ticketId));
  return row ?? null;
}

/**
 * Records a merge, and leads what was merged into the ticket before on to the new one. Violates the
 * primary key where the ticket was merged already; the lock on it prevents that.
 */
export async function insertMerge(tx: Transaction, merge: typeof ticketMerges.$inferInsert): Promise<void> {
  await tx.insert(ticketMerges).values(merge);
  await tx.update(ticketMerges).set({ intoId: merge.intoId }).where(eq(ticketMerges.intoId, merge.ticketId));
}

type Move = { readonly from: string; readonly to: string; readonly number: number };

/** Moves the replies of a ticket to another, each with the number of the ticket that it was written to. */
export async function moveReplies(tx: Transaction, { from, to, number }: Move): Promise<void> {
  const ofTarget = sql`select from ${ticketReplies} r where r.ticket_id = ${to}
    and r.author_id = ${ticketReplies.authorId} and r.client_reply_id = ${ticketReplies.clientReplyId}`;
  // Programs may name replies by a count of their own, which is unique only within one ticket.
  await tx
    .update(ticketReplies)
    .set({ clientReplyId: sql`'merged:' || ${ticketReplies.id}` })
    .where(and(eq(ticketReplies.ticketId, from), sql`exists (${ofTarget})`));
  await tx
    .update(ticketReplies)
    .set({ ticketId: to, mergedFrom: sql`coalesce(${ticketReplies.mergedFrom}, ${number})` })
    .where(eq(ticketReplies.ticketId, from));
}

type MoveText = { readonly from: string; readonly to: string; readonly replyId: number };

/** Moves the mails that became entries of a ticket; that of its own text is the mail of the reply that has it now. */
export async function moveMails(tx: Transaction, { from, to, replyId }: MoveText): Promise<void> {
  await tx
    .update(inboundMails)
    .set({ ticketId: to, replyId: sql`coalesce(${inboundMails.replyId}, ${replyId})` })
    .where(eq(inboundMails.ticketId, from));
}

/** Moves the files of a ticket; those of its own text become those of the reply that has it now. */
export async function moveAttachments(tx: Transaction, { from, to, replyId }: MoveText): Promise<void> {
  await tx
    .update(ticketAttachments)
    .set({ ticketId: to, replyId: sql`coalesce(${ticketAttachments.replyId}, ${replyId})` })
    .where(eq(ticketAttachments.ticketId, from));
}
