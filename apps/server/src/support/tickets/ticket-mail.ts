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

/** A page of the portal, for those who have an account. */
function ticketButton(ticket: TicketRow, origin: string) {
  if (ticket.userId === null) return [];
  return [{ button: { label: defineMessage('Open my ticket'), href: `${origin}/support/tickets/${ticket.id}` } }];
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

const readerOf = ({ userId }: TicketRow) => (userId === null ? {} : { userId });

/**
 * Confirms the number of a new ticket to somebody who wrote from an address that is no account's own, and
 * says what this address cannot be told.
 */
export function unconfirmedTicketMail(
  ticket: TicketRow,
  recipient: string,
  { origin, settings }: Pick<TicketDependencies, 'origin' | 'settings'>,
): Mail {
  const number = ticketNumber(ticket.number);
  return {
    category: 'account',
    messageKey: `ticket:${ticket.id}`,
    recipient,
    subject: defineMessage('We have your mail: ticket {number}', { number }),
    parts: [
      defineMessage('Thank you for writing to us. Our support team has your mail and will answer it at this address.'),
      {
        facts: [
          { label: defineMessage('Ticket'), value: number },
          { label: defineMessage('Subject'), value: ticket.subject },
          ...slaFacts(ticket),
        ],
      },
      defineMessage(
        'This address belongs to no account of ours that we could be sure of, so we cannot write about an account here. If you are our customer, sign in at {origin} and write to us there, or call {phone} and quote {number}.',
        { origin, phone: settings.get('contacts').phone, number },
      ),
    ],
  };
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
    ...readerOf(ticket),
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
      ...ticketButton(ticket, origin),
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

/** How to answer an answer: on the page of the ticket, and where a mailbox is read by mail. */
function howToAnswer({ userId }: TicketRow, canAnswerMail: boolean) {
  if (userId === null) return defineMessage('You can answer this mail.');
  return canAnswerMail
    ? defineMessage('You can answer this mail, or write on the page of your ticket:')
    : defineMessage('Please reply on the page of your ticket: answers to this mail do not reach it.');
}

/** Sends the customer an answer of staff. */
export function staffReplyMail(
  { ticket, replyId, text, origin, canAnswerMail }: Reply & { readonly canAnswerMail: boolean },
  recipient: string,
): Mail {
  const number = ticketNumber(ticket.number);
  return {
    category: 'account',
    ...readerOf(ticket),
    messageKey: `ticket-reply:${replyId}`,
    recipient,
    subject: defineMessage('An answer to your ticket {number}: {subject}', { number, subject: ticket.subject }),
    parts: [
      defineMessage('Our support team has answered you:'),
      text,
      howToAnswer(ticket, canAnswerMail),
      ...ticketButton(ticket, origin),
    ],
    ...(ticket.userId !== null && {
      notice: {
        kind: 'ticket-answered',
        customerId: ticket.userId,
        values: { ticket: number, subject: ticket.subject, id: ticket.id },
      },
    }),
  };
}

/** Notifies the customer that the ticket is resolved, and how to reopen it. */
export function resolvedMail(
  ticket: TicketRow,
  recipient: string,
  { origin, canAnswerMail }: { readonly origin: string; readonly canAnswerMail: boolean },
): Mail {
  const number = ticketNumber(ticket.number);
  return {
    category: 'account',
    ...readerOf(ticket),
    messageKey: `ticket-resolved:${ticket.id}:${ticket.updatedAt.getTime()}`,
    recipient,
    subject: defineMessage('Your ticket {number} is resolved', { number }),
    parts: [
      defineMessage('We have marked your ticket “{subject}” as resolved.', { subject: ticket.subject }),
      canAnswerMail
        ? defineMessage('If it is not solved for you, answer this mail or write on its page, and it is open again:')
        : defineMessage('If it is not solved for you, reply on its page and it is open again:'),
      ...ticketButton(ticket, origin),
    ],
    ...(ticket.userId !== null && {
      notice: { kind: 'ticket-resolved', customerId: ticket.userId, values: { ticket: number, id: ticket.id } },
    }),
  };
}

/** `from` without an account: what somebody wrote from an address that is not the account's own. */
function whyTogether(
  { userId, senderEmail }: TicketRow,
  numbers: { readonly number: string; readonly remaining: string },
) {
  if (userId !== null) {
    return defineMessage(
      'Your tickets {number} and {remaining} are about the same, so we have put them together.',
      numbers,
    );
  }
  return defineMessage(
    'What {email} wrote to us as {number} is about your ticket {remaining}, so we have put them together. If that was not you, please tell us.',
    { ...numbers, email: senderEmail ?? '' },
  );
}

/** Notifies the customer that two of their tickets go on as one. */
export function mergedMail(
  { from, into, origin }: { readonly from: TicketRow; readonly into: TicketRow; readonly origin: string },
  recipient: string,
): Mail {
  const [number, remaining] = [ticketNumber(from.number), ticketNumber(into.number)];
  return {
    category: 'account',
    ...readerOf(into),
    messageKey: `ticket-merged:${from.id}`,
    recipient,
    subject: defineMessage('Your ticket {number} goes on as {remaining}', { number, remaining }),
    parts: [
      whyTogether(from, { number, remaining }),
      defineMessage('Everything that you and we wrote is in {remaining}. What we promised for the older one holds.', {
        remaining,
      }),
      ...ticketButton(into, origin),
    ],
    ...(into.userId !== null && {
      notice: {
        kind: 'ticket-merged',
        customerId: into.userId,
        values: { ticket: number, remaining, id: into.id },
      },
    }),
  };
}
