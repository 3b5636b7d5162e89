import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { supportTickets, ticketAttachments, ticketReplies } from '../../platform/database/schema/support/ticket.ts';

/** As complaints of customers are kept (NCC Consumer Code of Practice): 12 months after it is resolved, and a year for that. */
const KEPT_MONTHS = 24;

const isOld = sql`${supportTickets.updatedAt} < now() - make_interval(months => ${KEPT_MONTHS})`;

export async function listOldUnconfirmedTickets(database: Queryable, limit: number): Promise<string[]> {
  const rows = await database
    .select({ id: supportTickets.id })
    .from(supportTickets)
    .where(and(isNull(supportTickets.userId), inArray(supportTickets.status, ['resolved', 'closed']), isOld))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function listTicketFiles(database: Queryable, ticketId: string): Promise<string[]> {
  const rows = await database
    .select({ id: ticketAttachments.id })
    .from(ticketAttachments)
    .where(eq(ticketAttachments.ticketId, ticketId));
  return rows.map(({ id }) => id);
}

/** With everything that was written in it; nothing when it belongs to somebody by now. */
export async function deleteTicket(tx: Transaction, id: string): Promise<void> {
  const [ticket] = await tx
    .select({ id: supportTickets.id })
    .from(supportTickets)
    .where(and(eq(supportTickets.id, id), isNull(supportTickets.userId), isOld))
    .for('update');
  if (!ticket) return;
  await tx.delete(ticketAttachments).where(eq(ticketAttachments.ticketId, id));
  await tx.delete(ticketReplies).where(eq(ticketReplies.ticketId, id));
  await tx.delete(supportTickets).where(eq(supportTickets.id, id));
}
