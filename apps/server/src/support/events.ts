import { domainEvent } from '../platform/events/domain-events.ts';

/** A ticket was opened, answered by the customer or staff (never by a note), resolved or closed. */
export const ticketChanged = domainEvent<{
  readonly ticketId: string;
  readonly change: 'opened' | 'replied' | 'resolved' | 'closed';
}>('ticket.changed');
