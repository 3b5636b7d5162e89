import type { TicketCategory, TicketPromise, TicketStatus } from '@portal/contract/support/tickets';
import { type Said, say } from '@portal/kernel/said';
import { missedPromises, type PromiseState, promisedHours } from '@portal/kernel/ticket-promise';

/** What of a ticket decides how its promises stand. */
export type PromiseFacts = PromiseState & { readonly status: TicketStatus };

/** What we owe next, and by when; null once it is resolved, and for tickets from before there were promises. The order of the staff's list. */
function nextPromise({
  status,
  contactBy,
  resolveBy,
  contactedAt,
}: PromiseFacts): { what: 'contact' | 'resolve'; by: Date } | null {
  if (status === 'resolved' || status === 'closed') return null;
  if (contactedAt === null && contactBy !== null && (resolveBy === null || contactBy <= resolveBy)) {
    return { what: 'contact', by: contactBy };
  }
  return resolveBy === null ? null : { what: 'resolve', by: resolveBy };
}

/** What customer and staff see of it at `now`. */
export function presentSla(ticket: PromiseFacts, now: Date): TicketPromise {
  const next = nextPromise(ticket);
  return {
    contactBy: ticket.contactBy?.toISOString() ?? null,
    resolveBy: ticket.resolveBy?.toISOString() ?? null,
    contactedAt: ticket.contactedAt?.toISOString() ?? null,
    resolvedAt: ticket.resolvedAt?.toISOString() ?? null,
    next: next && { what: next.what, by: next.by.toISOString() },
    overdue: next !== null && next.by < now,
    canEscalate: missedPromises(ticket, now).length > 0,
  };
}

/** The promise in a sentence for a mail. */
export function promiseInWords(category: TicketCategory): Said {
  const { contactHours, resolveHours } = promisedHours[category];
  const hours = { contactHours: String(contactHours), resolveHours: String(resolveHours) };
  if (category === 'billing') return say('We settle questions about bills within {resolveHours} hours.', hours);
  if (category === 'fault')
    return say(
      'We are in touch within {contactHours} hours and have faults repaired within {resolveHours} hours.',
      hours,
    );
  return say('We answer within {contactHours} hours and have it settled within {resolveDays} days.', {
    ...hours,
    resolveDays: String(resolveHours / 24),
  });
}
