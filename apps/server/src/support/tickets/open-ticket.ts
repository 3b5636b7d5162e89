import type { TicketCategory, TicketPriority } from '@portal/contract/support/tickets';
import { slaDeadlines } from '@portal/kernel/support/ticket-sla';
import type { Transaction } from '../../platform/database/connection.ts';
import { lockCustomer } from '../../platform/database/lock-customer.ts';
import { ticketChanged } from '../events.ts';
import { newTicketNotice } from './staff/staff-ticket-mail.ts';
import { asSubject, ticketNumber } from './ticket.policy.ts';
import { findTicketBySource, insertTicket, type TicketRow } from './ticket.repository.ts';
import type { TicketDependencies } from './ticket-dependencies.ts';
import { ticketMail } from './ticket-mail.ts';

export type TicketOrder = {
  readonly customer: { readonly id: number; readonly email: string };
  /** The line that it is about; none where nobody has said. */
  readonly lineId?: number;
  readonly subject: string;
  readonly description: string;
  readonly priority: TicketPriority;
  readonly category: TicketCategory;
  /**
   * The source of the ticket, for example "chat:<session id>"; null when it was written as a
   * ticket.
   */
  readonly source: string | null;
};

/**
 * Stores a ticket with its SLA, the mail that confirms its number to the customer, and the one to
 * the support address.
 */
export async function writeTicket(
  deps: Pick<TicketDependencies, 'clock' | 'origin' | 'queueEmail' | 'publish' | 'settings'>,
  tx: Transaction,
  order: TicketOrder,
): Promise<TicketRow> {
  const now = deps.clock();
  const { customer, description, priority, category, source } = order;
  const rules = deps.settings.get('support');
  const ticket = await insertTicket(tx, {
    description,
    priority,
    category,
    source,
    userId: customer.id,
    lineId: order.lineId ?? null,
    createdAt: now,
    updatedAt: now,
    subject: asSubject(order.subject),
    ...slaDeadlines(category, now, rules),
    slaFrom: now,
  });
  await deps.queueEmail(tx, ticketMail(ticket, customer.email, deps));
  await deps.queueEmail(tx, newTicketNotice(ticket, deps));
  await deps.publish(tx, ticketChanged, { ticketId: ticket.id, change: 'opened' });
  return ticket;
}

/**
 * Opens a ticket from another source, in the caller's transaction. `number` is the one to quote
 * ("T-000123"). There is one ticket for each `source`: a repeat returns it. The caller publishes
 * the live update after the commit.
 */
export async function openTicket(
  deps: Pick<TicketDependencies, 'clock' | 'origin' | 'queueEmail' | 'publish' | 'settings'>,
  tx: Transaction,
  order: Omit<TicketOrder, 'source'> & { readonly source: string },
): Promise<{ readonly id: string; readonly number: string }> {
  await lockCustomer(tx, 'ticket', order.customer.id);
  const known = await findTicketBySource(tx, order.source);
  const ticket = known ?? (await writeTicket(deps, tx, order));
  return { id: ticket.id, number: ticketNumber(ticket.number) };
}
