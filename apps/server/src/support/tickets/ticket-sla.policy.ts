import type { TicketCategory, TicketSla, TicketStatus } from '@portal/contract/support/tickets';
import { defineMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import { missedDeadlines, type SlaRules, type SlaTimes, slaHours, slaWording } from '@portal/kernel/support/ticket-sla';

/** The fields of a ticket that determine its SLA. */
export type SlaTicket = SlaTimes & { readonly status: TicketStatus };

/**
 * The next deadline; null once the ticket is resolved, and for tickets that are older than the SLA.
 * The order of the staff's list.
 */
function nextPromise({
  status,
  firstResponseDueAt,
  resolutionDueAt,
  firstResponseAt,
}: SlaTicket): { what: 'first-response' | 'resolution'; by: Date } | null {
  if (status === 'resolved' || status === 'closed') return null;
  if (
    firstResponseAt === null &&
    firstResponseDueAt !== null &&
    (resolutionDueAt === null || firstResponseDueAt <= resolutionDueAt)
  ) {
    return { what: 'first-response', by: firstResponseDueAt };
  }
  return resolutionDueAt === null ? null : { what: 'resolution', by: resolutionDueAt };
}

/** The SLA as customer and staff see it at `now`. */
export function presentSla(ticket: SlaTicket, now: Date): TicketSla {
  const next = nextPromise(ticket);
  return {
    firstResponseDueAt: ticket.firstResponseDueAt?.toISOString() ?? null,
    resolutionDueAt: ticket.resolutionDueAt?.toISOString() ?? null,
    firstResponseAt: ticket.firstResponseAt?.toISOString() ?? null,
    resolvedAt: ticket.resolvedAt?.toISOString() ?? null,
    next: next && { what: next.what, by: next.by.toISOString() },
    overdue: next !== null && next.by < now,
    canEscalate: missedDeadlines(ticket, now).length > 0,
  };
}

/** The SLA in a sentence for a mail. */
export function slaSentence(category: TicketCategory, rules: SlaRules): MessageDescriptor {
  const { firstResponseHours, resolutionHours } = slaHours(category, rules);
  const hours = { firstResponseHours: String(firstResponseHours), resolutionHours: String(resolutionHours) };
  const wording = slaWording(category, rules);
  if (wording === 'working-hours')
    return defineMessage(
      'We answer within {firstResponseHours} working hours and have it settled within {resolutionHours} working hours.',
      hours,
    );
  if (wording === 'hours')
    return defineMessage(
      'We answer within {firstResponseHours} hours and have it settled within {resolutionHours} hours.',
      hours,
    );
  if (category === 'billing')
    return defineMessage('We settle questions about bills within {resolutionHours} hours.', hours);
  if (category === 'fault')
    return defineMessage(
      'We are in touch within {firstResponseHours} hours and have faults repaired within {resolutionHours} hours.',
      hours,
    );
  return defineMessage(
    'We answer within {firstResponseHours} hours and have it settled within {resolutionDays} days.',
    {
      ...hours,
      resolutionDays: String(resolutionHours / 24),
    },
  );
}
