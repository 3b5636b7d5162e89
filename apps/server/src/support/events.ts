import { domainEvent } from '../platform/events/domain-events.ts';

/** A ticket was opened, answered by the customer or staff (never by a note), resolved or closed. */
export const ticketChanged = domainEvent<{
  readonly ticketId: string;
  readonly change: 'opened' | 'replied' | 'resolved' | 'closed';
}>('ticket.changed');

/** An agent has written to somebody outside the portal: it has to be sent there, once for each `seq`. */
export const contactAnswered = domainEvent<{
  readonly contactId: number;
  readonly sessionId: string;
  readonly seq: number;
  readonly content: string;
}>('contact.answered');
