import { brand } from '@portal/brand';
import { lagosMomentInWords } from '@portal/kernel/calendar';
import type { Mail, MailFact } from '@portal/kernel/mail';
import { ticketNumber } from './ticket.policy.ts';
import type { TicketRow } from './ticket.repository.ts';
import { promiseInWords } from './ticket-promise.policy.ts';

// In all of these the words of people stay text: nothing in them is evaluated (threats T4).

function ticketButton(ticket: TicketRow, origin: string) {
  return { button: { label: 'Open my ticket', href: `${origin}/support/tickets/${ticket.id}` } };
}

/** By when, so that nobody has to count hours. */
function promisedMoments({ contactBy, resolveBy }: TicketRow): MailFact[] {
  return [
    ...(contactBy ? [{ label: 'We contact you by', value: lagosMomentInWords(contactBy) }] : []),
    ...(resolveBy ? [{ label: 'We settle it by', value: lagosMomentInWords(resolveBy) }] : []),
  ];
}

/** Confirms the number of a new ticket, what we promise, and says what happens next. */
export function ticketMail(ticket: TicketRow, recipient: string, origin: string): Mail {
  const number = ticketNumber(ticket.number);
  return {
    category: 'account',
    messageKey: `ticket:${ticket.id}`,
    recipient,
    subject: `We have your ticket ${number}`,
    parts: [
      'Thank you for writing to us. Our support team has your ticket and will look into it.',
      {
        facts: [
          { label: 'Ticket', value: number },
          { label: 'Subject', value: ticket.subject },
          { label: 'Priority', value: ticket.priority },
          ...promisedMoments(ticket),
        ],
      },
      promiseInWords(ticket.category),
      'On the page of your ticket you can see how it stands, and write to us:',
      ticketButton(ticket, origin),
      `When you call ${brand.phone.label}, please quote ${number}.`,
    ],
  };
}

type Said = { readonly ticket: TicketRow; readonly replyId: number; readonly text: string; readonly origin: string };

/** Tells the customer what staff have answered. */
export function staffReplyMail({ ticket, replyId, text, origin }: Said, recipient: string): Mail {
  const number = ticketNumber(ticket.number);
  return {
    category: 'account',
    messageKey: `ticket-reply:${replyId}`,
    recipient,
    subject: `An answer to your ticket ${number}: ${ticket.subject}`,
    parts: [
      'Our support team has answered you:',
      text,
      'Please reply on the page of your ticket: answers to this mail do not reach it.',
      ticketButton(ticket, origin),
    ],
    notice: {
      kind: 'ticket-answered',
      customerId: ticket.userId,
      values: { ticket: number, subject: ticket.subject, id: ticket.id },
    },
  };
}

/** Tells the customer that we take it for solved, and how to say that it is not. */
export function resolvedMail(ticket: TicketRow, recipient: string, origin: string): Mail {
  const number = ticketNumber(ticket.number);
  return {
    category: 'account',
    messageKey: `ticket-resolved:${ticket.id}:${ticket.updatedAt.getTime()}`,
    recipient,
    subject: `Your ticket ${number} is resolved`,
    parts: [
      `We have marked your ticket “${ticket.subject}” as resolved.`,
      'If it is not solved for you, reply on its page and it is open again:',
      ticketButton(ticket, origin),
    ],
    notice: { kind: 'ticket-resolved', customerId: ticket.userId, values: { ticket: number, id: ticket.id } },
  };
}

function staffButton(ticket: TicketRow, origin: string) {
  return { button: { label: 'Open the ticket', href: `${origin}/admin/tickets/${ticket.id}` } };
}

/** Tells the support desk of a new ticket, and until when something is owed. */
export function newTicketNotice(ticket: TicketRow, recipient: string, origin: string): Mail {
  const number = ticketNumber(ticket.number);
  return {
    category: 'account',
    messageKey: `ticket-desk:${ticket.id}`,
    recipient,
    subject: `New ticket ${number}: ${ticket.subject}`,
    parts: [
      {
        facts: [
          { label: 'About', value: ticket.category },
          { label: 'Priority', value: ticket.priority },
        ],
      },
      ticket.description,
      promiseInWords(ticket.category),
      staffButton(ticket, origin),
    ],
  };
}

/** Tells who has the ticket, or the whole desk, what the customer has written. */
export function customerReplyNotice({ ticket, replyId, text, origin }: Said, recipient: string): Mail {
  return {
    category: 'account',
    messageKey: `ticket-reply:${replyId}`,
    recipient,
    subject: `The customer has replied to ${ticketNumber(ticket.number)}: ${ticket.subject}`,
    parts: [text, staffButton(ticket, origin)],
  };
}
