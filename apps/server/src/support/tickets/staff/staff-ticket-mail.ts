import type { Mail } from '@portal/kernel/messaging/mail';
import type { Transaction } from '../../../platform/database/connection.ts';
import { ticketNumber } from '../ticket.policy.ts';
import type { TicketRow } from '../ticket.repository.ts';
import type { TicketDependencies } from '../ticket-dependencies.ts';
import type { Reply } from '../ticket-mail.ts';
import { slaSentence } from '../ticket-sla.policy.ts';

function staffButton(ticket: TicketRow, origin: string) {
  return { button: { label: 'Open the ticket', href: `${origin}/admin/tickets/${ticket.id}` } };
}

/**
 * Queues a mail to staff. None goes to the mailbox that the portal itself reads: nobody would see it there,
 * and the tickets are in the console.
 */
export async function queueStaffNotice(
  { mailThreads, queueEmail }: Pick<TicketDependencies, 'mailThreads' | 'queueEmail'>,
  tx: Transaction,
  mail: Mail,
): Promise<void> {
  if (mail.recipient.toLowerCase() === mailThreads?.addresses.supportAddress.toLowerCase()) return;
  await queueEmail(tx, mail);
}

/** Notifies the support address of a new ticket and its deadlines. */
export function newTicketNotice(
  ticket: TicketRow,
  { settings, origin }: Pick<TicketDependencies, 'settings' | 'origin'>,
): Mail {
  const number = ticketNumber(ticket.number);
  return {
    category: 'account',
    messageKey: `staff-ticket:${ticket.id}`,
    recipient: settings.get('contacts').supportEmail,
    subject: `New ticket ${number}: ${ticket.subject}`,
    parts: [
      {
        facts: [
          { label: 'About', value: ticket.category },
          { label: 'Priority', value: ticket.priority },
        ],
      },
      ticket.description,
      slaSentence(ticket.category, settings.get('support')),
      staffButton(ticket, origin),
    ],
  };
}

/** Notifies the ticket's assignee, or the support address, of the customer's reply. */
export function customerReplyNotice({ ticket, replyId, text, origin }: Reply, recipient: string): Mail {
  return {
    category: 'account',
    messageKey: `ticket-reply:${replyId}`,
    recipient,
    subject: `The customer has replied to ${ticketNumber(ticket.number)}: ${ticket.subject}`,
    parts: [text, staffButton(ticket, origin)],
  };
}
