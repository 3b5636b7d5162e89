import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/connection.ts';
import { inboundMails } from '../../../platform/database/schema/support/inbound-mail.ts';
import { ticketReplies } from '../../../platform/database/schema/support/ticket.ts';

/** The Message-IDs of the customer's mails in a ticket, in the order in which they were read. */
export async function listReceivedMails(database: Queryable, ticketId: string) {
  const rows = await database
    .select({ messageId: inboundMails.messageId, replyId: inboundMails.replyId })
    .from(inboundMails)
    .where(and(eq(inboundMails.ticketId, ticketId), isNotNull(inboundMails.messageId)))
    .orderBy(asc(inboundMails.id));
  return rows.flatMap(({ messageId, replyId }) => (messageId === null ? [] : [{ messageId, replyId }]));
}

/** The answers of staff, in their order. */
export async function listSentReplies(database: Queryable, ticketId: string): Promise<number[]> {
  const rows = await database
    .select({ id: ticketReplies.id })
    .from(ticketReplies)
    .where(
      and(eq(ticketReplies.ticketId, ticketId), eq(ticketReplies.fromStaff, true), eq(ticketReplies.isNote, false)),
    )
    .orderBy(asc(ticketReplies.id));
  return rows.map(({ id }) => id);
}
