import type { MailRemainder, TicketCategory, TicketPriority } from '@portal/contract/support/tickets';
import { slaDeadlines } from '@portal/kernel/support/ticket-sla';
import type { Transaction } from '../../platform/database/connection.ts';
import { lockCustomer } from '../../platform/database/lock-customer.ts';
import { ticketChanged } from '../events.ts';
import { newTicketNotice, queueStaffNotice } from './staff/staff-ticket-mail.ts';
import { queueTicketMail } from './threading/queue-ticket-mail.ts';
import { asSubject, ticketNumber } from './ticket.policy.ts';
import { findTicketBySource, insertTicket, type TicketRow } from './ticket.repository.ts';
import type { TicketDependencies } from './ticket-dependencies.ts';
import { ticketMail, unconfirmedTicketMail } from './ticket-mail.ts';

/** Who wrote the mail that opens a ticket, and why staff should look twice at that. */
export type TicketSender = {
  readonly email: string;
  readonly name: string | null;
  readonly warning: TicketRow['senderWarning'];
};

export type TicketOrder = {
  /** Null for a mail of somebody without an account: then there is a `sender`. */
  readonly customer: { readonly id: number; readonly email: string } | null;
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
  /** Of a ticket that comes by mail. */
  readonly byMail?: {
    readonly sender: TicketSender | null;
    readonly remainder: MailRemainder;
    /** When the mail server took it: from then the deadlines count. */
    readonly receivedAt: Date;
    /** Whether its number is confirmed by mail. */
    readonly isConfirmed: boolean;
    /** Called before anything is mailed, so that the mails refer to the one that opened the ticket. */
    readonly onOpened: (ticket: TicketRow) => Promise<void>;
  };
};

type WriteDependencies = Pick<
  TicketDependencies,
  'clock' | 'origin' | 'queueEmail' | 'publish' | 'settings' | 'mailThreads'
>;

async function queueMails(deps: WriteDependencies, tx: Transaction, ticket: TicketRow, order: TicketOrder) {
  const { customer, byMail } = order;
  if (byMail?.isConfirmed !== false) {
    const confirmation = customer
      ? ticketMail(ticket, customer.email, deps)
      : unconfirmedTicketMail(ticket, ticket.senderEmail ?? '', deps);
    await queueTicketMail(deps, tx, ticket, confirmation);
  }
  await queueStaffNotice(deps, tx, newTicketNotice(ticket, deps));
}

/**
 * Stores a ticket with its SLA, the mail that confirms its number to the customer, and the one to
 * the support address.
 */
export async function writeTicket(deps: WriteDependencies, tx: Transaction, order: TicketOrder): Promise<TicketRow> {
  const { customer, description, priority, category, source, byMail } = order;
  const now = byMail?.receivedAt ?? deps.clock();
  const rules = deps.settings.get('support');
  const ticket = await insertTicket(tx, {
    description,
    priority,
    category,
    source,
    userId: customer?.id ?? null,
    senderEmail: byMail?.sender?.email ?? null,
    senderName: byMail?.sender?.name ?? null,
    senderWarning: byMail?.sender?.warning ?? null,
    mail: byMail?.remainder ?? null,
    lineId: order.lineId ?? null,
    createdAt: now,
    updatedAt: deps.clock(),
    subject: asSubject(order.subject),
    ...slaDeadlines(category, now, rules),
    slaFrom: now,
  });
  await byMail?.onOpened(ticket);
  await queueMails(deps, tx, ticket, order);
  await deps.publish(tx, ticketChanged, { ticketId: ticket.id, change: 'opened' });
  return ticket;
}

/**
 * Opens a ticket from another source, in the caller's transaction. `number` is the one to quote
 * ("T-000123"). There is one ticket for each `source`: a repeat returns it. The caller publishes
 * the live update after the commit.
 */
export async function openTicket(
  deps: WriteDependencies,
  tx: Transaction,
  order: Omit<TicketOrder, 'source' | 'customer' | 'byMail'> & {
    readonly customer: { readonly id: number; readonly email: string };
    readonly source: string;
  },
): Promise<{ readonly id: string; readonly number: string }> {
  await lockCustomer(tx, 'ticket', order.customer.id);
  const known = await findTicketBySource(tx, order.source);
  const ticket = known ?? (await writeTicket(deps, tx, order));
  return { id: ticket.id, number: ticketNumber(ticket.number) };
}
