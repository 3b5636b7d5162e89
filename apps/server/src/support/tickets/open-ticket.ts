import { brand } from '@portal/brand';
import type { TicketCategory, TicketPriority } from '@portal/contract/support/tickets';
import { slaDeadlines } from '@portal/kernel/ticket-sla';
import type { Transaction } from '../../platform/database/connection.ts';
import { lockCustomer } from '../../platform/database/lock-customer.ts';
import { newTicketNotice } from './staff/staff-ticket-mail.ts';
import { asSubject, ticketNumber } from './ticket.policy.ts';
import { findTicketBySource, insertTicket, type TicketRow } from './ticket.repository.ts';
import type { TicketDependencies } from './ticket-dependencies.ts';
import { ticketMail } from './ticket-mail.ts';

export type TicketOrder = {
  readonly customer: { readonly id: number; readonly email: string };
  readonly subject: string;
  readonly description: string;
  readonly priority: TicketPriority;
  readonly category: TicketCategory;
  /** What it is made from, for example "chat:<session id>"; null when somebody wrote it as a ticket. */
  readonly source: string | null;
};

/** Writes a ticket with its SLA, and the mails that tell the customer its number and the desk that it is there. */
export async function writeTicket(
  deps: Pick<TicketDependencies, 'clock' | 'origin' | 'queueEmail'>,
  tx: Transaction,
  order: TicketOrder,
): Promise<TicketRow> {
  const now = deps.clock();
  const { customer, description, priority, category, source } = order;
  const ticket = await insertTicket(tx, {
    description,
    priority,
    category,
    source,
    userId: customer.id,
    createdAt: now,
    updatedAt: now,
    subject: asSubject(order.subject),
    ...slaDeadlines(category, now),
  });
  await deps.queueEmail(tx, ticketMail(ticket, customer.email, deps.origin));
  await deps.queueEmail(tx, newTicketNotice(ticket, brand.supportEmail, deps.origin));
  return ticket;
}

/**
 * Opens a ticket out of something else, in the transaction of who asks for it. `number` is the one to quote ("T-000123"). For one `source` there is one
 * ticket: asked again it answers with the first. Pages are the caller's to tell after the commit.
 */
export async function openTicket(
  deps: Pick<TicketDependencies, 'clock' | 'origin' | 'queueEmail'>,
  tx: Transaction,
  order: Omit<TicketOrder, 'source'> & { readonly source: string },
): Promise<{ readonly id: string; readonly number: string }> {
  await lockCustomer(tx, 'ticket', order.customer.id);
  const known = await findTicketBySource(tx, order.source);
  const ticket = known ?? (await writeTicket(deps, tx, order));
  return { id: ticket.id, number: ticketNumber(ticket.number) };
}
