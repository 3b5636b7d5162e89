import { formatLagosDateTime } from '@portal/kernel/calendar';
import type { Mail, MailFact } from '@portal/kernel/messaging/mail';
import { defineMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import { ticketNumber } from './ticket.policy.ts';
import type { TicketRow } from './ticket.repository.ts';
import type { TicketDependencies } from './ticket-dependencies.ts';
import { slaSentence } from './ticket-sla.policy.ts';

const PRIORITIES: Readonly<Record<TicketRow['priority'], MessageDescriptor>> = {
  low: defineMessage('Low'),
  medium: defineMessage('Medium'),
  high: defineMessage('High'),
  urgent: defineMessage('Urgent'),
};

// Texts by people stay plain text in all of these: nothing in them is evaluated (threats T4).

function ticketButton(ticket: TicketRow, origin: string) {
  return { button: { label: defineMessage('Open my ticket'), href: `${origin}/support/tickets/${ticket.id}` } };
}

/** The deadline as a date, so that readers need not count hours. */
function slaFacts({ firstResponseDueAt, resolutionDueAt }: TicketRow): MailFact[] {
  return [
    ...(firstResponseDueAt
      ? [{ label: defineMessage('We contact you by'), value: formatLagosDateTime(firstResponseDueAt) }]
      : []),
    ...(resolutionDueAt
      ? [{ label: defineMessage('We settle it by'), value: formatLagosDateTime(resolutionDueAt) }]
      : []),
  ];
}

/** Confirms the number of a new ticket and its SLA, and says what happens next. */
export function ticketMail(
  ticket: TicketRow,
  recipient: string,
  { origin, settings }: Pick<TicketDependencies, 'origin' | 'settings'>,
): Mail {
  const number = ticketNumber(ticket.number);
  return {
    category: 'account',
    userId: ticket.userId,
    messageKey: `ticket:${ticket.id}`,
    recipient,
    subject: defineMessage('We have your ticket {number}', { number }),
    parts: [
      defineMessage('Thank you for writing to us. Our support team has your ticket and will look into it.'),
      {
        facts: [
          { label: defineMessage('Ticket'), value: number },
          { label: defineMessage('Subject'), value: ticket.subject },
          { label: defineMessage('Priority'), value: PRIORITIES[ticket.priority] },
          ...slaFacts(ticket),
        ],
      },
      slaSentence(ticket.category, settings.get('support')),
      defineMessage('On the page of your ticket you can see how it stands, and write to us:'),
      ticketButton(ticket, origin),
      defineMessage('When you call {phone}, please quote {number}.', {
        phone: settings.get('contacts').phone,
        number,
      }),
    ],
  };
}

export type Reply = {
  readonly ticket: TicketRow;
  readonly replyId: number;
  readonly text: string;
  readonly origin: string;
};

/** Sends the customer an answer of staff. */
export function staffReplyMail({ ticket, replyId, text, origin }: Reply, recipient: string): Mail {
  const number = ticketNumber(ticket.number);
  return {
    category: 'account',
    userId: ticket.userId,
    messageKey: `ticket-reply:${replyId}`,
    recipient,
    subject: defineMessage('An answer to your ticket {number}: {subject}', { number, subject: ticket.subject }),
    parts: [
      defineMessage('Our support team has answered you:'),
      text,
      defineMessage('Please reply on the page of your ticket: answers to this mail do not reach it.'),
      ticketButton(ticket, origin),
    ],
    notice: {
      kind: 'ticket-answered',
      customerId: ticket.userId,
      values: { ticket: number, subject: ticket.subject, id: ticket.id },
    },
  };
}

/** Notifies the customer that the ticket is resolved, and how to reopen it. */
export function resolvedMail(ticket: TicketRow, recipient: string, origin: string): Mail {
  const number = ticketNumber(ticket.number);
  return {
    category: 'account',
    userId: ticket.userId,
    messageKey: `ticket-resolved:${ticket.id}:${ticket.updatedAt.getTime()}`,
    recipient,
    subject: defineMessage('Your ticket {number} is resolved', { number }),
    parts: [
      defineMessage('We have marked your ticket “{subject}” as resolved.', { subject: ticket.subject }),
      defineMessage('If it is not solved for you, reply on its page and it is open again:'),
      ticketButton(ticket, origin),
    ],
    notice: { kind: 'ticket-resolved', customerId: ticket.userId, values: { ticket: number, id: ticket.id } },
  };
}

/** Notifies the customer that two of their tickets go on as one. */
export function mergedMail(
  { from, into, origin }: { readonly from: TicketRow; readonly into: TicketRow; readonly origin: string },
  recipient: string,
): Mail {
  const [number, remaining] = [ticketNumber(from.number), ticketNumber(into.number)];
  return {
    category: 'account',
    userId: from.userId,
    messageKey: `ticket-merged:${from.id}`,
    recipient,
    subject: defineMessage('Your ticket {number} goes on as {remaining}', { number, remaining }),
    parts: [
      defineMessage('Your tickets {number} and {remaining} are about the same, so we have put them together.', {
        number,
        remaining,
      }),
      defineMessage('Everything that you and we wrote is in {remaining}. What we promised for the older one holds.', {
        remaining,
      }),
      ticketButton(into, origin),
    ],
    notice: {
      kind: 'ticket-merged',
      customerId: from.userId,
      values: { ticket: number, remaining, id: into.id },
    },
  };
}
